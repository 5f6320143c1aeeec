import mongoose from 'mongoose'
import { type Floor, startFloor } from './commands.js'
import { api, type Ground, say, startApi, startSubject } from './ground.js'
import { openWork } from './open-work.js'
import { startSinks } from './sinks.js'
import { until } from './until.js'

export interface DrainResult {
  messages: number
  endpoints: number
  workers: number
  /** Messages per second from the workers' start until the last one is `delivered`. */
  deliveredPerSecond: number
  /** Events per second (two per message) until the last one has its sequence number and its deliveries. */
  fannedOutPerSecond: number
  /** Webhooks per second from the first to the last that arrives; null without endpoints. */
  webhooksPerSecond: number | null
  /** Messages per second of the bare ledger writes for the same messages. */
  floorPerSecond: number
}

const BATCH = 500

/** Numbers of webhook endpoints beside none. Every message causes two webhooks for each, so they get fewer messages. */
const ENDPOINTS = [1, 8]

/** Measures rounds without endpoints, and one with each number of endpoints. */
export async function measureDrainingAll(
  ground: Ground,
  { rounds, messages, workers }: { rounds: number; messages: number; workers: number },
): Promise<DrainResult[]> {
  const results: DrainResult[] = []
  for (let round = 1; round <= rounds; round += 1) {
    say(`round ${round} of ${rounds}`)
    results.push(await measureDraining(ground, { messages, workers, endpoints: 0 }))
  }
  const fewer = Math.ceil(messages / 10)
  for (const endpoints of ENDPOINTS)
    results.push(await measureDraining(ground, { messages: fewer, workers, endpoints }))
  return results
}

/**
 * Measures how fast workers work off a backlog of test-mode messages of one account: dispatch, fan-out and, with
 * endpoints, webhooks to a receiver on this machine that responds at once. Before it, the floor writes the same for copies
 * of the messages.
 */
async function measureDraining(
  ground: Ground,
  { messages, workers, endpoints }: Pick<DrainResult, 'messages' | 'workers' | 'endpoints'>,
): Promise<DrainResult> {
  const settings = ground.settings('drain')
  const floorSettings = ground.settings('drain_floor')
  const product = await startApi(ground, settings)
  const floor = await startFloor('drain-floor.ts', floorSettings)
  const receiver = await startSinks(1)
  const floorName = new URL(floorSettings.MONGODB_URI!).pathname.slice(1)
  const connection = await mongoose.createConnection(settings.MONGODB_URI!).asPromise()
  try {
    for (let endpoint = 1; endpoint <= endpoints; endpoint += 1) {
      const body = { endpoint_url: `${receiver.urls[0]}${endpoint}` }
      await api(product.url, settings.BOOTSTRAP_ADMIN_KEY!, 'POST', '/v1/webhooks', body)
    }
    await fillQueue(product, messages, 'drain')
    const floorPerSecond = await measureFloor(connection, floor, floorName)
    const env = { ...settings, ROLES: 'worker,scheduler' }
    const starting = Array.from({ length: workers }, () => startSubject([ground.main], env, /"msg":"started"/))
    const subjects = await Promise.all(starting)
    const startedAt = performance.now()
    // The first one may have begun.
    const left = await connection.collection('messages').countDocuments(openWork('dispatch_at'))
    const perSecond = (count: number) => (count * 1_000) / (performance.now() - startedAt)
    // One entry of a partial index: counting rows instead took a third of mongod's CPU time.
    const hasNone = async (name: string, dueField: string) =>
      (await connection.collection(name).findOne(openWork(dueField))) === null

    await until('all are delivered', () => hasNone('messages', 'dispatch_at'))
    const deliveredPerSecond = perSecond(left)
    await until('all are fanned out', () => hasNone('events', 'fanout_at'))
    const fannedOutPerSecond = perSecond(2 * left)
    await until('all webhooks have arrived', () => receiver.hits() >= 2 * messages * endpoints)
    const result = {
      messages,
      endpoints,
      workers,
      deliveredPerSecond,
      fannedOutPerSecond,
      webhooksPerSecond: endpoints > 0 ? receiver.perSecond() : null,
      floorPerSecond,
    }
    await Promise.all(subjects.map((worker) => worker.close()))
    const rates = `${Math.round(deliveredPerSecond)} delivered/s, floor ${Math.round(floorPerSecond)}/s`
    say(`drained ${messages} messages with ${endpoints} endpoints: ${rates}`)
    return result
  } finally {
    await Promise.all([product.close(), floor.close()])
    await connection.useDb(floorName).dropDatabase()
    await connection.dropDatabase()
    await connection.close()
    receiver.close()
  }
}

/** Copies the messages to the floor's database, which has the same indexes, and has them written. */
async function measureFloor(connection: mongoose.Connection, floor: Floor, database: string): Promise<number> {
  const out = { $out: { db: database, coll: 'messages' } }
  await connection.collection('messages').aggregate([out]).toArray()
  const { perSecond } = await floor.run<{ perSecond: number }>('drain')
  return perSecond
}

/** Has the API accept messages of a test key. */
export async function fillQueue(
  { url, testKey }: { url: string; testKey: string },
  messages: number,
  name: string,
): Promise<void> {
  for (let start = 0; start < messages; start += BATCH) {
    const items = Array.from({ length: Math.min(BATCH, messages - start) }, (_none, index) => ({
      channel: 'email',
      idempotency_key: `${name}-${start + index}`,
      destination: { email: 'delivered@example.com' },
      payload: { subject: 'Welcome', body_text: 'Thank you for joining. '.repeat(20) },
    }))
    await api(url, testKey, 'POST', '/v1/send/batch', items)
  }
}
