import type { AcceptResult, Round } from './accept.js'
import type { DrainResult } from './drain.js'
import type { EndToEndLatency, EndToEndResult, EndToEndRound } from './end-to-end.js'
import type { MailboxResult } from './mailbox.js'
import type { ReceiveResult } from './receive.js'
import type { Kind, RenderAttackResult } from './render-attack.js'
import type { StreamsResult } from './streams.js'
import { row, spread } from './table.js'
import type { WebhookRound, WebhooksResult } from './webhooks.js'

const COLUMNS: [title: string, pick: (round: Round) => number | null, digits: number][] = [
  ['accepted/s', (round) => round.perSecond, 0],
  ['p50 ms', (round) => round.p50Ms, 1],
  ['p99 ms', (round) => round.p99Ms, 1],
  ['server CPU ms/msg', (round) => round.serverCpuMs, 3],
  ['mongod CPU ms/msg', (round) => round.mongoCpuMs, 3],
]

/** The results of accepting as text. */
export function reportAccepting(results: AcceptResult[]): string {
  return results
    .map(({ connections, rounds: { service, floor, dispatching } }) => {
      const ratios = (rounds: Round[]) => rounds.map((round, index) => round.perSecond / floor[index]!.perSecond)
      return [
        `Accepting on ${connections} connections, median of ${floor.length} rounds (minimum and maximum in brackets)`,
        row('', 'service', 'while it dispatches', 'floor'),
        ...COLUMNS.map(([title, pick, digits]) =>
          row(title, ...[service, dispatching, floor].map((rounds) => spread(rounds.map(pick), digits))),
        ),
        row('of the floor', spread(ratios(service), 2), spread(ratios(dispatching), 2)),
        '',
      ].join('\n')
    })
    .join('\n')
}

/** The results of working off a backlog as text. */
export function reportDraining(results: DrainResult[]): string {
  const bare = results.filter(({ endpoints }) => endpoints === 0)
  const pick = (value: (result: DrainResult) => number) => bare.map(value)
  return [
    `Working off a backlog of test-mode messages of one account; worker processes: ${results[0]?.workers}`,
    ...results.map(({ messages, endpoints, deliveredPerSecond, fannedOutPerSecond, webhooksPerSecond }) => {
      const webhooks = webhooksPerSecond === null ? '' : `, ${Math.round(webhooksPerSecond)} webhooks/s`
      const rates = `${Math.round(deliveredPerSecond)} messages/s sent and delivered, ${Math.round(fannedOutPerSecond)} events/s fanned out`
      return `  ${messages} messages, ${endpoints} endpoints: ${rates}${webhooks}`
    }),
    `  without endpoints, median of ${bare.length} rounds (minimum and maximum in brackets)`,
    row(
      'delivered/s',
      spread(
        pick(({ deliveredPerSecond }) => deliveredPerSecond),
        0,
      ),
    ),
    row(
      'floor/s',
      spread(
        pick(({ floorPerSecond }) => floorPerSecond),
        0,
      ),
    ),
    row(
      'of the floor',
      spread(
        pick(({ deliveredPerSecond, floorPerSecond }) => deliveredPerSecond / floorPerSecond),
        2,
      ),
    ),
    '',
  ].join('\n')
}

/** The results of delivering webhooks as text. */
export function reportWebhooks({ events, bySinks, hanging }: WebhooksResult): string {
  const cells = (pick: (round: WebhookRound) => number | null, digits: number) =>
    bySinks.map(({ rounds }) => spread(rounds.map(pick), digits))
  const loss = hanging.map(({ alonePerSecond, besidePerSecond }) => (1 - besidePerSecond / alonePerSecond) * 100)
  return [
    `${events} recorded events to webhooks, median of ${hanging.length} rounds (minimum and maximum in brackets)`,
    row('', ...bySinks.map(({ sinks }) => `${sinks} endpoint${sinks === 1 ? '' : 's'}`)),
    row('recorded/s', ...cells((round) => round.recordedPerSecond, 0)),
    row('worker CPU ms each', ...cells((round) => round.workerCpuMs, 3)),
    row('mongod CPU ms each', ...cells((round) => round.mongoCpuMs, 3)),
    row('floor/s', ...cells((round) => round.floorPerSecond, 0)),
    row('of the floor', ...cells((round) => round.recordedPerSecond / round.floorPerSecond, 2)),
    `  one endpoint that hangs costs ten others ${spread(loss, 1)} % of their rate`,
    '',
  ].join('\n')
}

