import type { AcceptBatchResult, BatchRound } from './accept-batch.js'
import type { FairRow } from './fair.js'
import type { HandOverRound } from './hand-over.js'
import { medianOf, type RateResult, type RateRound } from './rates.js'
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

/** The results of handing live mail over as text. */
export function reportHandOvers(rounds: HandOverRound[]): string {
  const kinds = [...new Set(rounds.map(({ mailMs }) => mailMs))].map((mailMs) =>
    rounds.filter((round) => round.mailMs === mailMs),
  )
  const line = (title: string, pick: (round: HandOverRound) => number | null, digits: number) =>
    row(title, ...kinds.map((own) => spread(own.map(pick), digits)))
  return [
    `One worker handing signed mails over on ten connections, median of ${kinds[0]!.length} rounds (minimum and maximum in brackets)`,
    row('', ...kinds.map(([first]) => `${first!.mailMs} ms a mail`)),
    line('mails/s', ({ perSecond }) => perSecond, 0),
    line('worker CPU ms/mail', ({ workerCpuMs }) => workerCpuMs, 2),
    line('mongod CPU ms/mail', ({ mongoCpuMs }) => mongoCpuMs, 2),
    '',
  ].join('\n')
}

/** A mail behind others should take at most so many times what it takes when nothing waits, at p99, and so many ms. */
const MAX_RATIO = 3
const MAX_MS = 200

/** The results of single mails while much mail waits as text. */
export function reportFairness(rows: FairRow[]): string {
  const [first] = rows
  const slow = rows.filter(({ p99Ms }) => p99Ms > MAX_RATIO * first!.p99Ms || p99Ms > MAX_MS)
  const verdict = slow.map(({ name }) => `  above ${MAX_RATIO} times the first or ${MAX_MS} ms: ${name}\n`)
  return `${fairTable('A single mail, from its 201 until the provider has it', rows)}${verdict.join('')}`
}

/** The results of what comes in while much of another account waits as text. */
export const reportFairReceiving = (rows: FairRow[]) =>
  fairTable('From its acknowledgement until it is done (p99 ratio: to the first)', rows)

/** The results of mail while another account is in trouble as text. */
export const reportTrouble = (rows: FairRow[]) =>
  fairTable('From the 201 of a mail until its webhook arrives (p99 ratio: to the first)', rows)

function fairTable(title: string, rows: FairRow[]): string {
  const [first] = rows
  const line = ({ name, p50Ms, p99Ms, maxMs, perSecond }: FairRow) =>
    `  ${name.padEnd(36)}${[p50Ms, p99Ms, maxMs].map((ms) => ms.toFixed(1).padStart(10)).join('')}${(p99Ms / first!.p99Ms).toFixed(2).padStart(10)}${perSecond.toFixed(0).padStart(14)}`
  const head = `  ${''.padEnd(36)}${['p50 ms', 'p99 ms', 'max ms', 'p99 ratio'].map((title) => title.padStart(10)).join('')}${'beside it /s'.padStart(14)}`
  return [title, head, ...rows.map(line), ''].join('\n')
}

const RATE_ROWS: [title: string, pick: (round: RateRound) => number | null | undefined, digits: number][] = [
  ['commands', ({ each }) => each.commands, 2],
  ['journal syncs', ({ each }) => each.syncs, 2],
  ['own CPU ms', ({ each }) => each.ownCpu, 2],
  ['mongod CPU ms', ({ each }) => each.mongodCpu, 2],
  ['valkey CPU ms', ({ each }) => each.valkeyCpu, 2],
  ['response p50 ms', ({ response }) => response?.p50Ms, 1],
  ['response p99 ms', ({ response }) => response?.p99Ms, 1],
  ['webhook p50 ms', ({ webhook }) => webhook?.p50Ms, 1],
  ['webhook p99 ms', ({ webhook }) => webhook?.p99Ms, 1],
]

/** What messages cost at steady rates as text. */
export function reportRates(results: RateResult[]): string {
  const pairs = results.flatMap(({ perSecond, service, floor }) => [
    { title: `${perSecond}/s`, rounds: service },
    { title: 'floor', rounds: floor },
  ])
  const line = (title: string, cells: string[]) =>
    `  ${title.padEnd(18)}${cells.map((cell) => cell.padStart(9)).join('')}`.trimEnd()
  return [
    `Each message at a steady rate, and each second without any (0/s), median of ${results[0]!.service.length} rounds`,
    line(
      '',
      pairs.map(({ title }) => title),
    ),
    ...RATE_ROWS.map(([title, pick, digits]) =>
      line(
        title,
        pairs.map(({ rounds }) => medianOf(rounds, pick)?.toFixed(digits) ?? ''),
      ),
    ),
    '',
  ].join('\n')
}
