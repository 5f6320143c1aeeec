import type { ClientRequest } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { type AppConfig, type Composition, compose } from '../src/compose.js'
import { readConfig } from '../src/config.js'
import { MAX_STREAMS } from '../src/event-streams/stream-slots.js'
import { recordEvents } from '../src/services/tracking/events/record-events.js'
import { workerEventDoc } from '../src/services/tracking/events/worker-events.js'
import { acceptedRow, mailTo } from './accepted-row.js'
import { type Account, createAccounts } from './accounts.js'
import { openEventStream, type StreamQuery } from './event-stream.js'
import { type Ground, say, startApi, startSubject } from './ground.js'
import { percentile } from './percentile.js'
import { residentBytes } from './process-memory.js'
import { until } from './until.js'

export interface LiveOptions {
  seconds: number
  /** Subscribers. */
  streams: number
}

/** One kind of subscription. */
export interface LiveRow {
  name: string
  subscribers: number
  /** Arrivals at subscribers that were measured. */
  arrivals: number
  /** What the API process keeps for each subscriber, in bytes, without garbage. */
  heapBytesEach: number
  /** How much its memory grew for each, in bytes, with garbage; null on systems that do not report it. */
  bytesEach: number | null
  /** Time from the beginning of the write of an event until it has reached a subscriber, in ms. */
  p50Ms: number
  p99Ms: number
  maxMs: number
}

/** Events per second to timelines of single messages, spread over them. */
const TIMELINE_EVENTS = 500
const TICK_MS = 20
const SECOND_MS = 1_000
const WARM_UP_SECONDS = 5
const WARM_UP_STREAMS = 50
/** Subscriptions start to listen a moment after their response has begun. */
const SETTLE_MS = 2_000

const TIMELINE = 'subscription ($messageId: ID!) { messageTimeline(messageId: $messageId) { id } }'

type Message = { _id: string; account_id: string }

/** A subscriber with what it reads. */
interface Subscription {
  key: string
  query: StreamQuery
}

/**
 * Measures how fast events reach many subscribers: those of the timelines of single messages, and those of all events of
 * their account. One worker process numbers the events.
 */
export async function measureLive(ground: Ground, options: LiveOptions): Promise<LiveRow[]> {
  const settings = ground.settings('live')
  const worker = await startSubject([ground.main], { ...settings, ROLES: 'worker,scheduler' }, /"msg":"started"/)
  const parts = await compose(readConfig(settings) as AppConfig, {
    log: pino({ level: 'warn' }),
    hintConnectionMode: 'wait',
  })
  try {
    const accounts = await createAccounts(Math.ceil(options.streams / MAX_STREAMS), parts)
    const messages = await insertMessages(parts, accounts, options.streams)
    const keyOf = new Map(accounts.map(({ id, key }) => [id, key]))
    const timelines = messages.map(({ _id, account_id }) => ({
      key: keyOf.get(account_id)!,
      query: { query: TIMELINE, variables: { messageId: _id } },
    }))
    const all = messages.map(({ account_id }) => ({
      key: keyOf.get(account_id)!,
      query: { query: 'subscription { accountEvents { id } }' },
    }))
    const perTick = (TIMELINE_EVENTS * TICK_MS) / SECOND_MS
    const spread = (tick: number) =>
      Array.from({ length: perTick }, (_none, index) => messages[((tick * perTick + index) * 7_919) % messages.length]!)
    const oneEach = () => accounts.map(({ id }) => messages.find(({ account_id }) => account_id === id)!)
    // Each with an API process of its own, so that the memory of the first does not count for the second.
    const withApi = async (name: string, load: Load): Promise<LiveRow> => {
      const product = await startApi(ground, settings)
      try {
        return await measure(name, { parts, product, seconds: options.seconds }, load)
      } finally {
        await product.close()
      }
    }
    return [
      await withApi(`timelines, ${TIMELINE_EVENTS} events/s over all`, {
        subscriptions: timelines,
        everyMs: TICK_MS,
        targets: spread,
        copies: 1,
      }),
      await withApi('accounts, an event/s of each', {
        subscriptions: all,
        everyMs: SECOND_MS,
        targets: oneEach,
        copies: messages.length / accounts.length,
      }),
    ]
  } finally {
    await parts.close()
    await worker.close()
  }
}