/** The results of the whole way of a message as text. */
export function reportEndToEnd({ rounds, latencies }: EndToEndResult): string {
  const line = (title: string, pick: (round: EndToEndRound) => number | null, digits: number) =>
    row(title, spread(rounds.map(pick), digits))
  const latency = ({ perSecond, p50Ms, p99Ms }: EndToEndLatency) =>
    `  from 201 to the webhook at ${Math.round(perSecond)}/s: p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`
  return [
    `From the send to its webhook, median of ${rounds.length} rounds (minimum and maximum in brackets)`,
    line('messages/s', (round) => round.endToEndPerSecond, 0),
    line('of the floor', (round) => round.endToEndPerSecond / round.floorPerSecond, 3),
    line('accepted/s', (round) => round.acceptedPerSecond, 0),
    line('accept p99 ms', (round) => round.acceptP99Ms, 0),
    line('arrived in the load', (round) => round.duringShare, 2),
    line('api CPU ms/msg', (round) => round.cpu.api, 3),
    line('worker CPU ms/msg', (round) => round.cpu.worker, 3),
    line('mongod CPU ms/msg', (round) => round.cpu.mongod, 3),
    line('floor accepted/s', (round) => round.floorPerSecond, 0),
    ...latencies.map(latency),
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

/** The results of receiving mail as text. */
export function reportReceiving(results: ReceiveResult[]): string {
  return [
    'Received mails of 10 KiB, with one worker process parsing them',
    ...results.map(({ way, mails, receivedPerSecond, parsedPerSecond, cpuMs }) => {
      const cpu = Object.entries(cpuMs).map(([name, ms]) => `${name} ${ms === null ? 'unknown' : ms.toFixed(2)}`)
      const rates = `${Math.round(receivedPerSecond)}/s acknowledged, ${Math.round(parsedPerSecond)}/s parsed`
      return `  ${mails} by ${way}: ${rates}; CPU ms each: ${cpu.join(', ')}`
    }),
    '',
  ].join('\n')
}

/** The results of reading a large mailbox as text. */
export function reportMailbox({ mails, threads, rows }: MailboxResult): string {
  return [
    `A mailbox of ${mails} mails in ${threads} threads, one request after the other, in ms`,
    ...rows.map(({ name, p50Ms, p99Ms }) => {
      return `  ${name.padEnd(44)}p50 ${p50Ms.toFixed(1).padStart(7)}   p99 ${p99Ms.toFixed(1).padStart(7)}`
    }),
    '',
  ].join('\n')
}

/** The results of an attack on the rendering as text. */
export function reportRenderAttack({ attackers, idle, attacked, answers }: RenderAttackResult): string {
  const kinds: [Kind, string][] = [
    ['send', 'sends'],
    ['render', 'renders'],
    ['preview', 'previews'],
  ]
  const cell = (one: RenderAttackResult['idle'], kind: Kind) => {
    const [p50, p99] = [one[kind].p50Ms, one[kind].p99Ms].map((ms) => ms.toFixed(1))
    return `p50 ${p50}, p99 ${p99}`
  }
  return [
    `Templates of one account while ${attackers} others attack the rendering, in ms`,
    row('', 'before', 'under attack'),
    ...kinds.map(([kind, title]) => row(title, cell(idle, kind), cell(attacked, kind))),
    `  what the attackers got: ${Object.entries(answers)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ')}`,
    '',
  ].join('\n')
}
