import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { bearer, bodyFor, load } from './accept.js'
import { cpuMs, type Ground, say } from './ground.js'
import { percentile } from './percentile.js'
import { sendSteadily } from './steady-sends.js'
import { until } from './until.js'
import { startAcceptFloor, startWholeWay, type WholeWay } from './whole-way.js'

/** One round of load: all that was accepted, until its last webhook has arrived and is recorded. */
export interface EndToEndRound {
  acceptedPerSecond: number
  acceptP99Ms: number
  /** Webhooks that arrived during the load, as a share of the messages that were accepted in it. */
  duringShare: number
  /** Messages per second from the start of the load until the last webhook is recorded. */
  endToEndPerSecond: number
  /** CPU time for each message, in ms; null where it is unknown. */
  cpu: Record<'api' | 'worker' | 'mongod', number | null>
  /** Messages per second that the floor of accepting takes in. */
  floorPerSecond: number
}

/** Time from the response to a send until its webhook arrives, in ms. */
export interface EndToEndLatency {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

export interface EndToEndResult {
  rounds: EndToEndRound[]
  /** None beside other load: it would measure the scheduler of the operating system. */
  latencies: EndToEndLatency[]
}

export interface EndToEndOptions {
  rounds: number
  seconds: number
  connections: number
}

const WARM_UP_SECONDS = 4
const IDLE_PER_SECOND = 10

/**
 * Measures the whole way of a message, with the API and one worker as separate processes: accepted, sent in test mode
 * (two events), and a webhook for `sent` received by one endpoint. The floor of accepting takes turns with it.
 */
export async function measureEndToEnd(ground: Ground, options: EndToEndOptions): Promise<EndToEndResult> {
  return inRounds(ground, options, async (way, rounds) => {
    const half = Math.min(...rounds.map(({ endToEndPerSecond }) => endToEndPerSecond)) / 2
    return [
      await measureLatency(way, half, options.seconds),
      await measureLatency(way, IDLE_PER_SECOND, options.seconds),
    ]
  })
}

/** The rounds of {@link measureEndToEnd} and its floor, beside a process that keeps one core busy. */
export async function measureBesideLoad(ground: Ground, options: EndToEndOptions): Promise<EndToEndResult> {
  const busy = keepCoreBusy()
  try {
    return await inRounds(ground, options, async () => [])
  } finally {
    busy.kill('SIGKILL')
    await once(busy, 'exit')
  }
}

const keepCoreBusy = (): ChildProcess => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })

async function inRounds(
  ground: Ground,
  options: EndToEndOptions,
  after: (way: WholeWay, rounds: readonly EndToEndRound[]) => Promise<EndToEndLatency[]>,
): Promise<EndToEndResult> {
  const way = await startWholeWay(ground, 'end_to_end')
  const floor = await startAcceptFloor(ground)
  const { product, worker, sinks } = way
  const body = bodyFor('delivered@example.com')
  const target = { name: 'service', ...product, headers: bearer(product.testKey), body } as const
  const floorTarget = { name: 'floor', ...floor, headers: {}, body } as const

  const runRound = async (seconds: number): Promise<EndToEndRound> => {
    const floorRound = await load(floorTarget, { ...options, seconds }, ground.mongoPid)
    const pids = [product.pid, worker.pid, ground.mongoPid]
    const before = await Promise.all(pids.map(cpuMs))
    const [hitsBefore, startedAt] = [sinks.hits(), performance.now()]
    const round = await load(target, { ...options, seconds }, ground.mongoPid)
    const during = sinks.hits() - hitsBefore
    await until('all webhooks have arrived', () => sinks.hits() - hitsBefore >= round.count)
    await way.allRecorded()
    const endToEndPerSecond = (round.count * 1_000) / (performance.now() - startedAt)
    const after = await Promise.all(pids.map(cpuMs))
    const [apiMs, workerMs, mongodMs] = before.map((ms, index) =>
      ms === null || after[index] == null ? null : (after[index] - ms) / round.count,
    )
    return {
      acceptedPerSecond: round.perSecond,
      acceptP99Ms: round.p99Ms,
      duringShare: during / round.count,
      endToEndPerSecond,
      cpu: { api: apiMs!, worker: workerMs!, mongod: mongodMs! },
      floorPerSecond: floorRound.perSecond,
    }
  }

  try {
    await runRound(WARM_UP_SECONDS)
    const rounds: EndToEndRound[] = []
    for (let index = 1; index <= options.rounds; index += 1) {
      const round = await runRound(options.seconds)
      rounds.push(round)
      say(`round ${index} of ${options.rounds}: ${Math.round(round.endToEndPerSecond)} messages/s end to end`)
    }
    return { rounds, latencies: await after(way, rounds) }
  } finally {
    await Promise.all([way.close(), floor.close()])
  }
}

async function measureLatency(
  { product, sinks, arrivals }: WholeWay,
  perSecond: number,
  seconds: number,
): Promise<EndToEndLatency> {
  const hitsBefore = sinks.hits()
  const sent = await sendSteadily({ url: product.url, headers: bearer(product.testKey), perSecond, seconds })
  await until('all webhooks have arrived', () => sinks.hits() - hitsBefore >= sent.length)
  const waits = sent.map(({ id, acceptedAt }) => Math.max(0, arrivals.get(id)! - acceptedAt))
  waits.sort((one, other) => one - other)
  return { perSecond, p50Ms: percentile(waits, 0.5), p99Ms: percentile(waits, 0.99) }
}
