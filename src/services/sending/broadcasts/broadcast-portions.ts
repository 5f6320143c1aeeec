import type { BroadcastFailure } from '../../../contract/broadcasts.js'
import { OWN_KEYS } from '../../../contract/idempotency-keys.js'
import { ApiError, ERROR_TABLE, type ErrorCode } from '../../../errors.js'
import type { BroadcastDoc } from '../../../models/broadcast.js'
import type { Audience } from '../../audience/contacts/audience.js'
import type { Caller } from '../../caller.js'
import type { BatchItemResult, MessageSender } from '../messages/message-sender.js'
import type { Renderable } from '../templates/template-rendering.js'
import { mailTo } from './broadcast-mail.js'

/*
 * Sends a broadcast to a portion of its members, by the same way as a batch.
 *
 * The idempotency key of a message names the broadcast and the contact, so whoever repeats a portion finds the messages
 * that exist, and a member never gets two. What counts as the same request is the two ids, not the content: a contact
 * that was changed meanwhile does not make another message.
 */

/** Errors that stop a broadcast as a whole: no other member would fare better. */
const STOPPING: readonly ErrorCode[] = [
  'spend_cap_exceeded',
  'account_suspended',
  'from_required',
  'from_not_verified',
  'domain_not_verified',
  'no_verified_domain',
  'template_not_found',
  'list_not_found',
]
/** Errors of messages that exist: one that was stopped, and one that was accepted in another mode. */
const ACCEPTED: readonly ErrorCode[] = ['recipient_suppressed', 'idempotency_key_reused']

type Member = Awaited<ReturnType<Audience['page']>>['contacts'][number]

/** Why a portion ended early: the broadcast has to stop, or to wait a moment. */
export type BroadcastStop = { kind: 'pause'; reason: string } | { kind: 'wait'; seconds: number } | { kind: 'defect' }

/** What became of a portion: of its members up to `cursor`. */
export interface Portion {
  /** Position of the last member that it took. */
  cursor: string | null
  /** Whether there are no members behind it. */
  isLast: boolean
  /** Messages that exist now. */
  accepted: number
  failures: BroadcastFailure[]
  /** Null if all of its members were taken. */
  stop: BroadcastStop | null
}

export interface PortionDeps {
  audience: Pick<Audience, 'page'>
  sender: Pick<MessageSender, 'sendBatch'>
}

export interface PortionRequest {
  caller: Caller
  renderable: Renderable
  /** The list of the broadcast, if it is a topic; null for other lists. */
  topicId: string | null
  /** Most members. */
  limit: number
}

/** Makes the messages of the next members of a broadcast. Repeatable. */
export async function sendPortion(
  { audience, sender }: PortionDeps,
  broadcast: BroadcastDoc,
  { caller, renderable, topicId, limit }: PortionRequest,
): Promise<Portion> {
  const { _id, account_id, list_id, cursor: after, started_at } = broadcast
  const { contacts, next } = await audience.page(account_id, list_id, { after, until: started_at!, limit })
  const items = contacts.map(({ doc }) => ({
    request: mailTo(broadcast, doc, keyOf(_id, doc._id)),
    given: { broadcast: _id, contact: doc._id },
    renderable,
    broadcastId: _id,
    ...(topicId && { topicId }),
  }))
  const results = items.length > 0 ? await sender.sendBatch(caller, items).catch(ofEach(items)) : []
  const stops = results.map(stopOf)
  const end = stops.findIndex((stop) => stop !== null)
  const isWhole = end < 0
  const taken = isWhole ? contacts : contacts.slice(0, end)
  const failures = taken.flatMap((member, index) => failureOf(member, results[index]!) ?? [])
  return {
    cursor: (isWhole ? next : null) ?? taken.at(-1)?.position ?? after,
    isLast: isWhole && next === null,
    accepted: taken.length - failures.length,
    failures,
    stop: isWhole ? null : stops[end]!,
  }
}

/** The results of items that were refused together. @throws what is no refusal. */
const ofEach = (items: readonly unknown[]) => (error: unknown) => {
  if (!(error instanceof ApiError)) throw error
  return items.map((): BatchItemResult => ({ success: false, error }))
}

/** The idempotency key of the message to a contact. Callers cannot use such keys. */
const keyOf = (broadcastId: string, contactId: string) => `${OWN_KEYS.broadcast}${broadcastId}:${contactId}`

/** What stops a broadcast at this result; null for nothing. */
function stopOf(result: BatchItemResult): BroadcastStop | null {
  return result.success ? null : stopAt(result.error)
}

/** What stops a broadcast at this error; null for an error that concerns one member alone. */
export function stopAt({ code, status, retryAfterSeconds }: ApiError): BroadcastStop | null {
  // The account itself was active a moment ago: it is paused for sending.
  if (code === 'account_suspended') return { kind: 'pause', reason: 'sending_paused' }
  if (STOPPING.includes(code)) return { kind: 'pause', reason: code }
  if (code === 'internal_error') return { kind: 'defect' }
  return status === 429 || status === 503 ? { kind: 'wait', seconds: retryAfterSeconds ?? 1 } : null
}

function failureOf({ doc }: Member, result: BatchItemResult): BroadcastFailure | null {
  if (result.success || ACCEPTED.includes(result.error.code)) return null
  const { code, message } = result.error
  // Without the address, which may be erased later.
  const reason = message.includes(doc.email) ? ERROR_TABLE[code].message : message
  return { contact_id: doc._id, code, reason }
}
