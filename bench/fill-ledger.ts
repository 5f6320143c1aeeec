import { createHash } from 'node:crypto'
import mongoose from 'mongoose'
import type { Clock } from '../src/clock.js'
import { createIds, idTime, type NewId } from '../src/ids.js'
import type { EventDoc } from '../src/models/event.js'
import type { MessageDoc } from '../src/models/message.js'
import { searchTerms } from '../src/services/platform/search/message-terms.js'
import { newestOf } from '../src/services/tracking/events/status-fields.js'
import { workerEventDoc } from '../src/services/tracking/events/worker-events.js'
import { say } from './ground.js'

export interface LedgerScale {
  /** Messages that the account has already. */
  from?: number
  /** Messages that it has afterwards. */
  to: number
  /** Events of each message. */
  events: 0 | 3
  /** The number of messages that the year will have, by which they get their times. */
  perYear?: number
}

/** Accounts beside the one that is filled. Together they have a tenth of its messages. */
const OTHERS = 1_000
const BATCH = 2_000
/** From the oldest message to the newest. */
const SPAN_MS = 365 * 86_400_000
/** Different words in subjects. */
const WORDS = 5_000
const EVENT_TYPES = ['sent', 'delivered', 'opened'] as const
/** Rows of a benchmark need not survive a crash. */
export const BULK_WRITE = { ordered: false, writeConcern: { w: 1, journal: false } } as const

/**
 * Words by their rank: a low one is common, a high one rare, as in any language. None is the beginning of another, because a
 * search finds beginnings of words.
 */
export const word = (rank: number): string => `word${rank}x`

/** A word that every second row has, and the others another one. */
export const halfOf = (index: number): string => (index % 2 === 1 ? 'odd' : 'even')

/**
 * Writes delivered live messages with their events straight to the ledger, as they are a while after they were sent: of
 * one account, over a year, and in between those of a thousand others.
 */
export async function fillLedger(mongodbUri: string, accountId: string, scale: LedgerScale): Promise<void> {
  const { from = 0, to, events: eventsEach, perYear = to } = scale
  const connection = await mongoose.createConnection(mongodbUri).asPromise()
  const messages = connection.collection<MessageDoc>('messages')
  const events = connection.collection<EventDoc>('events')
  const clock = new YearClock()
  const newId = createIds(clock)
  const others = Array.from({ length: OTHERS }, () => newId('account'))
  const startedAt = performance.now()
  try {
    for (let first = from; first < to; first += BATCH) {
      const count = Math.min(BATCH, to - first)
      const rows = Array.from({ length: count }, (_none, at) => {
        const index = first + at
        clock.set(index / perYear)
        const owners = index % 10 === 0 ? [accountId, others[(index / 10) % OTHERS]!] : [accountId]
        return owners.map((owner) => delivered(newId, owner, index, eventsEach))
      }).flat()
      await Promise.all([
        messages.insertMany(
          rows.map(({ message }) => message),
          BULK_WRITE,
        ),
        eventsEach > 0 &&
          events.insertMany(
            rows.flatMap((row) => row.events),
            BULK_WRITE,
          ),
      ])
      const written = first + count - from
      const perSecond = (written * 1_000) / (performance.now() - startedAt)
      if (written % 50_000 < BATCH) say(`messages filled: ${first + count} of ${to} (${Math.round(perSecond)}/s)`)
    }
    const counter = { $max: { seq: to * eventsEach } }
    await connection
      .collection<{ _id: string }>('event_sequences')
      .updateOne({ _id: accountId }, counter, { upsert: true, writeConcern: { w: 'majority', journal: true } })
  } finally {
    await connection.close()
  }
}

/** A clock that is set to a point of the year that ends now. */
export class YearClock implements Clock {
  readonly #end = Date.now()
  #now = new Date(this.#end - SPAN_MS)
  readonly random = Math.random

  now(): Date {
    return this.#now
  }

  /** @param share of the year, from 0 to 1. */
  set(share: number): void {
    this.#now = new Date(this.#end - SPAN_MS + Math.round(share * SPAN_MS))
  }
}

function delivered(newId: NewId, accountId: string, index: number, eventsEach: number) {
  const _id = newId('message')
  const at = idTime(_id)
  const events = EVENT_TYPES.map((type, place) => finished(newId, { _id, account_id: accountId }, type, index, place))
  const { rank, status } = newestOf(events)
  const email = `person${index % 50_000}@example${index % 500}.org`
  const words = [1, 2, 3].map((place) => wordOf(index, place)).join(' ')
  const subject = `Order ${index} ${words} ${halfOf(index)}`
  const tags = { campaign: `campaign-${index % 40}`, tenant: 'acme' }
  const message: MessageDoc = {
    ...{ _id, account_id: accountId, idempotency_key: `order-${index}`, request_hash: digest(_id) },
    ...{ channel: 'email', message_type: 'transactional', key_id: 'key_01kajqw1y3h7g5d2s9p8n6m4q0' },
    ...{ test_mode: false, test_send: false, tracking: null, status, accepted_status: 'queued', status_rank: rank },
    ...{ scheduled_at: null, tags, provider_message_id: providerId(_id), sent_at: at, updated_at: at },
    charge: { hold: digest(_id), at, period: at.toISOString().slice(0, 7), micros: 400, count: 1, state: 'charged' },
    search: searchTerms({ subject, addresses: [email], tags }),
    content: {
      ...{ from: { name: 'Acme', email: 'orders@acme.example' }, to: [{ name: null, email }], cc: [], bcc: [] },
      ...{ reply_to: [], subject, html: `<p>${'Thank you for your order. '.repeat(20)}</p>` },
      ...{ text: 'Thank you for your order. '.repeat(12), headers: [], attachments: [] },
    },
    ...{ deferrals: 0, first_attempt_at: null, crashes: 0 },
  }
  return { message, events: events.slice(0, eventsEach) }
}

/** An event whose fan-out is done. */
function finished(
  newId: NewId,
  message: Pick<MessageDoc, '_id' | 'account_id'>,
  type: (typeof EVENT_TYPES)[number],
  index: number,
  place: number,
): EventDoc {
  const payload = { provider_message_id: providerId(message._id) }
  const row = workerEventDoc(newId, message, { type, payload, occurredAt: idTime(message._id) })
  const { fanout_at: _due, enqueued_at: _mark, ...rest } = row
  return { ...rest, seq: index * EVENT_TYPES.length + place + 1 }
}

/** The words of the subject of a message: those with low ranks are in most. */
function wordOf(index: number, place: number): string {
  const share = (((index * 7_919 + place * 50_021) % 99_991) + 1) / 99_991
  return word(Math.floor(WORDS ** share))
}

const providerId = (messageId: string) => `0102${messageId.slice(4)}-000000`
const digest = (text: string) => createHash('sha256').update(text).digest('hex')
