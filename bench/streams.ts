import type { ClientRequest } from 'node:http'
import { MAX_STREAMS } from '../src/event-streams/stream-slots.js'
import { createKeys } from './accounts.js'
import { openEventStream } from './event-stream.js'
import { api, cpuMs, type Ground, say, startApi, startSubject } from './ground.js'
import { median } from './median.js'
import { percentile } from './percentile.js'
import { residentBytes } from './process-memory.js'

/** The cost of many open streams, and the delay until an event reaches them. */
export interface StreamsResult {
  streams: number
  /** Memory of the API process per open stream, in bytes; null on systems that do not report it. */
  bytesEach: number | null
  /** CPU use of all streams together while idle, as a share of one core. */
  idleCpu: number | null
  /** Time from the responses to the sends until an event has reached a stream, in ms, over all streams and events. */
  reachMs: { median: number; p99: number; last: number }
}

const IDLE_MS = 10_000
const EVENTS = 10
const QUERY = { query: 'subscription { accountEvents(types: [DELIVERED]) { id } }' }

/** Opens this many subscriptions on one API process, and sends a few messages to each of their accounts. */
export async function measureStreams(ground: Ground, streams: number): Promise<StreamsResult> {
  const settings = ground.settings('streams')
  const product = await startApi(ground, settings)
  const worker = await startSubject([ground.main], { ...settings, ROLES: 'worker,scheduler' }, /"msg":"started"/)
  const arrivals: ((at: number) => void)[] = []
  const open: ClientRequest[] = []
  try {
    const keys = await createKeys(settings, product.url, Math.ceil(streams / MAX_STREAMS))
    const before = await residentBytes(product.pid)
    for (let index = 0; index < streams; index += 1) {
      const { adminKey } = keys[index % keys.length]!
      open.push(await openEventStream(product.url, adminKey, QUERY, () => arrivals[index]?.(performance.now())))
      if ((index + 1) % 500 === 0) say(`${index + 1} of ${streams} streams are open`)
    }
    const after = await residentBytes(product.pid)
    const cpuBefore = await cpuMs(product.pid)
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
    const cpuAfter = await cpuMs(product.pid)

    const waits: number[] = []
    for (let event = 1; event <= EVENTS; event += 1) {
      const reached = Promise.all(
        Array.from(
          { length: streams },
          (_none, index) => new Promise<number>((resolve) => (arrivals[index] = resolve)),
        ),
      )
      await Promise.all(keys.map(({ testKey }) => api(product.url, testKey, 'POST', '/v1/send', mail(event))))
      const sentAt = performance.now()
      waits.push(...(await reached).map((at) => Math.max(0, at - sentAt)))
      say(`event ${event} of ${EVENTS} has reached ${streams} streams`)
    }
    waits.sort((one, other) => one - other)
    return {
      streams,
      bytesEach: before === null || after === null ? null : (after - before) / streams,
      idleCpu: cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) / IDLE_MS,
      reachMs: { median: median(waits), p99: percentile(waits, 0.99), last: waits.at(-1)! },
    }
  } finally {
    for (const stream of open) stream.destroy()
    await Promise.all([product.close(), worker.close()])
  }
}

const mail = (index: number) => ({
  channel: 'email',
  idempotency_key: `stream-${index}`,
  destination: { email: 'delivered@example.com' },
  payload: { subject: 'Hello', body_text: 'A text.' },
})
