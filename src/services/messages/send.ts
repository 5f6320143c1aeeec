import type { SendRequest } from '../../contract/messages.js'
import type { StopDoc } from '../../models/message.js'
import type { DomainChecks } from '../../providers/dns/deliverable-domains.js'
import type { Caller } from '../caller.js'
import type { SendingDomain } from '../domains/domain-look-up.js'
import type { Renderable } from '../templates/template-rendering.js'
import type { BatchPosition } from './batch-order.js'
import type { Recipients } from './rules/destination.js'

/** A request to send while the rules are applied to it. */
export interface Send {
  readonly caller: Caller
  readonly request: SendRequest
  /** SHA-256 that distinguishes the request from others with the same idempotency key. */
  readonly hash: string
  /** DNS checks, shared by all sends of one request. */
  readonly checks: DomainChecks
  readonly position: BatchPosition
}

/**
 * Data that nearly every send needs, looked up before the rules are applied. If a look-up fails, the rule that awaits
 * it throws the error.
 */
export interface LookUps {
  readonly recipients: Promise<Recipients>
  readonly domains: Promise<SendingDomain[]>
  /** The suppression that stops the message; null if there is none. */
  readonly stop: Promise<StopDoc | null>
  readonly template: Promise<Renderable | null>
}
