import type { BackupResult } from './backup.js'
import type { GrowthStep } from './growth.js'
import type { ListsResult } from './lists.js'
import { median } from './median.js'
import type { ReadResult, ReadRound } from './read.js'
import { row, spread } from './table.js'

/** The results of reading a large ledger as text. */
export function reportReading({ messages, readers, kinds }: ReadResult): string {
  const cells = ({ rounds }: ReadResult['kinds'][number]) => {
    const cell = (pick: (round: ReadRound) => number, digits: number) => spread(rounds.map(pick), digits)
    return [
      cell((round) => round.perSecond, 0),
      cell((round) => round.floorPerSecond, 0),
      cell((round) => round.perSecond / round.floorPerSecond, 2),
      cell((round) => round.p50Ms, 1),
      cell((round) => round.p99Ms, 1),
    ]
  }
  const p50Ms = (kind: number) => median(kinds[kind]!.rounds.map((round) => round.p50Ms))
  return [
    `Reading ${messages} messages on ${readers} connections, median of the rounds (minimum and maximum in brackets)`,
    row('', 'requests/s', 'floor/s', 'of the floor', 'p50 ms', 'p99 ms'),
    ...kinds.map((kind) => row(kind.name, ...cells(kind))),
    `  ${kinds[2]!.name} takes ${(p50Ms(2) / p50Ms(1)).toFixed(2)} times as long as ${kinds[1]!.name}`,
    '',
  ].join('\n')
}

/** The results of reading figures and lists as text. */
export function reportLists({ messages, readers, kinds, countedAfterMs }: ListsResult): string {
  const p99Ms = ({ rounds }: ListsResult['kinds'][number]) => median(rounds.map((round) => round.p99Ms))
  const cells = (kind: ListsResult['kinds'][number]) => [
    kind.firstMs.toFixed(0),
    spread(
      kind.rounds.map((round) => round.p50Ms),
      0,
    ),
    spread(
      kind.rounds.map((round) => round.p99Ms),
      0,
    ),
    (p99Ms(kind) / p99Ms(kinds[0]!)).toFixed(1),
    String(kind.rounds.reduce((sum, { failed }) => sum + failed, 0)),
  ]
  return [
    `Figures and lists of ${messages} messages on ${readers} connections, median of the rounds (minimum and maximum in brackets)`,
    row('', 'first ms', 'p50 ms', 'p99 ms', 'p99 of a page', 'failed'),
    ...kinds.map((kind) => row(kind.name, ...cells(kind))),
    `  A scheduler has counted all messages ${(countedAfterMs / 1_000).toFixed(1)} s after it was started`,
    '',
  ].join('\n')
}

/** The results of accepting with a growing ledger as text. */
export function reportGrowth(steps: GrowthStep[]): string {
  const rates = (rounds: { perSecond: number }[]) => rounds.map(({ perSecond }) => perSecond)
  const [first, last] = [steps[0]!, steps.at(-1)!]
  const shareOf = (pick: (step: GrowthStep) => number) => (pick(last) / pick(first)).toFixed(2)
  const ofFloor = ({ rounds, floor }: GrowthStep) =>
    rounds.map(({ perSecond }, index) => perSecond / floor[index]!.perSecond)
  return [
    'Accepting with messages in the ledger, median of the rounds (minimum and maximum in brackets)',
    row('messages', 'accepted/s', 'p99 ms', 'floor/s', 'of the floor'),
    ...steps.map((step) =>
      row(
        String(step.messages),
        spread(rates(step.rounds), 0),
        spread(
          step.rounds.map(({ p99Ms }) => p99Ms),
          0,
        ),
        spread(rates(step.floor), 0),
        spread(ofFloor(step), 2),
      ),
    ),
    `  the last rate is ${shareOf(({ rounds }) => median(rates(rounds)))} of the first, and ${shareOf((step) => median(ofFloor(step)))} of it when both are compared with the floor`,
    '',
  ].join('\n')
}

export function reportBackup({ messages, megabytes, backup, check, restore }: BackupResult): string {
  const line = (name: string, { seconds, peakMb }: BackupResult['backup']) =>
    `  ${name.padEnd(18)}${seconds.toFixed(1).padStart(8)} s   ${peakMb.toFixed(0).padStart(5)} MB of memory`
  return [
    `A ledger of ${messages} messages with three events each, ${megabytes.toFixed(0)} MB compressed`,
    line('backup', backup),
    line('restore --check', check),
    line('restore', restore),
    '',
  ].join('\n')
}
