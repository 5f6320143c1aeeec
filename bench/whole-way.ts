import mongoose from 'mongoose'
import { api, type Ground, type Subject, startApi, startSubject } from './ground.js'
import { openWork } from './open-work.js'
import { type Sinks, startSinks } from './sinks.js'
import { until } from './until.js'

/** The API and one worker as separate processes, and an endpoint with a webhook for `sent`. */
export interface WholeWay {
  product: Subject & { url: string; testKey: string }
  worker: Subject
  sinks: Sinks
  /** When the webhook of each message arrived. */
  arrivals: ReadonlyMap<string, number>
  connection: mongoose.Connection
  /** Waits until nothing is left to do. */
  allRecorded(): Promise<void>
  close(): Promise<void>
}

const STARTED = /"msg":"started"/

/** Starts all that a message passes from the request to its webhook. */
export async function startWholeWay(ground: Ground, name: string): Promise<WholeWay> {
  const settings = ground.settings(name)
  const arrivals = new Map<string, number>()
  const onBody = (body: string) => arrivals.set(JSON.parse(body).message_id, performance.now())
  const sinks = await startSinks(1, { onBody })
  const product = await startApi(ground, settings)
  const worker = await startSubject([ground.main], { ...settings, ROLES: 'worker,scheduler' }, STARTED)
  const connection = await mongoose.createConnection(settings.MONGODB_URI!).asPromise()
  const isOpen = async () => {
    const open = await Promise.all([
      connection.collection('events').findOne(openWork('fanout_at')),
      connection.collection('webhook_deliveries').findOne(openWork('next_at')),
    ])
    return open.some((row) => row !== null)
  }
  await api(product.url, product.adminKey, 'POST', '/v1/webhooks', {
    endpoint_url: sinks.urls[0],
    event_types: ['sent'],
  })
  return {
    ...{ product, worker, sinks, arrivals, connection },
    allRecorded: () => until('all are recorded', async () => !(await isOpen())),
    async close() {
      await Promise.all([product.close(), worker.close()])
      await connection.dropDatabase()
      await connection.close()
      sinks.close()
    },
  }
}

/** Starts the floor of accepting. */
export async function startAcceptFloor(ground: Ground): Promise<Subject & { url: string }> {
  const program = ['--import', 'tsx', 'bench/floor-server.ts']
  const floor = await startSubject(program, ground.settings('floor'), /^floor at /)
  return { ...floor, url: floor.readyLine.slice('floor at '.length) }
}
