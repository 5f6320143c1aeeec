import type { AcceptResult, Round } from './accept.js'
import type { DrainResult } from './drain.js'
import { median } from './median.js'
import type { StreamsResult } from './streams.js'

const COLUMNS: [title: string, pick: (round: Round) => number | null, digits: number][] = [
  ['accepted/s', (round) => round.perSecond, 0],
  ['p50 ms', (round) => round.p50Ms, 1],
  ['p99 ms', (round) => round.p99Ms, 1],
  ['server CPU ms/msg', (round) => round.serverCpuMs, 3],
  ['mongod CPU ms/msg', (round) => round.mongoCpuMs, 3],
]

/** The results of accepting as text. */
export function reportAccepting({ simulated, charged, floor }: AcceptResult): string {
  const ratios = (rounds: Round[]) => rounds.map((round, index) => round.perSecond / floor[index]!.perSecond)
  return [
    `Accepting, median of ${floor.length} rounds (minimum and maximum in brackets)`,
    row('', 'simulated sends', 'charged sends', 'floor'),
    ...COLUMNS.map(([title, pick, digits]) =>
      row(title, ...[simulated, charged, floor].map((rounds) => spread(rounds.map(pick), digits))),
    ),
    row('of the floor', spread(ratios(simulated), 2), spread(ratios(charged), 2)),
    '',
  ].join('\n')
}

/** The results of working off a backlog as text. */
export function reportDraining(results: DrainResult[]): string {
  return [
    'One worker process working off a backlog of test-mode messages',
    ...results.map(({ messages, endpoints, deliveredPerSecond, fannedOutPerSecond, webhooksPerSecond }) => {
      const webhooks = webhooksPerSecond === null ? '' : `, ${Math.round(webhooksPerSecond)} webhooks/s`
      const rates = `${Math.round(deliveredPerSecond)} messages/s sent and delivered, ${Math.round(fannedOutPerSecond)} events/s fanned out`
      return `  ${messages} messages, ${endpoints} endpoints: ${rates}${webhooks}`
    }),
    '',
  ].join('\n')
}

/** The results of open streams as text. */
export function reportStreams({ streams, bytesEach, idleCpu, reachMs }: StreamsResult): string {
  const memory = bytesEach === null ? 'unknown' : `${(bytesEach / 1_024).toFixed(1)} KiB each`
  const cpu = idleCpu === null ? 'unknown' : `${(idleCpu * 100).toFixed(1)} % of a core`
  const [median, p99, last] = [reachMs.median, reachMs.p99, reachMs.last].map((ms) => `${Math.round(ms)} ms`)
  return [
    `${streams} open GraphQL subscriptions on one API process`,
    `  memory ${memory}, CPU while idle ${cpu}`,
    `  from the response to a send until its event has reached a stream: median ${median}, p99 ${p99}, last ${last}`,
    '',
  ].join('\n')
}

function spread(values: (number | null)[], digits: number): string {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return 'unknown'
  const text = (value: number) => value.toFixed(digits)
  return `${text(median(known))} (${text(Math.min(...known))} – ${text(Math.max(...known))})`
}

function row(title: string, ...cells: string[]): string {
  return `  ${title.padEnd(20)}${cells.map((cell) => cell.padStart(26)).join('')}`.trimEnd()
}
