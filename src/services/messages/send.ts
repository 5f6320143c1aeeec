import type { SendRequest } from '../../contract/messages.js'
import type { StopDoc } from '../../models/message.js'
import type { DomainChecks } from '../../providers/dns/deliverable-domains.js'
import type { Caller } from '../caller.js'
import type { SendingDomain } from '../domains/domain-look-up.js'
import type { Renderable } from '../templates/template-rendering.js'
import type { BatchPosition } from './batch-order.js'
import type { Recipients } from './rules/destination.js'

/** A request to send on its way through the rules. */
export interface Send {
  readonly caller: Caller
  readonly request: SendRequest
  /** SHA-256 that tells the request from another one under the same idempotency key. */
  readonly hash: string
  /** DNS checks, shared by all sends of one request. */
  readonly checks: DomainChecks
  readonly position: BatchPosition
}

/** What nearly every send needs to know, looked up ahead of the rules. What fails is thrown where a rule asks for it. */
export interface LookUps {
  readonly recipients: Promise<Recipients>
  readonly domains: Promise<SendingDomain[]>
  /** What stops the message; null if nothing does. */
  readonly stop: Promise<StopDoc | null>
  readonly template: Promise<Renderable | null>
}
