import { setTimeout as delay } from 'node:timers/promises'
import { bearer } from './accept.js'
import { cpuMs, type Ground, say } from './ground.js'
import { median } from './median.js'
import { percentile } from './percentile.js'
import { type Sent, sendSteadily } from './steady-sends.js'
import { until } from './until.js'
import { startAcceptFloor, startWholeWay, type WholeWay } from './whole-way.js'

export interface RatesOptions {
  rounds: number
  seconds: number
}

/** What is counted from the start to the end of a run. */
interface Counts {
  /** CPU time of our processes, in ms; null where it is unknown. */
  ownCpu: number | null
  mongodCpu: number | null
  valkeyCpu: number | null
  /** Commands to MongoDB. */
  commands: number
  /** Times that MongoDB has synced its journal. */
  syncs: number
}

/** One round at a rate: counts for each message, or for each second without any. */
export interface RateRound {
  each: Counts
  /** From the request to its response. */
  response: Latency | null
  /** From the response to the webhook. The floor has none. */
  webhook: Latency | null
}

interface Latency {
  p50Ms: number
  p99Ms: number
}

/** The rounds at a rate, in messages a second. */
export interface RateResult {
  perSecond: number
  service: RateRound[]
  floor: RateRound[]
}

const RATES = [10, 50, 200]
const WARM_UP_SECONDS = 6
/** So long after the last webhook its outcome is in the ledger. To ask for it would be commands, too. */
const SETTLE_MS = 500
/** Commands that watch the server, and our own. */
const NOT_COUNTED = ['hello', 'isMaster', 'ping', 'serverStatus']

/**
 * Measures what a message costs on its whole way, as in the end-to-end benchmark, at steady rates that leave the machine
 * idle most of the time, and what the service costs without any. The floor of accepting gets the same mails.
 */
export async function measureRates(ground: Ground, { rounds, seconds }: RatesOptions): Promise<RateResult[]> {
  const way = await startWholeWay(ground, 'rates')
  const floor = await startAcceptFloor(ground)
  const service = { url: way.product.url, headers: bearer(way.product.testKey) }
  const count = (pids: readonly number[]) => countNow(way, ground, pids)
  const runService = (perSecond: number) => {
    const hitsBefore = way.sinks.hits()
    return runRound(count, [way.product.pid, way.worker.pid], async () => {
      const sent = await sendOrRest({ ...service, perSecond, seconds })
      await until('all webhooks have arrived', () => way.sinks.hits() - hitsBefore >= sent.length)
      return { sent, seconds, arrivals: way.arrivals }
    })
  }
  const runFloor = (perSecond: number) =>
    runRound(count, [floor.pid], async () => ({
      sent: await sendOrRest({ url: floor.url, headers: {}, perSecond, seconds }),
      ...{ seconds, arrivals: null },
    }))

  try {
    for (const target of [service, { url: floor.url, headers: {} }]) {
      await sendSteadily({ ...target, perSecond: RATES.at(-1)!, seconds: WARM_UP_SECONDS })
    }
    await delay(SETTLE_MS)
    const results = [0, ...RATES].map((perSecond): RateResult => ({ perSecond, service: [], floor: [] }))
    for (let round = 1; round <= rounds; round += 1) {
      for (const result of results) {
        result.service.push(await runService(result.perSecond))
        result.floor.push(await runFloor(result.perSecond))
      }
      const figures = results.map(
        ({ perSecond, service }) => `${perSecond}/s ${service.at(-1)!.each.commands.toFixed(1)}`,
      )
      say(`round ${round} of ${rounds}, commands a message: ${figures.slice(1).join(', ')}`)
    }
    return results
  } finally {
    await Promise.all([way.close(), floor.close()])
  }
}

interface Run {
  sent: Sent[]
  seconds: number
  arrivals: ReadonlyMap<string, number> | null
}

type SendOptions = Parameters<typeof sendSteadily>[0]

async function sendOrRest(options: SendOptions): Promise<Sent[]> {
  if (options.perSecond > 0) return sendSteadily(options)
  await delay(options.seconds * 1_000)
  return []
}

async function runRound(
  count: (pids: readonly number[]) => Promise<Counts>,
  pids: readonly number[],
  run: () => Promise<Run>,
): Promise<RateRound> {
  const before = await count(pids)
  const { sent, seconds, arrivals } = await run()
  await delay(SETTLE_MS)
  const after = await count(pids)
  const items = sent.length || seconds
  const each = (name: keyof Counts) =>
    before[name] === null || after[name] === null ? null : (after[name] - before[name]) / items
  return {
    each: {
      ownCpu: each('ownCpu'),
      mongodCpu: each('mongodCpu'),
      valkeyCpu: each('valkeyCpu'),
      commands: each('commands')!,
      syncs: each('syncs')!,
    },
    response: latencyOf(sent.map(({ sentAt, acceptedAt }) => acceptedAt - sentAt)),
    // A webhook can overtake its response.
    webhook: arrivals && latencyOf(sent.map(({ id, acceptedAt }) => Math.max(0, arrivals.get(id)! - acceptedAt))),
  }
}

function latencyOf(waits: number[]): Latency | null {
  if (waits.length === 0) return null
  const sorted = waits.toSorted((one, other) => one - other)
  return { p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99) }
}

async function countNow({ connection }: WholeWay, ground: Ground, pids: readonly number[]): Promise<Counts> {
  const sum = (numbers: (number | null)[]) =>
    numbers.reduce((total, ms) => (total === null || ms === null ? null : total + ms), 0)
  const status = await connection.db!.admin().serverStatus()
  const { commands } = status.metrics as { commands: Record<string, { total?: number }> }
  const counted = Object.entries(commands).filter(([name]) => !NOT_COUNTED.includes(name))
  return {
    ownCpu: sum(await Promise.all(pids.map(cpuMs))),
    mongodCpu: await cpuMs(ground.mongoPid),
    valkeyCpu: await cpuMs(ground.redisPid),
    commands: counted.reduce((total, [, { total: own }]) => total + Number(own ?? 0), 0),
    syncs: Number(status.wiredTiger.log['log sync operations']),
  }
}

/** The median of a figure over rounds; null where it is unknown. */
export function medianOf(rounds: RateRound[], pick: (round: RateRound) => number | null | undefined): number | null {
  const values = rounds.map(pick).filter((value) => value != null)
  return values.length === 0 ? null : median(values)
}