interface Load {
  subscriptions: Subscription[]
  everyMs: number
  /** The messages that get an event at a tick. */
  targets(tick: number): Message[]
  /** How many subscribers each event has, on average. */
  copies: number
}

interface LiveSubject {
  parts: Composition
  product: { url: string; pid: number; heapBytes(): Promise<number> }
  seconds: number
}

async function measure(
  name: string,
  { parts, product, seconds }: LiveSubject,
  { subscriptions, everyMs, targets, copies }: Load,
): Promise<LiveRow> {
  const writtenAt = new Map<string, number>()
  const tookMs: number[] = []
  const onEvent = (text: string) => {
    const at = writtenAt.get(/"id":"(\w+)"/.exec(text)?.[1] ?? '')
    if (at === undefined) throw new Error(`an unexpected message on a stream: ${text}`)
    tookMs.push(performance.now() - at)
  }
  const open: ClientRequest[] = []
  try {
    await warmUp(product.url, subscriptions)
    const heapBefore = await product.heapBytes()
    const before = await residentBytes(product.pid)
    for (const { key, query } of subscriptions) open.push(await openEventStream(product.url, key, query, onEvent))
    await delay(SETTLE_MS)
    const after = await residentBytes(product.pid)
    say(`${open.length} subscribers are connected`)

    const run = async (forSeconds: number) => {
      tookMs.length = 0
      writtenAt.clear()
      const ticks = Math.round((forSeconds * 1_000) / everyMs)
      const writing: Promise<unknown>[] = []
      const startedAt = performance.now()
      for (let tick = 0; tick < ticks; tick += 1) {
        await delay(Math.max(0, startedAt + tick * everyMs - performance.now()))
        const events = targets(tick).map((message) => opened(parts, message))
        for (const { _id } of events) writtenAt.set(_id, performance.now())
        writing.push(recordEvents(parts.models, parts.conveyor, events))
      }
      await Promise.all(writing)
      await until('all events have arrived', () => tookMs.length >= writtenAt.size * copies)
    }
    await run(WARM_UP_SECONDS)
    await run(seconds)
    const heapAfter = await product.heapBytes()
    const sorted = tookMs.toSorted((one, other) => one - other)
    return {
      name,
      subscribers: subscriptions.length,
      arrivals: sorted.length,
      heapBytesEach: (heapAfter - heapBefore) / subscriptions.length,
      bytesEach: before === null || after === null ? null : (after - before) / subscriptions.length,
      p50Ms: percentile(sorted, 0.5),
      p99Ms: percentile(sorted, 0.99),
      maxMs: sorted.at(-1)!,
    }
  } finally {
    for (const stream of open) stream.destroy()
  }
}

/** Opens and closes streams, so that what a process needs only once is not counted for each subscriber. */
async function warmUp(url: string, subscriptions: Subscription[]): Promise<void> {
  const first = subscriptions.slice(0, WARM_UP_STREAMS)
  const streams = await Promise.all(first.map(({ key, query }) => openEventStream(url, key, query, () => undefined)))
  for (const stream of streams) stream.destroy()
  await delay(SETTLE_MS)
}

/** Writes messages of the accounts in turns that are sent already. */
async function insertMessages({ models, newId }: Composition, accounts: Account[], count: number): Promise<Message[]> {
  const rows = Array.from({ length: count }, (_none, index) => {
    const mail = mailTo('delivered@example.com', `live-${index}`)
    const { dispatch_at: _due, ...row } = acceptedRow(newId('message'), accounts[index % accounts.length]!.id, mail, '')
    return { ...row, status: 'sent' as const }
  })
  await models.messages.collection.insertMany(rows)
  return rows.map(({ _id, account_id }) => ({ _id, account_id }))
}

function opened({ newId }: Composition, message: Message) {
  const occurredAt = new Date()
  const occurrence = newId('event')
  return workerEventDoc(newId, message, { type: 'opened', payload: {}, occurredAt, occurrence })
}
