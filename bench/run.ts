import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { measureAccepting } from './accept.js'
import { measureDraining } from './drain.js'
import { measureEndToEnd } from './end-to-end.js'
import { prepareGround, say } from './ground.js'
import { measureMailbox } from './mailbox.js'
import { measureReceiving } from './receive.js'
import { measureRenderAttack } from './render-attack.js'
import {
  reportAccepting,
  reportDraining,
  reportEndToEnd,
  reportMailbox,
  reportReceiving,
  reportRenderAttack,
  reportStreams,
  reportWebhooks,
} from './report.js'
import { measureStreams } from './streams.js'
import { measureWebhooks } from './webhooks.js'

/** The benchmarks by name, in the order in which they run. */
const NAMES = ['accept', 'drain', 'webhooks', 'end-to-end', 'streams', 'render-attack', 'receive', 'mailbox'] as const
type Name = (typeof NAMES)[number]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '8' },
    connections: { type: 'string', default: '64' },
    messages: { type: 'string', default: '10000' },
    events: { type: 'string', default: '50000' },
    streams: { type: 'string', default: '2000' },
    attackers: { type: 'string', default: '2' },
    mails: { type: 'string', default: '5000' },
    mailbox: { type: 'string', default: '200000' },
  },
})
const options = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, Number(text)])) as Record<
  keyof typeof values,
  number
>
const { rounds, seconds, connections, messages, events, streams, attackers, mails, mailbox } = options
const unknown = positionals.filter((name) => !NAMES.some((known) => known === name))
if (unknown.length > 0) {
  process.stderr.write(`There is no benchmark ${unknown.join(', ')}. There are: ${NAMES.join(', ')}.\n`)
  process.exit(2)
}
const isWanted = (name: Name) => positionals.length === 0 || positionals.includes(name)

const show = (text: string): void => void process.stdout.write(`\n${text}`)

const startedAt = new Date()
const ground = await prepareGround()
try {
  const results: Partial<Record<Name, unknown>> = {}
  if (isWanted('accept')) {
    const accept = await measureAccepting(ground, { rounds, seconds, connections })
    results.accept = accept
    show(reportAccepting(accept))
  }
  if (isWanted('drain')) {
    const drain = [await measureDraining(ground, messages, 0)]
    // Every message causes two webhooks per endpoint.
    for (const endpoints of [1, 8]) drain.push(await measureDraining(ground, Math.ceil(messages / 10), endpoints))
    results.drain = drain
    show(reportDraining(drain))
  }
  if (isWanted('webhooks')) {
    const webhooks = await measureWebhooks(ground, rounds, events)
    results.webhooks = webhooks
    show(reportWebhooks(webhooks))
  }
  if (isWanted('end-to-end')) {
    const endToEnd = await measureEndToEnd(ground, { rounds, seconds, connections })
    results['end-to-end'] = endToEnd
    show(reportEndToEnd(endToEnd))
  }
  if (isWanted('streams')) {
    const live = await measureStreams(ground, streams)
    results.streams = live
    show(reportStreams(live))
  }
  if (isWanted('render-attack')) {
    const attack = await measureRenderAttack(ground, attackers)
    results['render-attack'] = attack
    show(reportRenderAttack(attack))
  }
  if (isWanted('receive')) {
    const received = await measureReceiving(ground, mails)
    results.receive = received
    show(reportReceiving(received))
  }
  if (isWanted('mailbox')) {
    const read = await measureMailbox(ground, mailbox)
    results.mailbox = read
    show(reportMailbox(read))
  }
  const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length, loadAverage: loadavg() }
  const file = `bench/results/${startedAt.toISOString().replace(/[:.]/g, '-')}.json`
  await mkdir('bench/results', { recursive: true })
  await writeFile(file, `${JSON.stringify({ startedAt, machine, options, ...results }, null, 2)}\n`)
  say(`Written to ${file}`)
} finally {
  await ground.close()
}
