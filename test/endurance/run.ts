import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { mongo } from 'mongoose'
import { pino } from 'pino'
import { Random } from '../../scripts/fuzz/random.js'
import { type AppConfig, compose } from '../../src/compose.js'
import { readConfig } from '../../src/config.js'
import { restlessness } from '../support/ledger-checks.js'
import { withMongoose } from '../support/mongoose-models.js'
import { Book } from './book.js'
import { Client } from './client.js'
import { makeFaults, type PastFault } from './faults/inject.js'
import { type PlannedFault, planFaults } from './faults/plan.js'
import { commonSettings, Fleet, MACHINES } from './fleet.js'
import { findProblems } from './invariants/index.js'
import { runLoads } from './loads/index.js'
import { countFaults, type Report, timesOf } from './report.js'
import { serverBinaries } from './servers/binaries.js'
import { ReplicaSet } from './servers/replica-set.js'
import { createValkey } from './servers/valkey.js'
import { Endpoint } from './sinks/endpoint.js'
import { MailProvider } from './sinks/provider.js'
import { createAccount, type World } from './world.js'

export interface RunOptions {
  minutes: number
  seed: number
  /** How much load there is: 1 for about 15 messages a second. */
  rate: number
  /** The built service. */
  main: string
  /** A folder for data and logs. */
  folder: string
  say: (line: string) => void
  signal: AbortSignal
}

const ACCOUNTS = 3
const WORKERS = MACHINES.filter(({ role }) => role === 'worker')
const PROGRESS_EVERY_MS = 10_000
/** How long clients go on to repeat what was not answered, once the last fault is over. */
const LAST_ANSWER_WITHIN_MS = 60_000
/** Work that is left is stuck if nothing of it is done for so long: the longest lease has 80 s. */
const STUCK_AFTER_MS = 180_000

/** Runs the load with its faults and checks everything. */
export async function run(options: RunOptions): Promise<Report> {
  const { signal } = options
  signal.throwIfAborted()
  const ends: (() => unknown)[] = []
  const stopped = once(signal, 'abort').then(() => Promise.reject(signal.reason as Error))
  try {
    // Whoever stops a run does not wait until everything has started.
    return await Promise.race([runAll(options, (end) => void ends.unshift(end)), stopped])
  } finally {
    // Whatever fails, the others are ended.
    for (const end of ends) await Promise.resolve(end()).catch(() => undefined)
  }
}

type AtEnd = (end: () => unknown) => void

async function runAll(options: RunOptions, atEnd: AtEnd): Promise<Report> {
  const { minutes, seed, rate, folder, say, signal } = options
  const lengthMs = minutes * 60_000
  const { world, fleet, servers, redis } = await startAll(options, atEnd)
  const { provider, accounts, client, ledger } = world
  const setUnreliable = (isUnreliable: boolean) => {
    for (const sink of [provider, ...accounts.flatMap(({ endpoints }) => endpoints)]) sink.isUnreliable = isUnreliable
  }
  let current: readonly PlannedFault[] = []
  const startedAt = Date.now()
  const progress = setInterval(() => say(progressOf(world, Date.now() - startedAt, current)), PROGRESS_EVERY_MS)
  atEnd(() => clearInterval(progress))

  setUnreliable(true)
  const loadEnds = new AbortController()
  const loads = runLoads(world, rate, AbortSignal.any([loadEnds.signal, signal]))
  const ground = { fleet, ...servers, flushValkey: async () => void (await redis.flushall()) }
  const onChange = (faults: readonly PlannedFault[]) => {
    current = faults
  }
  const past = await makeFaults(ground, planFaults(seed, lengthMs), { signal, onChange })
  await delay(Math.max(0, startedAt + lengthMs - Date.now()), undefined, { signal })
  loadEnds.abort()
  setUnreliable(false)
  client.giveUpAfter(LAST_ANSWER_WITHIN_MS)
  await loads
  const endedAt = Date.now()
  say('waiting until no work is left …')
  const left = await rest({ ledger, redis, programs: fleet.machines.map(({ child }) => child) }, signal)
  const restAfterMs = Date.now() - endedAt
  say('checking …')
  const workerLogs = WORKERS.map(({ name }) => `${folder}/logs/${name}.log`)
  const rollbacks = await servers.replicaSet.rollbacks()
  const report = await reportOf({ world, fleet, past, workerLogs }, { seed, minutes, rate, rollbacks, restAfterMs })
  if (left) report.problems.unshift(`work is left: ${left}`)
  return report
}

