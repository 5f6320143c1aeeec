import { Pool } from 'undici'
import { bearer } from './accept.js'
import { mailTo } from './accepted-row.js'
import { startFloor } from './commands.js'
import { cpuMs, type Ground, say, startApi } from './ground.js'
import { inLanes } from './in-lanes.js'
import { percentile } from './percentile.js'

export interface AcceptBatchOptions {
  rounds: number
  seconds: number
}

/** One round of batches. */
export interface BatchRound {
  /** Mails per second. */
  perSecond: number
  /** Time of a batch, in ms. */
  p50Ms: number
  p99Ms: number
  /** CPU time for each mail, in ms; null on systems that do not report it. */
  processCpuMs: number | null
  mongoCpuMs: number | null
}

export type AcceptBatchResult = Record<'batches' | 'floor', BatchRound[]>

const CONNECTIONS = 4
const ITEMS = 1_000
const WARM_UP_SECONDS = 4

/** Measures how many mails the API accepts in batches with no worker running, beside the bare inserts. */
export async function measureAcceptingBatches(ground: Ground, options: AcceptBatchOptions): Promise<AcceptBatchResult> {
  const product = await startApi(ground, ground.settings('accept_batch'))
  const floor = await startFloor('accept-batch-floor.ts', ground.settings('accept_batch_floor'))
  const pool = new Pool(product.url, { connections: CONNECTIONS })
  const headers = { 'content-type': 'application/json', ...bearer(product.testKey) }
  const send = () => sendBatch(pool, headers)
  const ways = {
    batches: { pid: product.pid, run: (seconds: number) => inLanes({ lanes: CONNECTIONS, seconds }, send) },
    floor: {
      pid: floor.pid,
      run: (seconds: number) => floor.run<Run>('insert', { lanes: CONNECTIONS, seconds, items: ITEMS }),
    },
  }
  const names = ['batches', 'floor'] as const
  const result: AcceptBatchResult = { batches: [], floor: [] }
  try {
    for (const name of names) await ways[name].run(WARM_UP_SECONDS)
    for (let round = 1; round <= options.rounds; round += 1) {
      for (const name of round % 2 ? names : names.toReversed()) {
        const { pid, run } = ways[name]
        const measured = await measure([pid, ground.mongoPid], () => run(options.seconds))
        result[name].push(measured)
        say(`round ${round} of ${options.rounds}, ${name}: ${Math.round(measured.perSecond)} mails/s`)
      }
    }
  } finally {
    await pool.close()
    await Promise.all([product.close(), floor.close()])
  }
  return result
}

type Run = Awaited<ReturnType<typeof inLanes>>

async function measure(pids: number[], run: () => Promise<Run>): Promise<BatchRound> {
  const before = await Promise.all(pids.map(cpuMs))
  const { tookMs, elapsedMs } = await run()
  const after = await Promise.all(pids.map(cpuMs))
  const mails = tookMs.length * ITEMS
  const [processCpuMs, mongoCpuMs] = before.map((ms, index) =>
    ms === null || after[index] == null ? null : (after[index] - ms) / mails,
  ) as [number | null, number | null]
  const sorted = tookMs.toSorted((one, other) => one - other)
  return {
    perSecond: (mails * 1_000) / elapsedMs,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    processCpuMs,
    mongoCpuMs,
  }
}

const PLACEHOLDER = '<key>'
const ITEM = JSON.stringify(mailTo('delivered@example.com', PLACEHOLDER))
let batches = 0

/** Sends a batch. Throws if one of its mails is not accepted. */
async function sendBatch(pool: Pool, headers: Record<string, string>): Promise<void> {
  batches += 1
  const items = Array.from({ length: ITEMS }, (_none, index) => ITEM.replace(PLACEHOLDER, `${batches}-${index}`))
  const body = `[${items.join()}]`
  const response = await pool.request({ method: 'POST', path: '/v1/send/batch', headers, body })
  const text = await response.body.text()
  if (response.statusCode !== 200) throw new Error(`a batch was answered with ${response.statusCode}: ${text}`)
  const refused = (JSON.parse(text) as { success: boolean }[]).find(({ success }) => !success)
  if (refused) throw new Error(`a mail of a batch was refused: ${JSON.stringify(refused)}`)
}
