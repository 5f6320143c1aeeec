import autocannon from 'autocannon'
import { mailTo } from './accepted-row.js'
import { cpuMs, type Ground, say, startApi, startSubject } from './ground.js'

export interface AcceptOptions {
  rounds: number
  seconds: number
  connections: number
}

/** One round of load on one server. */
export interface Round {
  /** Messages that were accepted. */
  count: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** CPU time for each message, in ms; null on systems that do not report it. */
  serverCpuMs: number | null
  mongoCpuMs: number | null
}

/** What is measured: the service with simulated sends, the service with charged sends, and the floor. */
export type Candidate = 'simulated' | 'charged' | 'floor'

export type AcceptResult = Record<Candidate, Round[]>

/** Load before the measurement, so that the code of each candidate is compiled. */
const WARM_UP_SECONDS = 8

/** A mail of about 1 KB. The load gives each its own idempotency key. */
export const bodyFor = (email: string) => JSON.stringify(mailTo(email, 'bench-[<id>]'))
/** The only address to which a new account can send real mail. */
const OWNER = 'owner@postline.localhost'

/** A server under load. */
export interface Target {
  name: Candidate
  url: string
  pid: number
  headers: Record<string, string>
  body: string
}

/**
 * Measures accepted messages per second: the service and the floor take turns under the same load, so that other load
 * on the machine affects them alike.
 */
export async function measureAccepting(ground: Ground, options: AcceptOptions): Promise<AcceptResult> {
  const product = await startApi(ground, ground.settings('product'))
  const floor = await startSubject(['--import', 'tsx', 'bench/floor-server.ts'], ground.settings('floor'), /^floor at /)
  const targets: Target[] = [
    { name: 'simulated', ...product, headers: bearer(product.testKey), body: bodyFor('delivered@example.com') },
    { name: 'charged', ...product, headers: bearer(product.adminKey), body: bodyFor(OWNER) },
    { name: 'floor', ...floor, url: floor.readyLine.slice('floor at '.length), headers: {}, body: bodyFor(OWNER) },
  ]
  const result: AcceptResult = { simulated: [], charged: [], floor: [] }
  try {
    for (const target of targets) await load(target, { ...options, seconds: WARM_UP_SECONDS }, ground.mongoPid)
    for (let round = 1; round <= options.rounds; round += 1) {
      // Each candidate goes first in every other round.
      for (const target of round % 2 ? targets : [...targets].reverse()) {
        const measured = await load(target, options, ground.mongoPid)
        result[target.name].push(measured)
        say(`round ${round} of ${options.rounds}, ${target.name}: ${Math.round(measured.perSecond)} accepted/s`)
      }
    }
  } finally {
    await Promise.all([product.close(), floor.close()])
  }
  return result
}

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

/** Keeps every connection busy with sends. Throws if one is not accepted. */
export async function load(
  { name, url, pid, headers, body }: Target,
  options: Pick<AcceptOptions, 'seconds' | 'connections'>,
  mongoPid: number,
): Promise<Round> {
  const before = await Promise.all([cpuMs(pid), cpuMs(mongoPid)])
  const startedAt = performance.now()
  const { latency, non2xx, errors, ...rest } = await autocannon({
    url: `${url}/v1/send`,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    idReplacement: true,
    connections: options.connections,
    duration: options.seconds,
  })
  const elapsedSeconds = (performance.now() - startedAt) / 1_000
  const after = await Promise.all([cpuMs(pid), cpuMs(mongoPid)])
  if (non2xx > 0 || errors > 0) throw new Error(`${name}: ${non2xx} responses were not 2xx, ${errors} requests failed`)
  const count = rest['2xx']
  const each = (index: 0 | 1) =>
    before[index] === null || after[index] === null ? null : (after[index] - before[index]) / count
  return {
    count,
    perSecond: count / elapsedSeconds,
    p50Ms: latency.p50,
    p99Ms: latency.p99,
    serverCpuMs: each(0),
    mongoCpuMs: each(1),
  }
}