/** Starts servers, sinks and the service, and makes the accounts. */
async function startAll({ seed, main, folder, say }: RunOptions, atEnd: AtEnd) {
  await mkdir(`${folder}/logs`, { recursive: true })
  const random = new Random(seed)
  const provider = new MailProvider(new Random(seed + 1))
  atEnd(() => provider.close())
  const endpoints = await Promise.all(Array.from({ length: 2 * ACCOUNTS }, () => Endpoint.start(random)))
  for (const endpoint of endpoints) atEnd(() => endpoint.close())

  say('starting the servers …')
  const binaries = await serverBinaries(folder)
  const valkey = await createValkey(binaries.valkey, folder)
  atEnd(() => valkey.child.kill())
  await valkey.start()
  const replicaSet = new ReplicaSet()
  atEnd(() => replicaSet.close())
  await replicaSet.start(binaries.mongod, folder)
  const ports = WORKERS.map(async ({ name }) => [name, await provider.listen(name)] as const)
  const servers = { replicaSet, valkey, providerPorts: Object.fromEntries(await Promise.all(ports)) }

  say('starting the service …')
  const settings = commonSettings(servers)
  const fleet = new Fleet()
  atEnd(() => fleet.close())
  await fleet.start(main, folder, servers, settings)
  const ledger = withMongoose(await compose(readConfig(settings) as AppConfig, { log: pino({ level: 'silent' }) }))
  atEnd(() => ledger.close())
  const redis = new Redis(ledger.config.redisUrl, { maxRetriesPerRequest: null })
  atEnd(() => redis.disconnect())
  redis.on('error', () => undefined)

  const book = new Book()
  const client = new Client(fleet.apis, book, random)
  const world: World = { accounts: [], book, client, fleet, provider, random, ledger }
  for (let index = 0; index < ACCOUNTS; index += 1) {
    world.accounts.push(await createAccount(world, index, endpoints.slice(2 * index, 2 * index + 2)))
  }
  return { world, fleet, servers, redis }
}

/** What has happened so far, in a line. */
function progressOf({ book, provider }: World, afterMs: number, current: readonly PlannedFault[]): string {
  const at = String(Math.round(afterMs / 1_000)).padStart(5)
  const { mails, inbound, retries } = book
  const counts = `${mails.length} accepted, ${provider.receipts.length} handed over, ${inbound.length} received`
  const broken = current.map(({ name, machine, way }) => [name, machine, way].filter(Boolean).join(' ')).join(', ')
  return `${at} s: ${counts}, ${retries} attempts repeated; broken: ${broken || 'nothing'}`
}

/** Waits until no work is left. Returns what is left if nothing more happens. */
async function rest(deployment: Parameters<typeof restlessness>[0], signal: AbortSignal): Promise<string | null> {
  let left: string | null = 'unknown'
  let fewest = Infinity
  for (let movedAt = Date.now(); left !== null && Date.now() < movedAt + STUCK_AFTER_MS; ) {
    await delay(500, undefined, { signal })
    left = await restlessness(deployment).catch((error: Error) => error.message)
    const open = await countOpenWork(deployment.ledger)
    if (open < fewest) movedAt = Date.now()
    fewest = Math.min(fewest, open)
  }
  return left
}

/** The number of rows that have something to do. */
async function countOpenWork({ models, work }: World['ledger']): Promise<number> {
  const { messages, callbacks, events, deliveries, inboundEmails, contactImports, broadcasts } = models
  const rows = [
    ...([
      [messages, work.dispatch],
      [callbacks, work.ingest],
      [events, work['fan-out']],
    ] as const),
    ...([
      [deliveries, work.deliveries],
      [inboundEmails, work.inbound],
    ] as const),
    ...([
      [contactImports, work.imports],
      [broadcasts, work.broadcasts],
    ] as const),
  ]
  const counts = [
    ...rows.map(([{ collection }, { dueField }]) => [collection, dueField] as const),
    [messages.collection, 'file_at'] as const,
  ].map(([collection, field]) =>
    (collection as unknown as mongo.Collection).countDocuments({ [field]: { $exists: true } }),
  )
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

async function reportOf(
  { world, fleet, past, workerLogs }: { world: World; fleet: Fleet; past: PastFault[]; workerLogs: string[] },
  known: Pick<Report, 'seed' | 'minutes' | 'rate' | 'rollbacks' | 'restAfterMs'>,
): Promise<Report> {
  const { book, provider, accounts, ledger } = world
  const models = ledger.models
  const endpoints = accounts.flatMap((account) => account.endpoints)
  const requests = endpoints.flatMap(({ received }) => [...received.values()].map((each) => each.requests))
  const count = (of: 'crashes' | 'failedStarts') =>
    Object.fromEntries(fleet.machines.flatMap(({ name, child }) => (child[of] > 0 ? [[name, child[of]]] : [])))
  const crashes = count('crashes')
  const { problems, duplicates } = await findProblems(world, past, workerLogs)
  return {
    ...known,
    accepted: book.mails.length,
    received: book.inbound.length,
    requests: book.requests,
    retries: book.retries,
    errors: book.errors,
    repeatedKeys: book.repeats,
    handedOver: provider.receipts.length,
    duplicates,
    deliveries: await models.deliveries.countDocuments(),
    deliveryRequests: requests.reduce((sum, count) => sum + count, 0),
    faults: countFaults(past),
    crashes,
    failedStarts: count('failedStarts'),
    ...timesOf(book, past),
    problems: [...Object.keys(crashes).map((name) => `${name} has crashed`), ...problems],
  }
}
