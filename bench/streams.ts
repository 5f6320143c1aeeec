import { readFile } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { api, cpuMs, type Ground, say, startApi, startSubject } from './ground.js'
import { median } from './median.js'
import { percentile } from './percentile.js'

/** The cost of many open streams, and the delay until an event reaches them. */
export interface StreamsResult {
  streams: number
  /** Memory of the API process per open stream, in bytes; null on systems that do not report it. */
  bytesEach: number | null
  /** CPU use of all streams together while idle, as a share of one core. */
  idleCpu: number | null
  /** Time from the response to a send until its event has reached a stream, in ms, over all streams and events. */
  reachMs: { median: number; p99: number; last: number }
}

const IDLE_MS = 10_000
const EVENTS = 10
const QUERY = 'subscription { accountEvents(types: [DELIVERED]) { id } }'

/** Opens this many subscriptions on one API process and sends a few messages to them. */
export async function measureStreams(ground: Ground, streams: number): Promise<StreamsResult> {
  const settings = ground.settings('streams')
  const product = await startApi(ground, settings)
  const worker = await startSubject([ground.main], { ...settings, ROLES: 'worker,scheduler' }, /"msg":"started"/)
  const arrivals: ((at: number) => void)[] = []
  const open: ClientRequest[] = []
  try {
    const key = settings.BOOTSTRAP_ADMIN_KEY!
    const before = await residentBytes(product.pid)
    for (let index = 0; index < streams; index += 1) {
      open.push(await openStream(product.url, key, () => arrivals[index]?.(performance.now())))
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
      await api(product.url, product.testKey, 'POST', '/v1/send', mail(event))
      const sentAt = performance.now()
      waits.push(...(await reached).map((at) => Math.max(0, at - sentAt)))
      say(`event ${event} of ${EVENTS} reached ${streams} streams`)
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

/** Resolves once the stream is open. */
function openStream(url: string, key: string, onEvent: () => void): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const stream = request(
      `${url}/graphql?query=${encodeURIComponent(QUERY)}`,
      { agent: false, headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' } },
      (response) => {
        if (response.statusCode !== 200) reject(new Error(`a stream was refused with ${response.statusCode}`))
        response.on('data', (chunk: Buffer) => {
          if (chunk.includes('event: next')) onEvent()
        })
        resolve(stream)
      },
    )
    stream.on('error', reject)
    stream.end()
  })
}

/** Resident memory of a process; null on systems that do not report it. */
async function residentBytes(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
  return kilobytes === undefined ? null : Number(kilobytes) * 1_024
}
