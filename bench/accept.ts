import autocannon from 'autocannon'
import { mailTo } from './accepted-row.js'
import { api, cpuMs, type Ground, say, startApi, startSubject } from './ground.js'

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

/** What is measured: the service with its workers idle, the floor, and the service while a worker dispatches. */
export type Candidate = 'service' | 'floor' | 'dispatching'

/** The rounds of one number of connections. */
export interface AcceptResult {
  connections: number
  rounds: Record<Candidate, Round[]>
}

/** Load before the measurement, so that the code of each candidate is compiled. */
const WARM_UP_SECONDS = 8

/** A mail of about 1 KB. The load gives each its own idempotency key. */
export const bodyFor = (email: string) => JSON.stringify(mailTo(email, 'bench-[<id>]'))
/** Measured beside the given number of connections. */
const MANY_CONNECTIONS = 256
const DOMAIN = 'bench.test'
const RECIPIENT = 'delivered@example.com'
/** Entries of the account's suppression list. */
const SUPPRESSED = 100_000
const IMPORT_ENTRIES = 10_000

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
 * on the machine affects them alike. Then the service once more, while a worker dispatches what was accepted.
 */
export async function measureAccepting(ground: Ground, options: AcceptOptions): Promise<AcceptResult[]> {
  const settings = ground.settings('product')
  const product = await startApi(ground, settings)
  const floor = await startSubject(['--import', 'tsx', 'bench/floor-server.ts'], ground.settings('floor'), /^floor at /)
  const body = JSON.stringify({ ...mailTo(RECIPIENT, 'bench-[<id>]'), metadata: { from_email: `hello@${DOMAIN}` } })
  const service = { ...product, headers: bearer(product.adminKey), body }
  const targets: Target[] = [
    { name: 'service', ...service },
    { name: 'floor', ...floor, url: floor.readyLine.slice('floor at '.length), headers: {}, body: bodyFor(RECIPIENT) },
  ]
  const results = [...new Set([options.connections, MANY_CONNECTIONS])].map(
    (connections): AcceptResult => ({
      ...{ connections, rounds: { service: [], floor: [], dispatching: [] } },
    }),
  )
  const measure = async (target: Target, { connections, rounds }: AcceptResult) => {
    const measured = await load(target, { ...options, connections }, ground.mongoPid)
    rounds[target.name].push(measured)
    const rate = `${Math.round(measured.perSecond)} accepted/s`
    say(`round ${rounds[target.name].length} of ${options.rounds}, ${connections} connections, ${target.name}: ${rate}`)
  }
  const rounds = Array.from({ length: options.rounds }, (_none, index) => index)
  try {
    await prepareAccount(product)
    for (const target of targets) await load(target, { ...options, seconds: WARM_UP_SECONDS }, ground.mongoPid)
    for (const round of rounds) {
      // Each candidate goes first in every other round.
      for (const result of results)
        for (const target of round % 2 ? targets.toReversed() : targets) await measure(target, result)
    }
    const worker = await startSubject(
      [ground.main],
      { ...settings, ROLES: 'worker,scheduler', LOG_LEVEL: 'info' },
      STARTED,
    )
    try {
      for (const _round of rounds)
        for (const result of results) await measure({ ...service, name: 'dispatching' }, result)
    } finally {
      await worker.close()
    }
  } finally {
    await Promise.all([product.close(), floor.close()])
  }
  return results
}

const STARTED = /"msg":"started"/

/** A domain to send from, a spend cap, and a long suppression list. */
async function prepareAccount({ url, adminKey }: { url: string; adminKey: string }): Promise<void> {
  say('preparing the account …')
  const call = (method: string, path: string, sent: unknown) => api(url, adminKey, method, path, sent)
  await call('POST', '/v1/domains', { domain: DOMAIN })
  await call('POST', `/v1/domains/${DOMAIN}/verify`, {})
  await call('PUT', '/v1/spend-caps', { hard_limit_micros: 10 ** 14 })
  for (let from = 0; from < SUPPRESSED; from += IMPORT_ENTRIES) {
    const entries = Array.from({ length: IMPORT_ENTRIES }, (_none, index) => ({
      email: `gone${from + index}@example.net`,
    }))
    await call('POST', '/v1/suppressions/import', { entries })
  }
}

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

/** Keeps every connection busy with sends. Throws if one is not accepted. */
export async function load(
  { name, url, pid, headers, body }: Target,
  options: { seconds: number; connections: number },
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
