import type { LiveRow } from './live.js'
import type { MemoryResult } from './memory.js'
import type { ScaleResult } from './scale.js'
import type { StartRow } from './start.js'
import { row, spread } from './table.js'

const mebibytes = (bytes: number | null | undefined, digits = 0) =>
  bytes == null ? 'unknown' : (bytes / 2 ** 20).toFixed(digits)

/** The results of live subscriptions as text. */
export function reportLive(rows: LiveRow[]): string {
  return [
    'From the write of an event until it has reached a subscriber',
    ...rows.map(({ name, subscribers, arrivals, heapBytesEach, bytesEach, p50Ms, p99Ms, maxMs }) => {
      const kib = (bytes: number) => `${(bytes / 1_024).toFixed(1)} KiB`
      const memory = `${kib(heapBytesEach)} each${bytesEach === null ? '' : `, ${kib(bytesEach)} with garbage`}`
      const times = `median ${Math.round(p50Ms)} ms, p99 ${Math.round(p99Ms)} ms, last ${Math.round(maxMs)} ms`
      return `  ${name}, ${subscribers} subscribers (${memory}): ${times} (${arrivals} arrivals)`
    }),
    '',
  ].join('\n')
}

/** The memory of the processes as text. */
export function reportMemory({ minutes, accepted, rows }: MemoryResult): string {
  return [
    `Memory of each process over ${minutes} minutes in which ${accepted} messages were accepted, in MiB`,
    row('', 'at the start', 'at the end', 'peak', 'slope per minute'),
    ...rows.map(({ role, samples, peakBytes, slope }) =>
      row(
        role,
        ...[samples[0]?.[1], samples.at(-1)?.[1], peakBytes].map((bytes) => mebibytes(bytes)),
        mebibytes(slope, 2),
      ),
    ),
    '',
  ].join('\n')
}

/** The times of starts as text. */
export function reportStarting(rows: StartRow[]): string {
  return [
    `Starting, median of ${rows[0]!.tookMs.length} runs (minimum and maximum in brackets), in s`,
    ...rows.map(({ name, tookMs }) =>
      row(
        name,
        spread(
          tookMs.map((ms) => ms / 1_000),
          2,
        ),
      ),
    ),
    '',
  ].join('\n')
}

/** The rates of several processes as text, beside those that the model predicts. */
export function reportScaling({ share, kinds }: ScaleResult): string {
  const cells = ({
    perSecond,
    predictedPerSecond,
    processCpuMs,
    mongoCpuMs,
    storeShare,
  }: ScaleResult['kinds'][number]['steps'][number]) => [
    perSecond.toFixed(0),
    predictedPerSecond.toFixed(0),
    processCpuMs.toFixed(3),
    mongoCpuMs.toFixed(3),
    `${(storeShare * 100).toFixed(0)} %`,
  ]
  return [
    `Processes that have ${share} of a core each, and a store on another core`,
    row('', 'messages/s', 'predicted', 'process CPU ms/msg', 'mongod CPU ms/msg', "of the store's core"),
    ...kinds.flatMap(({ name, steps }) => steps.map((step) => row(`${step.processes} ${name}`, ...cells(step)))),
    '',
  ].join('\n')
}
