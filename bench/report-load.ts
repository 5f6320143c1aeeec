import type { AcceptBatchResult, BatchRound } from './accept-batch.js'
import { row, spread } from './table.js'

/** The results of accepting batches as text. */
export function reportAcceptingBatches({ batches, floor }: AcceptBatchResult): string {
  const line = (title: string, pick: (round: BatchRound) => number | null, digits: number) =>
    row(title, ...[batches, floor].map((rounds) => spread(rounds.map(pick), digits)))
  const ratios = batches.map(({ perSecond }, index) => perSecond / floor[index]!.perSecond)
  return [
    `Accepting batches of 1,000 mails, median of ${floor.length} rounds (minimum and maximum in brackets)`,
    row('', 'batches', 'floor'),
    line('mails/s', (round) => round.perSecond, 0),
    line('batch p50 ms', (round) => round.p50Ms, 0),
    line('batch p99 ms', (round) => round.p99Ms, 0),
    line('process CPU ms/mail', (round) => round.processCpuMs, 3),
    line('mongod CPU ms/mail', (round) => round.mongoCpuMs, 3),
    row('of the floor', spread(ratios, 2)),
    '',
  ].join('\n')
}
