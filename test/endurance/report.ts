import { percentile } from '../../bench/percentile.js'
import type { Book } from './book.js'
import type { PastFault } from './faults/inject.js'
import type { Findings } from './invariants/index.js'

/** The result of a run. Also what `--json` writes. */
export interface Report {
  seed: number
  minutes: number
  rate: number
  accepted: number
  received: number
  requests: Record<string, number>
  retries: number
  /** Answers that asked for a later attempt, by status and code. */
  errors: Record<string, number>
  repeatedKeys: number
  /** Mails that the provider has taken, copies included. */
  handedOver: number
  duplicates: Record<string, number>
  deliveries: number
  /** Requests to endpoints. */
  deliveryRequests: number
  faults: Record<string, number>
  /** How often a member of the replica set took back writes that no majority had. */
  rollbacks: number
  /** Processes of the service that ended by themselves, and starts that failed, as there was no primary. */
  crashes: Record<string, number>
  failedStarts: Record<string, number>
  /** Longest time in which no request was accepted, in ms. */
  longestStallMs: number
  /** Time from a send until it was accepted, retries included, in ms: the p99 of what was sent in each part of the run. */
  p99Ms: { before: number; during: number; after: number }
  /** From the end of the last fault and the load until no work was left, in ms. */
  restAfterMs: number
  problems: string[]
}

/** What happened to whom in time: acceptances, with the longest time between two. */
export function timesOf({ timings }: Book, faults: readonly PastFault[]): Pick<Report, 'longestStallMs' | 'p99Ms'> {
  const firstFaultAt = Math.min(...faults.map(({ startedAt }) => startedAt), Infinity)
  const lastFaultAt = Math.max(...faults.map(({ endedAt }) => endedAt), 0)
  const p99 = (isIn: (at: number) => boolean) => {
    const times = timings.filter(({ at }) => isIn(at)).map(({ tookMs }) => tookMs)
    return times.length === 0
      ? 0
      : percentile(
          times.toSorted((one, other) => one - other),
          0.99,
        )
  }
  const acceptedAt = timings.map(({ at, tookMs }) => at + tookMs).toSorted((one, other) => one - other)
  const gaps = acceptedAt.slice(1).map((at, index) => at - acceptedAt[index]!)
  return {
    longestStallMs: Math.max(0, ...gaps),
    p99Ms: {
      before: p99((at) => at < firstFaultAt),
      during: p99((at) => at >= firstFaultAt && at <= lastFaultAt),
      after: p99((at) => at > lastFaultAt),
    },
  }
}

/** How often each fault has happened. */
export function countFaults(faults: readonly PastFault[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { name } of faults) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

export const duplicatesIn = ({ duplicates }: Findings | Report): number =>
  Object.values(duplicates).reduce((sum, count) => sum + count, 0)

/** Most problems that are printed. */
const MAX_PROBLEMS = 40

/** The report as text. */
export function tableOf(report: Report): string {
  const { p99Ms, problems } = report
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  const counts = (of: Record<string, number>) =>
    Object.entries(of)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ') || 'none'
  const rows: [string, string | number][] = [
    ['Seed, minutes, rate', `${report.seed}, ${report.minutes}, ${report.rate}`],
    ['Messages accepted', report.accepted],
    ['Mails received', report.received],
    ['Requests', counts(report.requests)],
    ['Attempts repeated', `${report.retries} (answered with: ${counts(report.errors)})`],
    ['Idempotency keys repeated', report.repeatedKeys],
    ['Handed to the provider', report.handedOver],
    ['Duplicates there', `${duplicatesIn(report)} (${counts(report.duplicates)})`],
    ['Webhook deliveries', `${report.deliveries}, by ${report.deliveryRequests} requests`],
    ['Faults', counts(report.faults)],
    ['Rollbacks of MongoDB', report.rollbacks],
    ['Crashes, failed starts', `${counts(report.crashes)}, ${counts(report.failedStarts)}`],
    ['Longest stall', seconds(report.longestStallMs)],
    ['p99 until accepted', `before ${p99Ms.before} ms, during ${p99Ms.during} ms, after ${p99Ms.after} ms`],
    ['At rest after', seconds(report.restAfterMs)],
    ['Lost or wrong', problems.length],
  ]
  const table = rows.map(([name, value]) => `  ${name.padEnd(28)}${value}`)
  return [...table, ...problems.slice(0, MAX_PROBLEMS).map((problem) => `  - ${problem}`), ''].join('\n')
}
