import mongoose from 'mongoose'
import { Pool } from 'undici'
import type { MessageDoc } from '../src/models/message.js'
import { encodeCursor, listById } from '../src/services/platform/pages.js'
import { bearer } from './accept.js'
import { mailTo } from './accepted-row.js'
import { startFloor } from './commands.js'
import { fillLedger } from './fill-ledger.js'
import { api, type Ground, say, startApi } from './ground.js'
import { inLanes } from './in-lanes.js'
import { PAGE, REPLAYED, replayedKey, sampleLedger, searchText } from './ledger-samples.js'
import { percentile } from './percentile.js'

export interface ReadOptions {
  rounds: number
  seconds: number
  /** Messages of the account that is read. */
  ledger: number
  /** Connections. */
  readers: number
}

/** One round of one kind of request. */
export interface ReadRound {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Queries per second of the driver alone. */
  floorPerSecond: number
}

export interface ReadResult {
  messages: number
  readers: number
  kinds: { name: string; rounds: ReadRound[] }[]
}

const LATE_PAGE = 5_000
const EVENTS_EACH = 3
const WARM_UP_SECONDS = 2

/** Measures reading the messages of one account, among a thousand others, beside the same queries of the driver. */
export async function measureReading(ground: Ground, options: ReadOptions): Promise<ReadResult> {
  const { ledger: count, readers, rounds, seconds } = options
  const settings = ground.settings('read')
  const product = await startApi(ground, settings)
  const connection = await mongoose.createConnection(settings.MONGODB_URI!).asPromise()
  const account = await connection.collection<{ _id: string }>('accounts').findOne({})
  const floor = await startFloor('read-floor.ts', settings)
  const pool = new Pool(product.url, { connections: readers })
  try {
    await fillLedger(settings.MONGODB_URI!, account!._id, { to: count, events: EVENTS_EACH })
    await sendReplayed(product.url, product.testKey)
    const latePage = Math.max(2, Math.min(LATE_PAGE, Math.floor(count / PAGE / 2)))
    const messages = connection.collection<MessageDoc>('messages')
    const samples = await sampleLedger(messages, account!._id, { count, latePage })
    await floor.run('sample', { count, latePage })

    const get = (path: string) => request(pool, product.adminKey, 'GET', path)
    const list = (query: string) => get(`/v1/messages?limit=${PAGE}${query}`)
    // In the order of the floor.
    const kinds: [name: string, read: (index: number) => Promise<void>][] = [
      ['a message', (index) => get(`/v1/messages/${samples.ids[(index * 7_919) % samples.ids.length]}`)],
      ['page 1', () => list('')],
      [`page ${latePage}`, () => list(`&cursor=${encodeCursor(listById('message'), samples.beforeLatePage)}`)],
      ['search, two words', (index) => list(`&search=${encodeURIComponent(searchText(index))}`)],
      ['by idempotency key', (index) => get(`/v1/messages?idempotency_key=${replayedKey(index)}`)],
      ['replayed send', (index) => request(pool, product.testKey, 'POST', '/v1/send', replayed(index))],
    ]
    const service = (kind: number, duration: number) => inLanes({ lanes: readers, seconds: duration }, kinds[kind]![1])
    const driver = (kind: number, duration: number) =>
      floor.run<Run>('read', { kind, lanes: readers, seconds: duration })
    const result = kinds.map(([name]) => ({ name, rounds: [] as ReadRound[] }))
    for (const kind of kinds.keys()) {
      await service(kind, WARM_UP_SECONDS)
      await driver(kind, WARM_UP_SECONDS)
    }
    for (let round = 1; round <= rounds; round += 1) {
      for (const [kind, { rounds: measured }] of result.entries()) {
        const first = round % 2 ? await service(kind, seconds) : null
        const bare = await driver(kind, seconds)
        measured.push(roundOf(first ?? (await service(kind, seconds)), bare))
      }
      say(`round ${round} of ${rounds}`)
    }
    return { messages: count, readers, kinds: result }
  } finally {
    await pool.close()
    await Promise.all([connection.close(), product.close(), floor.close()])
  }
}

type Run = Awaited<ReturnType<typeof inLanes>>

function roundOf(service: Run, driver: Run): ReadRound {
  const sorted = service.tookMs.toSorted((one, other) => one - other)
  const perSecond = ({ tookMs, elapsedMs }: Run) => (tookMs.length * 1_000) / elapsedMs
  return {
    perSecond: perSecond(service),
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    floorPerSecond: perSecond(driver),
  }
}

const replayed = (index: number) => mailTo('delivered@example.com', replayedKey(index))

/** Sends what is replayed. No worker runs, so it stays queued. */
async function sendReplayed(url: string, key: string): Promise<void> {
  const items = Array.from({ length: REPLAYED }, (_none, index) => replayed(index))
  await api(url, key, 'POST', '/v1/send/batch', items)
}

/** Makes a request. Throws if it fails. */
async function request(pool: Pool, key: string, method: 'GET' | 'POST', path: string, body?: unknown): Promise<void> {
  const headers = { ...bearer(key), ...(body !== undefined && { 'content-type': 'application/json' }) }
  const text = body === undefined ? null : JSON.stringify(body)
  const response = await pool.request({ method, path, headers, body: text })
  const answer = await response.body.text()
  if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${answer}`)
}
