import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { measureAccepting } from './accept.js'
import { measureAcceptingBatches } from './accept-batch.js'
import { measureDrainingAll } from './drain.js'
import { measureEndToEnd } from './end-to-end.js'
import { type Ground, prepareGround, say } from './ground.js'
import { measureGrowth } from './growth.js'
import { measureLive } from './live.js'
import { measureMailbox } from './mailbox.js'
import { measureMemory } from './memory.js'
import { measureReading } from './read.js'
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
import { reportGrowth, reportReading } from './report-ledger.js'
import { reportAcceptingBatches } from './report-load.js'
import { reportLive, reportMemory, reportScaling, reportStarting } from './report-process.js'
import { measureScaling } from './scale.js'
import { measureStarting } from './start.js'
import { measureStreams } from './streams.js'
import { measureWebhooks } from './webhooks.js'

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
    ledger: { type: 'string', default: '1000000' },
    readers: { type: 'string', default: '8' },
    growth: { type: 'string', default: '3000000' },
    minutes: { type: 'string', default: '10' },
    rate: { type: 'string', default: '200' },
  },
})
const options = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, Number(text)])) as Record<
  keyof typeof values,
  number
>

interface Measured {
  result: unknown
  text: string
}

/** A benchmark with the report of its results as text. */
function benchmark<T>(measure: (ground: Ground) => Promise<T>, report: (result: T) => string) {
  return async (ground: Ground): Promise<Measured> => {
    const result = await measure(ground)
    return { result, text: report(result) }
  }
}

/** The benchmarks by name, in the order in which they run. */
const BENCHMARKS: Record<string, (ground: Ground) => Promise<Measured>> = {
  accept: benchmark((ground) => measureAccepting(ground, options), reportAccepting),
  'accept-batch': benchmark((ground) => measureAcceptingBatches(ground, options), reportAcceptingBatches),
  drain: benchmark((ground) => measureDrainingAll(ground, options), reportDraining),
  webhooks: benchmark((ground) => measureWebhooks(ground, options.rounds, options.events), reportWebhooks),
  'end-to-end': benchmark((ground) => measureEndToEnd(ground, options), reportEndToEnd),
  streams: benchmark((ground) => measureStreams(ground, options.streams), reportStreams),
  'render-attack': benchmark((ground) => measureRenderAttack(ground, options.attackers), reportRenderAttack),
  receive: benchmark((ground) => measureReceiving(ground, options.mails), reportReceiving),
  live: benchmark((ground) => measureLive(ground, options), reportLive),
  start: benchmark((ground) => measureStarting(ground, options), reportStarting),
  scale: benchmark((ground) => measureScaling(ground, options), reportScaling),
  mailbox: benchmark((ground) => measureMailbox(ground, options.mailbox), reportMailbox),
  read: benchmark((ground) => measureReading(ground, options), reportReading),
  growth: benchmark((ground) => measureGrowth(ground, options), reportGrowth),
  memory: benchmark((ground) => measureMemory(ground, options), reportMemory),
}
/** These take long, so they run only if they are named. */
const LONG = ['scale', 'mailbox', 'read', 'growth', 'memory']
const names = Object.keys(BENCHMARKS)
const isWanted = (name: string) => (positionals.length === 0 ? !LONG.includes(name) : positionals.includes(name))
const unknown = positionals.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`There is no benchmark ${unknown.join(', ')}. There are: ${names.join(', ')}.\n`)
  process.exit(2)
}

const startedAt = new Date()
const ground = await prepareGround()
try {
  const results: Record<string, unknown> = {}
  for (const name of names.filter(isWanted)) {
    const { result, text } = await BENCHMARKS[name]!(ground)
    results[name] = result
    process.stdout.write(`\n${text}`)
  }
  const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length, loadAverage: loadavg() }
  const file = `bench/results/${startedAt.toISOString().replace(/[:.]/g, '-')}.json`
  await mkdir('bench/results', { recursive: true })
  await writeFile(file, `${JSON.stringify({ startedAt, machine, options, ...results }, null, 2)}\n`)
  say(`Written to ${file}`)
} finally {
  await ground.close()
}
