import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { measureAccepting } from './accept.js'
import { measureAcceptingBatches } from './accept-batch.js'
import { readArguments, usage } from './arguments.js'
import { measureBackup } from './backup.js'
import { measureBesideTrouble } from './beside-trouble.js'
import { measureDrainingAll } from './drain.js'
import { measureBesideLoad, measureEndToEnd } from './end-to-end.js'
import { measureFairness } from './fair.js'
import { measureFairReceiving } from './fair-receiving.js'
import { type Ground, prepareGround, say } from './ground.js'
import { measureGrowth } from './growth.js'
import { measureHandOvers } from './hand-over.js'
import { measureLists } from './lists.js'
import { measureLive } from './live.js'
import { measureMailbox } from './mailbox.js'
import { measureMemory } from './memory.js'
import { measureOverload } from './overload.js'
import { measureRates } from './rates.js'
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
import { reportBackup, reportGrowth, reportLists, reportReading } from './report-ledger.js'
import {
  reportAcceptingBatches,
  reportFairness,
  reportFairReceiving,
  reportHandOvers,
  reportRates,
  reportTrouble,
} from './report-load.js'
import { reportOverload } from './report-overload.js'
import { reportLive, reportMemory, reportScaling, reportStarting } from './report-process.js'
import { measureScaling } from './scale.js'
import { measureStarting } from './start.js'
import { measureStreams } from './streams.js'
import { measureWebhooks } from './webhooks.js'

const { options, names: asked, wantsHelp } = argumentsOrExit()

interface Measured {
  result: unknown
  text: string
}

interface Benchmark {
  /** What it measures, on one line. */
  about: string
  /** It takes long, so it runs only if it is named. */
  isLong?: boolean
  run(ground: Ground): Promise<Measured>
}

/** A benchmark with the report of its results as text. */
function benchmark<T>(
  about: string,
  measure: (ground: Ground) => Promise<T>,
  report: (result: T) => string,
): Benchmark {
  const run = async (ground: Ground) => {
    const result = await measure(ground)
    return { result, text: report(result) }
  }
  return { about, run }
}

const long = (one: Benchmark): Benchmark => ({ ...one, isLong: true })

/** The benchmarks by name, in the order in which they run. */
const BENCHMARKS: Record<string, Benchmark> = {
  accept: benchmark('accepting single mails', (ground) => measureAccepting(ground, options), reportAccepting),
  'accept-batch': benchmark(
    'accepting batches of 1,000 mails',
    (ground) => measureAcceptingBatches(ground, options),
    reportAcceptingBatches,
  ),
  drain: benchmark('working off a backlog', (ground) => measureDrainingAll(ground, options), reportDraining),
  'hand-over': benchmark(
    'handing live mail over to an SMTP server',
    (ground) => measureHandOvers(ground, options),
    reportHandOvers,
  ),
  webhooks: benchmark(
    'delivering events to webhooks',
    (ground) => measureWebhooks(ground, options.rounds, options.events),
    reportWebhooks,
  ),
  'end-to-end': benchmark(
    'from the request until the webhook is delivered',
    (ground) => measureEndToEnd(ground, options),
    reportEndToEnd,
  ),
  'beside-load': long(
    benchmark(
      'end-to-end beside a process that keeps a core busy',
      (ground) => measureBesideLoad(ground, options),
      reportEndToEnd,
    ),
  ),
  rates: long(
    benchmark(
      'what a message costs at 10, 50 and 200 a second',
      (ground) => measureRates(ground, options),
      reportRates,
    ),
  ),
  streams: benchmark(
    'what open subscriptions cost',
    (ground) => measureStreams(ground, options.streams),
    reportStreams,
  ),
  'render-attack': benchmark(
    'rendering for one account while others attack it',
    (ground) => measureRenderAttack(ground, options.attackers),
    reportRenderAttack,
  ),
  receive: benchmark(
    'receiving mails by callback and by SMTP',
    (ground) => measureReceiving(ground, options.mails),
    reportReceiving,
  ),
  live: benchmark('events that arrive in subscriptions', (ground) => measureLive(ground, options), reportLive),
  start: benchmark('how long starting takes', (ground) => measureStarting(ground, options), reportStarting),
  fair: long(
    benchmark('a single mail while much mail waits', (ground) => measureFairness(ground, options), reportFairness),
  ),
  'fair-receiving': long(
    benchmark(
      'what comes in while much of another account waits',
      (ground) => measureFairReceiving(ground, options),
      reportFairReceiving,
    ),
  ),
  scale: long(
    benchmark('1, 2 and 4 processes of each role', (ground) => measureScaling(ground, options), reportScaling),
  ),
  mailbox: long(
    benchmark('reading a large mailbox', (ground) => measureMailbox(ground, options.mailbox), reportMailbox),
  ),
  read: long(benchmark('reading a large ledger', (ground) => measureReading(ground, options), reportReading)),
  lists: long(
    benchmark('figures and lists of a large account', (ground) => measureLists(ground, options), reportLists),
  ),
  backup: long(
    benchmark(
      'backing up and restoring a large ledger',
      (ground) => measureBackup(ground, options.ledger),
      reportBackup,
    ),
  ),
  overload: long(
    benchmark('more requests than the API can answer', (ground) => measureOverload(ground, options), reportOverload),
  ),
  'beside-trouble': long(
    benchmark(
      'the mail of one account while another is in trouble',
      (ground) => measureBesideTrouble(ground, options),
      reportTrouble,
    ),
  ),
  growth: long(benchmark('accepting while the ledger grows', (ground) => measureGrowth(ground, options), reportGrowth)),
  memory: long(
    benchmark('the memory of each role under steady load', (ground) => measureMemory(ground, options), reportMemory),
  ),
}
if (wantsHelp) {
  process.stdout.write(usage(BENCHMARKS))
  process.exit()
}
const names = Object.keys(BENCHMARKS)
const isWanted = (name: string) => (asked.length === 0 ? !BENCHMARKS[name]!.isLong : asked.includes(name))
const unknown = asked.filter((name) => !names.includes(name))
if (unknown.length > 0) exitWith(`There is no benchmark ${unknown.join(', ')}. There are: ${names.join(', ')}.`)

function argumentsOrExit() {
  try {
    return readArguments()
  } catch (error) {
    return exitWith(`${(error as Error).message.split('. ', 1)}. \`npm run bench -- --help\` shows what there is.`)
  }
}

function exitWith(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

const startedAt = new Date()
const ground = await prepareGround()
try {
  const results: Record<string, unknown> = {}
  for (const name of names.filter(isWanted)) {
    const { result, text } = await BENCHMARKS[name]!.run(ground)
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
