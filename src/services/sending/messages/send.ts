import type { SendRequest } from '../../../contract/messages.js'
import type { AttachmentDoc, StopDoc } from '../../../models/message.js'
import type { DomainChecks } from '../../../providers/dns/deliverable-domains.js'
import type { Caller } from '../../caller.js'
import type { SendingDomain } from '../../domains/domain-look-up.js'
import type { Renderable } from '../templates/template-rendering.js'
import type { BatchPosition } from './batch-order.js'
import type { Recipients } from './rules/destination.js'

/** Where a mail of the mail app was written. */
export interface WrittenIn {
  /** The thread; null if the mail begins one. */
  threadId: string | null
  /** The version of the thread that it answers, if that is unread. */
  answersVersion?: number | undefined
}

/** A request to send while the rules are applied to it. */
export interface Send {
  readonly caller: Caller
  readonly request: SendRequest
  /** SHA-256 that distinguishes the request from others with the same idempotency key. */
  readonly hash: string
  /** DNS checks, shared by all sends of one request. */
  readonly checks: DomainChecks
  readonly position: BatchPosition
  /** For mail of the mail app. */
  readonly mailApp?: WrittenIn
  /** The Message-ID that its mail keeps; absent for one of ours. */
  readonly rfcMessageId?: string
  /** Whether the mail may have only bcc recipients, who do not see each other: mail programs send such mail. */
  readonly mayHideRecipients?: boolean
  /** The contact list that is the topic of the mail; absent for mail without a topic. */
  readonly topicId?: string
  /** The files of a message that is sent again, instead of attachments in the request. */
  readonly files?: AttachmentDoc[]
  /** What renders with `template_vars`, instead of the template that the request names. */
  readonly renderable?: Renderable
  /** The broadcast that the mail is part of; absent for other mail. */
  readonly broadcastId?: string
}

/** The parts of a send that make it one message, however often it is repeated. */
export type Claim = Pick<Send, 'caller' | 'hash' | 'position'> & { request: Pick<SendRequest, 'idempotency_key'> }

/**
 * Data that nearly every send needs, looked up before the rules are applied. If a look-up fails, the rule that awaits
 * it throws the error.
 */
export interface LookUps {
  readonly recipients: Promise<Recipients>
  readonly domains: Promise<SendingDomain[]>
  /** What stops the message; null if nothing does. */
  readonly stop: Promise<StopDoc | null>
  readonly template: Promise<Renderable | null>
}
