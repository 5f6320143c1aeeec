import { setTimeout as delay } from 'node:timers/promises'
import { mongo } from 'mongoose'
import { bearer, bodyFor, load } from './accept.js'
import { startFloor } from './commands.js'
import { cpuMs, type Ground, say, startApi } from './ground.js'
import type { OpenLoopFigures } from './open-loop.js'
import { peakBytes, residentBytes } from './process-memory.js'

export interface OverloadOptions {
  /** Minutes of load above the capacity. */
  minutes: number
  /** Times the capacity. */
  times: number
}

/** What a process does with more requests than it can answer. */
export interface OverloadResult {
  times: number
  /** Messages accepted per second by clients that wait for their responses, before the load and after it. */
  capacityPerSecond: [before: number, after: number]
  load: Omit<OpenLoopFigures, 'statuses'>
  /** Resident set of the API, in bytes, at the start and after each minute. */
  residentBytes: number[]
  peakBytes: number | null
  /** Accepted messages that are not in the ledger. */
  lost: number
  /** Messages in the ledger whose requests were refused, or got no response. */
  written: { refused: number; unanswered: number }
  /** Cores that each process used on average during the load; null on systems that do not report it. */
  cores: Record<'api' | 'mongod' | 'load', number | null>
}

const RECIPIENT = 'delivered@example.com'
const CONNECTIONS = 256
const WARM_UP_SECONDS = 8
const CAPACITY_SECONDS = 10
const SAMPLE_MS = 60_000
/** Until the API has forgotten how it went. */
const REST_MS = 15_000
const RUN = 1

/**
 * Sends three times as much as the API can accept, on a schedule that does not wait for responses, and compares every response
 * with the ledger.
 */
export async function measureOverload(ground: Ground, { minutes, times }: OverloadOptions): Promise<OverloadResult> {
  const settings = ground.settings('overload')
  const product = await startApi(ground, settings)
  const sender = await startFloor('open-loop.ts', { TARGET_URL: product.url, TARGET_KEY: product.testKey })
  const target = { ...product, name: 'service', headers: bearer(product.testKey), body: bodyFor(RECIPIENT) } as const
  const capacity = async (seconds: number) =>
    (await load(target, { seconds, connections: CONNECTIONS }, ground.mongoPid)).perSecond
  const processes = { api: product.pid, mongod: ground.mongoPid, load: sender.pid }
  try {
    await capacity(WARM_UP_SECONDS)
    const before = await capacity(CAPACITY_SECONDS)
    const perSecond = Math.round(before * times)
    say(`${Math.round(before)} accepted/s; now ${perSecond} requests/s for ${minutes} minutes`)
    const cpuBefore = await cpuOf(processes)
    const memory = watchMemory(product.pid)
    const { statuses, ...figures } = await sender.run<OpenLoopFigures>('load', {
      ...{ perSecond, seconds: minutes * 60, run: RUN },
    })
    const cpuAfter = await cpuOf(processes)
    const resident = await memory.stop()
    say('comparing with the ledger …')
    await delay(REST_MS)
    const codes = new Uint16Array(new Uint8Array(Buffer.from(statuses, 'base64')).buffer)
    return {
      times,
      capacityPerSecond: [before, await capacity(CAPACITY_SECONDS)],
      load: figures,
      residentBytes: resident,
      peakBytes: await peakBytes(product.pid),
      ...(await compare(settings.MONGODB_URI!, codes)),
      cores: coresOf(cpuBefore, cpuAfter, figures.seconds),
    }
  } finally {
    await sender.close()
    await product.close()
  }
}

type Processes = Record<'api' | 'mongod' | 'load', number>
type Cpu = Record<keyof Processes, number | null>

const cpuOf = async ({ api, mongod, load: sender }: Processes): Promise<Cpu> => ({
  ...{ api: await cpuMs(api), mongod: await cpuMs(mongod), load: await cpuMs(sender) },
})

function coresOf(before: Cpu, after: Cpu, seconds: number): Cpu {
  const share = (name: keyof Cpu) =>
    before[name] === null || after[name] === null ? null : (after[name] - before[name]) / 1_000 / seconds
  return { api: share('api'), mongod: share('mongod'), load: share('load') }
}

/** Notes the memory of a process every minute. */
function watchMemory(pid: number) {
  const samples: number[] = []
  const stopping = new AbortController()
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      samples.push((await residentBytes(pid)) ?? 0)
      say(`after ${samples.length - 1} min: ${Math.round(samples.at(-1)! / 2 ** 20)} MiB`)
      await delay(SAMPLE_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return {
    async stop(): Promise<number[]> {
      stopping.abort()
      await watching
      return [...samples, (await residentBytes(pid)) ?? 0]
    },
  }
}

/** Compares the responses with the messages in the ledger. */
async function compare(uri: string, statuses: Uint16Array): Promise<Pick<OverloadResult, 'lost' | 'written'>> {
  const client = await new mongo.MongoClient(uri).connect()
  try {
    const isWritten = new Uint8Array(statuses.length)
    const rows = client
      .db()
      .collection('messages')
      .find({}, { projection: { _id: 0, idempotency_key: 1 } })
    for await (const { idempotency_key: key } of rows) {
      const index = /^run-1-(\d+)$/.exec(key)?.[1]
      if (index !== undefined) isWritten[Number(index)] = 1
    }
    const count = (holds: (status: number, written: boolean) => boolean) =>
      statuses.reduce((sum, status, index) => sum + (holds(status, isWritten[index] === 1) ? 1 : 0), 0)
    return {
      lost: count((status, written) => status === 201 && !written),
      written: {
        refused: count((status, written) => status > 201 && written),
        unanswered: count((status, written) => status === 0 && written),
      },
    }
  } finally {
    await client.close()
  }
}
