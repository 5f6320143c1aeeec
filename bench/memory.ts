import { setTimeout as delay } from 'node:timers/promises'
import autocannon from 'autocannon'
import { freePort } from '../test/support/built-program.js'
import { bearer, bodyFor } from './accept.js'
import { api, type Ground, say, startApi, startSubject } from './ground.js'
import { peakBytes, residentBytes } from './process-memory.js'
import { startSinks } from './sinks.js'

export interface MemoryOptions {
  minutes: number
  /** Messages per second. */
  rate: number
  connections: number
}

/** The memory of one process. */
export interface MemoryRow {
  role: string
  /** When each sample was taken, in s from the start of the load, with the resident set in bytes. */
  samples: [atSeconds: number, bytes: number][]
  peakBytes: number | null
  /** Growth after the first third of the load, in bytes per minute; null if there are too few samples. */
  slope: number | null
}

export interface MemoryResult {
  minutes: number
  accepted: number
  rows: MemoryRow[]
}

const SAMPLE_MS = 5_000
const STARTED = /"msg":"started"/

/**
 * Measures the memory of one process for each role while the API accepts test-mode messages at a steady rate and the
 * worker sends them, with a webhook for each.
 */
export async function measureMemory(ground: Ground, options: MemoryOptions): Promise<MemoryResult> {
  const settings = ground.settings('memory')
  const sinks = await startSinks(1)
  const product = await startApi(ground, settings)
  const smtpPort = String(await freePort())
  const start = (role: string, more = {}) => startSubject([ground.main], { ...settings, ROLES: role, ...more }, STARTED)
  const subjects = {
    api: product,
    worker: await start('worker'),
    scheduler: await start('scheduler'),
    smtp: await start('smtp', { SMTP_PORT: smtpPort }),
  }
  const rows = Object.entries(subjects).map(([role, { pid }]) => ({ role, pid, samples: [] as MemoryRow['samples'] }))
  try {
    const webhook = { endpoint_url: sinks.urls[0], event_types: ['sent'] }
    await api(product.url, product.adminKey, 'POST', '/v1/webhooks', webhook)
    const durationMs = options.minutes * 60_000
    const loading = autocannon({
      url: `${product.url}/v1/send`,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer(product.testKey) },
      body: bodyFor('delivered@example.com'),
      idReplacement: true,
      connections: options.connections,
      overallRate: options.rate,
      duration: durationMs / 1_000,
    })
    const startedAt = performance.now()
    const everyMs = Math.min(SAMPLE_MS, durationMs / 12)
    for (let dueMs = 0; dueMs <= durationMs; dueMs += everyMs) {
      await delay(Math.max(0, startedAt + dueMs - performance.now()))
      const atSeconds = (performance.now() - startedAt) / 1_000
      for (const { pid, samples } of rows) {
        const bytes = await residentBytes(pid)
        if (bytes !== null) samples.push([atSeconds, bytes])
      }
      if (Math.floor(dueMs / 60_000) !== Math.floor((dueMs - everyMs) / 60_000)) {
        const now = rows.map(({ role, samples }) => `${role} ${mebibytes(samples.at(-1)?.[1])}`)
        say(`after ${Math.round(atSeconds)} s, in MiB: ${now.join(', ')}`)
      }
    }
    const { non2xx, errors, ...load } = await loading
    if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} responses were not 2xx, ${errors} requests failed`)
    return {
      minutes: options.minutes,
      accepted: load['2xx'],
      rows: await Promise.all(
        rows.map(async ({ role, pid, samples }) => ({
          ...{ role, samples, peakBytes: await peakBytes(pid) },
          slope: slopeOf(samples.slice(Math.floor(samples.length / 3))),
        })),
      ),
    }
  } finally {
    await Promise.all(Object.values(subjects).map((subject) => subject.close()))
    sinks.close()
  }
}

const mebibytes = (bytes: number | undefined) => (bytes === undefined ? '?' : Math.round(bytes / 2 ** 20))

/** The slope of the straight line that fits best, per minute. */
function slopeOf(samples: MemoryRow['samples']): number | null {
  if (samples.length < 3) return null
  const mean = (index: 0 | 1) => samples.reduce((sum, sample) => sum + sample[index], 0) / samples.length
  const [meanAt, meanBytes] = [mean(0), mean(1)]
  const sum = (of: (at: number, bytes: number) => number) =>
    samples.reduce((total, [at, bytes]) => total + of(at - meanAt, bytes - meanBytes), 0)
  return (60 * sum((at, bytes) => at * bytes)) / sum((at) => at * at)
}
