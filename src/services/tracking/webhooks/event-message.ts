import { isPlain } from '../../../lib/json/plain-objects.js'
import { formatMailbox } from '../../../lib/mail/addresses.js'
import { WHOLE_BATCH } from '../../../models/children.js'
import type { EventDoc } from '../../../models/event.js'
import type { Models } from '../../../models/index.js'
import { type LookUp, lookUp, WORKER_BATCHING } from '../../../models/look-up.js'
import type { ContentSummary, MailContent, MessageDoc } from '../../../models/message.js'
import { recipientsIn, recipientTerm } from '../../platform/search/message-terms.js'

/** What the body of a webhook says of a message, so that its handler need not ask for it. */
export interface EventMessage {
  /** Null once it was erased. */
  subject: string | null
  /** The sender, like `Me <me@example.com>`. */
  from: string | null
  /** The addresses of the main recipients. */
  to: string[]
  message_type: MessageDoc['message_type']
  tags: Record<string, string> | null
  /** The sender's own fields of `metadata`. */
  metadata: Record<string, unknown>
}

/** The message of an event, and whom the event is about. */
export interface EventSubject {
  /** Null for mail that came in. */
  message: EventMessage | null
  /** Null if it is not known, such as for an event of a mail to several recipients that names none. */
  recipient: string | null
}

/** The fields of a message that its webhooks show. */
export type MessageInEvents = Pick<
  MessageDoc,
  '_id' | 'message_type' | 'tags' | 'metadata' | 'erased' | 'content_summary'
> &
  // Without the terms, the content has to be whole: the hidden recipients are in neither summary.
  ({ search: string[]; content?: ContentSummary | null } | { search?: never; content: MailContent })

/** What to read for a {@link MessageInEvents}: bodies and files are large. */
export const EVENT_MESSAGE_FIELDS = {
  ...{ message_type: 1, tags: 1, metadata: 1, search: 1, erased: 1, content_summary: 1 },
  ...{ 'content.from': 1, 'content.to': 1, 'content.cc': 1, 'content.subject': 1 },
} as const

export const NO_SUBJECT: EventSubject = { message: null, recipient: null }

/** What the webhooks of an event say of its message; null if there is no such message. */
export function eventSubject(payload: Record<string, unknown>, row: MessageInEvents | null): EventSubject {
  if (!row) return { message: null, recipient: namedIn(payload) }
  const shown = row.content ?? row.content_summary
  return {
    message: {
      subject: shown?.subject ?? null,
      from: shown ? formatMailbox(shown.from) : null,
      to: shown?.to.map(({ email }) => email) ?? [],
      message_type: row.message_type,
      tags: row.tags,
      metadata: row.metadata === undefined ? {} : JSON.parse(row.metadata),
    },
    recipient: namedIn(payload) ?? soleRecipient(row),
  }
}

/** The only recipient of a message; null if it has several. */
function soleRecipient(row: MessageInEvents): string | null {
  const { content, content_summary } = row
  // Terms of an erased recipient stay for a while.
  const [term, ...others] = row.erased ? [] : recipientTermsOf(row)
  if (term === undefined || others.length > 0) return null
  const shown = [...((content ?? content_summary)?.to ?? []), ...((content ?? content_summary)?.cc ?? [])]
  // As its sender wrote it. A hidden one is known by its term alone.
  return shown.find(({ email }) => recipientTerm(email) === term)?.email ?? term
}

function recipientTermsOf({ search, content }: MessageInEvents): string[] {
  if (search) return recipientsIn(search)
  const { to, cc, bcc } = content
  return [...new Set([...to, ...cc, ...bcc].map(({ email }) => recipientTerm(email)))]
}

/** The message of an event, and its account. */
export type MessageOfEvent = Pick<EventDoc, 'message_id' | 'account_id'>

/** Finds the messages of events. Those asked for at the same time share a query. */
export const findEventMessages = (models: Models): LookUp<MessageOfEvent, MessageInEvents | null> =>
  lookUp((events) => readEventMessages(models, events), WORKER_BATCHING)

/** Reads the messages of events, in their order. */
export async function readEventMessages(
  { messages }: Models,
  events: readonly MessageOfEvent[],
): Promise<(MessageInEvents | null)[]> {
  const filter = {
    _id: { $in: [...new Set(events.map(({ message_id }) => message_id))] },
    account_id: { $in: [...new Set(events.map(({ account_id }) => account_id))] },
  }
  const options = { projection: EVENT_MESSAGE_FIELDS, hint: { _id: 1 }, batchSize: WHOLE_BATCH }
  const rows = await messages.collection.find<MessageInEvents>(filter, options).toArray()
  const byId = new Map(rows.map((row) => [row._id, row]))
  return events.map(({ message_id }) => byId.get(message_id) ?? null)
}

/** Where payloads name recipients, in the shapes of SES: as addresses, or as objects with one. */
const PLACES: readonly (readonly [detail: string, list: string])[] = [
  ['delivery', 'recipients'],
  ['bounce', 'bouncedRecipients'],
  ['complaint', 'complainedRecipients'],
  ['deliveryDelay', 'delayedRecipients'],
]

/** The only recipient that a payload names; null if it names none, or several. */
function namedIn(payload: Record<string, unknown>): string | null {
  if (typeof payload.recipient === 'string') return address(payload.recipient)
  const lists = PLACES.flatMap(([detail, list]) => {
    const inner = payload[detail]
    return isPlain(inner) && Array.isArray(inner[list]) ? [inner[list]] : []
  })
  const [only, ...others] = lists.flat()
  if (others.length > 0) return null
  return address(isPlain(only) ? only.emailAddress : only)
}

/** Erased addresses leave a text that is none. */
const address = (value: unknown) => (typeof value === 'string' && value.includes('@') ? value : null)
