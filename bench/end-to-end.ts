import { setTimeout as delay } from 'node:timers/promises'
import mongoose from 'mongoose'
import { Pool } from 'undici'
import { bearer, bodyFor, load } from './accept.js'
import { api, cpuMs, type Ground, say, startApi, startSubject } from './ground.js'
import { openWork } from './open-work.js'
import { percentile } from './percentile.js'
import { type Sinks, startSinks } from './sinks.js'
import { until } from './until.js'

/** One round of load: all that was accepted, until its last webhook has arrived and is recorded. */
export interface EndToEndRound {
  acceptedPerSecond: number
  acceptP99Ms: number
  /** Webhooks that arrived during the load, as a share of the messages that were accepted in it. */
  duringShare: number
  /** Messages per second from the start of the load until the last webhook is recorded. */
  endToEndPerSecond: number
  /** CPU time for each message, in ms; null where it is unknown. */
  cpu: Record<'api' | 'worker' | 'mongod', number | null>
  /** Messages per second that the floor of accepting takes in. */
  floorPerSecond: number
}

/** Time from the response to a send until its webhook arrives, in ms. */
export interface EndToEndLatency {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

export interface EndToEndResult {
  rounds: EndToEndRound[]
  atHalf: EndToEndLatency
  idle: EndToEndLatency
}

export interface EndToEndOptions {
  rounds: number
  seconds: number
  connections: number
}

const WARM_UP_SECONDS = 4
const IDLE_PER_SECOND = 10
const STARTED = /"msg":"started"/
/** Most sends at a time while latency is measured. */
const CONNECTIONS = 64
const PAYLOAD = { subject: 'Welcome', body_text: 'Thank you for joining. '.repeat(30) }

/**
 * Measures the whole way of a message, with the API and one worker as separate processes: accepted, sent in test mode
 * (two events), and a webhook for `sent` received by one endpoint. The floor of accepting takes turns with it.
 */
export async function measureEndToEnd(ground: Ground, options: EndToEndOptions): Promise<EndToEndResult> {
  const settings = ground.settings('end_to_end')
  const arrivals = new Map<string, number>()
  const onBody = (body: string) => arrivals.set(JSON.parse(body).message_id, performance.now())
  const sinks = await startSinks(1, { onBody })
  const product = await startApi(ground, settings)
  const worker = await startSubject([ground.main], { ...settings, ROLES: 'worker,scheduler' }, STARTED)
  const floor = await startSubject(['--import', 'tsx', 'bench/floor-server.ts'], ground.settings('floor'), /^floor at /)
  const connection = await mongoose.createConnection(settings.MONGODB_URI!).asPromise()
  const isOpen = async () => {
    const open = await Promise.all([
      connection.collection('events').findOne(openWork('fanout_at')),
      connection.collection('webhook_deliveries').findOne(openWork('next_at')),
    ])
    return open.some((row) => row !== null)
  }
  const floorUrl = floor.readyLine.slice('floor at '.length)
  const body = bodyFor('delivered@example.com')
  const target = { name: 'service', ...product, headers: bearer(product.testKey), body } as const
  const floorTarget = { name: 'floor', ...floor, url: floorUrl, headers: {}, body } as const

  const runRound = async (seconds: number): Promise<EndToEndRound> => {
    const floorRound = await load(floorTarget, { ...options, seconds }, ground.mongoPid)
    const pids = [product.pid, worker.pid, ground.mongoPid]
    const before = await Promise.all(pids.map(cpuMs))
    const [hitsBefore, startedAt] = [sinks.hits(), performance.now()]
    const round = await load(target, { ...options, seconds }, ground.mongoPid)
    const during = sinks.hits() - hitsBefore
    await until('all webhooks have arrived', () => sinks.hits() - hitsBefore >= round.count)
    await until('all are recorded', async () => !(await isOpen()))
    const endToEndPerSecond = (round.count * 1_000) / (performance.now() - startedAt)
    const after = await Promise.all(pids.map(cpuMs))
    const [apiMs, workerMs, mongodMs] = before.map((ms, index) =>
      ms === null || after[index] == null ? null : (after[index] - ms) / round.count,
    )
    return {
      acceptedPerSecond: round.perSecond,
      acceptP99Ms: round.p99Ms,
      duringShare: during / round.count,
      endToEndPerSecond,
      cpu: { api: apiMs!, worker: workerMs!, mongod: mongodMs! },
      floorPerSecond: floorRound.perSecond,
    }
  }

  try {
    await api(product.url, product.adminKey, 'POST', '/v1/webhooks', {
      endpoint_url: sinks.urls[0],
      event_types: ['sent'],
    })
    await runRound(WARM_UP_SECONDS)
    const rounds: EndToEndRound[] = []
    for (let index = 1; index <= options.rounds; index += 1) {
      const round = await runRound(options.seconds)
      rounds.push(round)
      say(`round ${index} of ${options.rounds}: ${Math.round(round.endToEndPerSecond)} messages/s end to end`)
    }
    const half = Math.min(...rounds.map(({ endToEndPerSecond }) => endToEndPerSecond)) / 2
    const measure = (perSecond: number) => measureLatency({ ...product, sinks, arrivals }, perSecond, options.seconds)
    return { rounds, atHalf: await measure(half), idle: await measure(IDLE_PER_SECOND) }
  } finally {
    await Promise.all([product.close(), worker.close(), floor.close()])
    await connection.dropDatabase()
    await connection.close()
    sinks.close()
  }
}

interface LatencyTarget {
  url: string
  testKey: string
  sinks: Sinks
  /** When the webhook of each message arrived. */
  arrivals: ReadonlyMap<string, number>
}

/** Sends at a steady rate, whatever the responses take. */
async function measureLatency(
  { url, testKey, sinks, arrivals }: LatencyTarget,
  perSecond: number,
  seconds: number,
): Promise<EndToEndLatency> {
  const hitsBefore = sinks.hits()
  const total = Math.round(perSecond * seconds)
  const startedAt = performance.now()
  const run = `${perSecond}-${startedAt}`
  // A client that costs little, because it shares the cores with what it measures.
  const pool = new Pool(url, { connections: CONNECTIONS })
  const sending: Promise<{ id: string; acceptedAt: number }>[] = []
  while (sending.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) * perSecond) / 1_000))
    while (sending.length < due) sending.push(send(pool, testKey, `${run}-${sending.length}`))
    await delay(1)
  }
  const sent = await Promise.all(sending)
  await pool.close()
  await until('all webhooks have arrived', () => sinks.hits() - hitsBefore >= total)
  const waits = sent.map(({ id, acceptedAt }) => Math.max(0, arrivals.get(id)! - acceptedAt))
  waits.sort((one, other) => one - other)
  return { perSecond, p50Ms: percentile(waits, 0.5), p99Ms: percentile(waits, 0.99) }
}

async function send(pool: Pool, key: string, idempotency_key: string): Promise<{ id: string; acceptedAt: number }> {
  const request = {
    channel: 'email',
    idempotency_key,
    destination: { email: 'delivered@example.com' },
    payload: PAYLOAD,
  }
  const headers = { ...bearer(key), 'content-type': 'application/json' }
  const response = await pool.request({ method: 'POST', path: '/v1/send', headers, body: JSON.stringify(request) })
  const text = await response.body.text()
  if (response.statusCode !== 201) throw new Error(`POST /v1/send answered ${response.statusCode}: ${text}`)
  return { id: JSON.parse(text).id, acceptedAt: performance.now() }
}
