import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'
import { Redis } from 'ioredis'
import mongoose from 'mongoose'
import { bearer, bodyFor, load, type Target } from './accept.js'
import { createKeys } from './accounts.js'
import { fillQueue } from './drain.js'
import { cpuMs, type Ground, type Subject, say, startApi, startSubject } from './ground.js'
import { until } from './until.js'

/** A number of processes of one kind, and what they carried. */
export interface ScaleStep {
  processes: number
  perSecond: number
  /** CPU time for each message, in ms: all processes of the kind together, and mongod. */
  processCpuMs: number
  mongoCpuMs: number
  /** Share of the store's core that was in use, by everything that runs there. */
  storeShare: number
  /** What the model of docs/scaling.md predicts from the first step. */
  predictedPerSecond: number
}

export interface ScaleResult {
  kinds: { name: string; steps: ScaleStep[] }[]
  /** The share of a core that each process has. */
  share: number
}

const PROCESSES = [1, 2, 4]
/** Turns of a round on the core of the processes. Each has one of them. */
const SLOTS = 4
/** Connections to each API process. */
const CONNECTIONS = 64
/** Accounts whose mail the workers share: events of one account are numbered one after the other. */
const ACCOUNTS = 16
const WARM_UP_SECONDS = 6
/** Queued messages for each worker. */
const QUEUED = 3_200
const WORKER_READY = /"msg":"started"/
/** The processes have the first core; MongoDB, Redis and the source of the load have the second. */
const [PROCESS_CORE, STORE_CORE] = [0, 1]

/**
 * Measures 1, 2 and 4 processes of a kind that each have a quarter of one core, as if each had a small machine, beside a
 * store on another core. So it needs two cores, and Linux.
 */
export async function measureScaling(ground: Ground, { seconds }: { seconds: number }): Promise<ScaleResult> {
  if (process.platform !== 'linux' || cpus().length < 2) throw new Error('scale needs Linux and two cores')
  const store = [ground.mongoPid, await redisPid(ground), process.pid]
  for (const pid of store) pin(pid, STORE_CORE)
  try {
    const api = await steps('API', (count) => measureApi(ground, count, store, seconds))
    const workers = await steps('worker', (count) => measureWorkers(ground, count, store))
    return { share: 1 / SLOTS, kinds: [api, workers] }
  } finally {
    for (const pid of store) pin(pid, `0-${cpus().length - 1}`)
  }
}

type Measured = Omit<ScaleStep, 'predictedPerSecond'>

async function steps(name: string, measure: (count: number) => Promise<Measured>) {
  const measured: ScaleStep[] = []
  for (const count of PROCESSES) {
    const step = await measure(count)
    const first = measured[0] ?? step
    // What the processes can do, and what the core of the store can do, from the costs of one process.
    const ofProcesses = count * first.perSecond
    const ofStore = first.perSecond / first.storeShare
    measured.push({ ...step, predictedPerSecond: Math.min(ofProcesses, ofStore) })
    say(`${count} of ${name}: ${Math.round(step.perSecond)} messages/s`)
  }
  return { name, steps: measured }
}

async function measureApi(ground: Ground, count: number, store: number[], seconds: number): Promise<Measured> {
  const settings = ground.settings(`scale_api_${count}`)
  const first = await startApi(ground, settings)
  const others = await startMany(count - 1, () =>
    startSubject([ground.main], { ...settings, ROLES: 'api' }, WORKER_READY),
  )
  const urls = [first.url, ...others.map(({ readyLine }) => (JSON.parse(readyLine) as { url: string }).url)]
  const processes = [first, ...others]
  const body = bodyFor('delivered@example.com')
  const loadAll = (duration: number) =>
    Promise.all(
      processes.map(({ pid }, index) => {
        const target: Target = { name: 'service', url: urls[index]!, pid, headers: bearer(first.testKey), body }
        const options = { seconds: duration, connections: CONNECTIONS }
        return load(target, options, ground.mongoPid)
      }),
    )
  try {
    await loadAll(WARM_UP_SECONDS)
    return await measureInSlots(processes, store, async () => {
      const rounds = await loadAll(seconds)
      return rounds.reduce((sum, round) => sum + round.count, 0)
    })
  } finally {
    await Promise.all(processes.map((each) => each.close()))
  }
}

async function measureWorkers(ground: Ground, count: number, store: number[]): Promise<Measured> {
  const settings = ground.settings(`scale_worker_${count}`)
  const product = await startApi(ground, settings)
  const connection = await mongoose.createConnection(settings.MONGODB_URI!).asPromise()
  const isDone = async () => !(await connection.collection('messages').findOne({ status: 'queued' }))
  const env = { ...settings, ROLES: 'worker,scheduler' }
  const processes = await startMany(count, () => startSubject([ground.main], env, WORKER_READY))
  const keys = await createKeys(settings, product.url, ACCOUNTS)
  const fill = async (name: string) => {
    for (const { testKey } of keys)
      await fillQueue({ ...product, testKey }, Math.round((count * QUEUED) / ACCOUNTS), name)
  }
  try {
    // The first messages compile the code of every worker.
    await fill('warm-up')
    await until('the first messages are sent', isDone)
    for (const { pid } of processes) process.kill(pid, 'SIGSTOP')
    await fill('measured')
    return await measureInSlots(processes, store, async () => {
      await until('all are sent', isDone)
      return count * QUEUED
    })
  } finally {
    for (const { pid } of processes) process.kill(pid, 'SIGCONT')
    await Promise.all([product.close(), ...processes.map((each) => each.close())])
    await connection.dropDatabase()
    await connection.close()
  }
}

/** Runs work while each process has its turns on one core. @param work returns how many messages it was. */
async function measureInSlots(
  processes: readonly Subject[],
  store: readonly number[],
  work: () => Promise<number>,
): Promise<Measured> {
  const pids = processes.map(({ pid }) => pid)
  for (const pid of pids) pin(pid, PROCESS_CORE)
  const used = async (of: readonly number[]) => (await Promise.all(of.map(cpuMs))).map((ms) => ms ?? 0)
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const slots = await startSubject(
    ['--import', 'tsx', 'bench/time-slots.ts', String(SLOTS), ...pids.map(String)],
    {},
    /running/,
  )
  pin(slots.pid, STORE_CORE)
  try {
    const [own, stored, startedAt] = [await used(pids), await used(store), performance.now()]
    const count = await work()
    const elapsedMs = performance.now() - startedAt
    const [ownAfter, storedAfter] = [await used(pids), await used(store)]
    return {
      processes: pids.length,
      perSecond: (count * 1_000) / elapsedMs,
      processCpuMs: (sum(ownAfter) - sum(own)) / count,
      mongoCpuMs: (storedAfter[0]! - stored[0]!) / count,
      storeShare: (sum(storedAfter) - sum(stored)) / elapsedMs,
    }
  } finally {
    await slots.close()
  }
}

async function startMany<T>(count: number, start: () => Promise<T>): Promise<T[]> {
  const started: T[] = []
  while (started.length < count) started.push(await start())
  return started
}

/** Binds all threads of a process to cores. */
function pin(pid: number, cores: number | string): void {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(cores), String(pid)], { stdio: 'ignore' })
}

async function redisPid(ground: Ground): Promise<number> {
  const redis = new Redis(ground.settings('scale').REDIS_URL!)
  const info = await redis.info('server')
  redis.disconnect()
  return Number(/^process_id:(\d+)/m.exec(info)![1])
}
