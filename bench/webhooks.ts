import mongoose from 'mongoose'
import { fillEvents } from './fill-events.js'
import { cpuMs, type Ground, say, startSubject } from './ground.js'
import { openWork } from './open-work.js'
import { startSinks } from './sinks.js'
import { until } from './until.js'

/** One round: the same events without and with the ledger. */
export interface WebhookRound {
  /** Webhooks per second from the worker's start until the outcome of the last one is in the ledger. */
  recordedPerSecond: number
  /** Worker and mongod CPU for each, in ms; null where it is unknown. */
  workerCpuMs: number | null
  mongoCpuMs: number | null
  floorPerSecond: number
}

export interface WebhooksResult {
  events: number
  /** The rounds by the number of endpoints. */
  bySinks: { sinks: number; rounds: WebhookRound[] }[]
  /** Webhooks per second to ten endpoints, and to the same beside one that never answers. */
  hanging: { alonePerSecond: number; besidePerSecond: number }[]
}

const SINKS = [1, 200]
/** Endpoints beside the one that hangs. */
const OTHERS = 10
const STARTED = /"msg":"started"/

/**
 * Measures how fast one worker process turns recorded events into webhooks: fan-out, requests to endpoints that answer at
 * once, and outcomes in the ledger. All events are there before it starts.
 */
export async function measureWebhooks(ground: Ground, rounds: number, events: number): Promise<WebhooksResult> {
  const bySinks = SINKS.map((sinks) => ({ sinks, rounds: [] as WebhookRound[] }))
  const hanging: WebhooksResult['hanging'] = []
  for (let round = 1; round <= rounds; round += 1) {
    for (const { sinks, rounds: measured } of bySinks) {
      const floorPerSecond = await measureFloor(sinks, events)
      const drained = await drain(ground, `webhooks_${sinks}_${round}`, { sinks, events })
      measured.push({ ...drained, floorPerSecond })
      say(`round ${round} of ${rounds}, ${sinks} sinks: ${Math.round(drained.recordedPerSecond)} webhooks/s recorded`)
    }
    const [alone, beside] = [
      { sinks: OTHERS, events },
      { sinks: OTHERS + 1, events, hanging: 1 },
    ]
    const { recordedPerSecond: alonePerSecond } = await drain(ground, `webhooks_alone_${round}`, alone)
    const { recordedPerSecond: besidePerSecond } = await drain(ground, `webhooks_beside_${round}`, beside)
    hanging.push({ alonePerSecond, besidePerSecond })
  }
  return { events, bySinks, hanging }
}

interface Load {
  sinks: number
  /** Events for the sinks that answer. */
  events: number
  /** How many of the sinks never answer. */
  hanging?: number
}

async function drain(ground: Ground, name: string, { sinks: count, events, hanging = 0 }: Load) {
  const settings = ground.settings(name)
  const sinks = await startSinks(count, { hanging })
  const subscriptions = await fillEvents(settings, sinks.urls, Math.round((events * count) / (count - hanging)))
  const expected = subscriptions.slice(hanging)
  const connection = await mongoose.createConnection(settings.MONGODB_URI!).asPromise()
  const env = { ...settings, ROLES: 'worker,scheduler' }
  const worker = await startSubject([ground.main], env, STARTED)
  try {
    const before = await Promise.all([cpuMs(worker.pid), cpuMs(ground.mongoPid)])
    const startedAt = performance.now()
    await until('all webhooks have arrived', () => sinks.hits() >= events)
    const open = { ...openWork('next_at'), subscription_id: { $in: expected } }
    await until('all are recorded', async () => !(await connection.collection('webhook_deliveries').findOne(open)))
    const recordedPerSecond = (events * 1_000) / (performance.now() - startedAt)
    const after = await Promise.all([cpuMs(worker.pid), cpuMs(ground.mongoPid)])
    const each = (index: 0 | 1) =>
      before[index] === null || after[index] === null ? null : (after[index] - before[index]) / events
    return { recordedPerSecond, workerCpuMs: each(0), mongoCpuMs: each(1) }
  } finally {
    sinks.close()
    await worker.close()
    await connection.dropDatabase()
    await connection.close()
  }
}

async function measureFloor(count: number, events: number): Promise<number> {
  const sinks = await startSinks(count)
  const args = ['--import', 'tsx', 'bench/webhook-floor.ts', String(events), ...sinks.urls]
  const floor = await startSubject(args, {}, /^floor: /)
  sinks.close()
  await floor.close()
  return Number(floor.readyLine.slice('floor: '.length))
}
