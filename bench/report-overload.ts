import type { OverloadResult } from './overload.js'

/** The results of overload as text. */
export function reportOverload({ load, ...result }: OverloadResult): string {
  const [before, after] = result.capacityPerSecond
  const perSecond = load.accepted.count / load.seconds
  const capacity = (before + after) / 2
  const took = ({ count, p50Ms, p99Ms, maxMs }: OverloadResult['load']['accepted']) =>
    `${(count / load.seconds).toFixed(0)}/s, p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms, max ${maxMs.toFixed(0)} ms`
  const cores = Object.entries(result.cores).map(([name, share]) => `${name} ${share?.toFixed(2) ?? '?'}`)
  return [
    `${result.times} times the capacity for ${(load.seconds / 60).toFixed(1)} minutes, open loop`,
    `  capacity before and after     ${before.toFixed(0)}/s, ${after.toFixed(0)}/s`,
    `  scheduled                     ${(load.due / load.seconds).toFixed(0)}/s, ${load.unsent} not sent, ${load.failed} without a response`,
    `  accepted                      ${took(load.accepted)}`,
    `  of the capacity               ${(perSecond / capacity).toFixed(2)}`,
    `  refused                       ${took(load.refused)}`,
    `  responses                     ${JSON.stringify(load.byStatus)}, ${load.withRetryAfter} with Retry-After`,
    `  at a time                     ${load.mostOpen} requests; the load was ${load.lateMs.toFixed(0)} ms late at most`,
    `  lost                          ${result.lost}`,
    `  in the ledger though refused  ${result.written.refused}; without a response ${result.written.unanswered}`,
    `  MiB after each minute         ${result.residentBytes.map((bytes) => (bytes / 2 ** 20).toFixed(0)).join(' ')}, peak ${((result.peakBytes ?? 0) / 2 ** 20).toFixed(0)}`,
    `  cores                         ${cores.join(', ')}`,
    '',
  ].join('\n')
}
