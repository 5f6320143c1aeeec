import type { TimelineEventType } from '../../../contract/events.js'
import { Batcher } from '../../../lib/concurrency/batcher.js'
import { readMailbox } from '../../../lib/mail/addresses.js'
import type { ContactActivity } from '../../../models/contact.js'
import type { EventDoc } from '../../../models/event.js'
import type { Models } from '../../../models/index.js'
import { recipientsIn, recipientTerm } from '../../platform/search/message-terms.js'

const MAX_GROUP_ITEMS = 500

const FIELDS: Partial<Record<TimelineEventType, keyof ContactActivity>> = {
  opened: 'opened_at',
  clicked: 'clicked_at',
  bounced: 'bounced_at',
}

/**
 * Records when contacts last opened a mail or clicked in it, and when mail to them last bounced. Segments ask for it.
 *
 * Runs in the fan-out of the events, before they are closed, so it also happens if a process dies. Only the latest time
 * counts, so repeating it is harmless.
 */
export class ContactActivityLog {
  readonly #models: Pick<Models, 'messages' | 'contacts'>
  readonly #group: Batcher<EventDoc, undefined>

  constructor({ models }: { models: Pick<Models, 'messages' | 'contacts'> }) {
    this.#models = models
    this.#group = new Batcher((events) => this.#write(events), { maxItems: MAX_GROUP_ITEMS })
  }

  /** Resolves when the activity of the contacts includes this event. Repeatable, in any order. */
  async follow(event: EventDoc): Promise<void> {
    // What a test key simulates says nothing about a person.
    if (FIELDS[event.type] && !event.test_mode) await this.#group.add(event)
  }

  async #write(events: EventDoc[]): Promise<undefined> {
    const { messages, contacts } = this.#models
    const named = {
      _id: { $in: events.map(({ message_id }) => message_id) },
      account_id: { $in: [...new Set(events.map(({ account_id }) => account_id))] },
    }
    const rows = await messages.collection.find(named, { hint: { _id: 1 }, projection: { search: 1 } }).toArray()
    const searchById = new Map(rows.map(({ _id, search }) => [_id, search]))
    const updates = events.flatMap((event) =>
      whoseEvent(event, recipientsIn(searchById.get(event.message_id) ?? [])).map((email) => ({
        updateOne: {
          filter: { account_id: event.account_id, email },
          update: { $max: { [`activity.${FIELDS[event.type]!}`]: event.occurred_at } },
        },
      })),
    )
    if (updates.length > 0) await contacts.collection.bulkWrite(updates, { ordered: false })
    return undefined
  }
}

/** Those of the recipients of a mail that an event is about. Of several, nobody knows who opened it. */
function whoseEvent({ type, payload }: EventDoc, recipients: string[]): string[] {
  const bounced = type === 'bounced' ? bouncedAddresses(payload) : []
  if (bounced.length > 0) return recipients.filter((recipient) => bounced.includes(recipient))
  return recipients.length === 1 ? recipients : []
}

/** The addresses in a report of a bounce, which has the shape that SES gives it. */
function bouncedAddresses({ bounce }: Record<string, unknown>): string[] {
  const { bouncedRecipients } = (bounce ?? {}) as { bouncedRecipients?: unknown }
  if (!Array.isArray(bouncedRecipients)) return []
  return bouncedRecipients.flatMap((recipient: { emailAddress?: unknown } | null) => {
    const text = recipient?.emailAddress
    const mailbox = typeof text === 'string' ? readMailbox(text) : null
    return mailbox ? recipientTerm(mailbox.email) : []
  })
}
