import mongoose from 'mongoose'
import { api, type Ground, say, startApi, startSubject } from './ground.js'
import { startSinks } from './sinks.js'
import { until } from './until.js'

export interface DrainResult {
  messages: number
  endpoints: number
  /** Messages per second from the worker's start until the last one is `delivered`. */
  deliveredPerSecond: number
  /** Events per second (two per message) until the last one has its sequence number and its deliveries. */
  fannedOutPerSecond: number
  /** Webhooks per second from the first to the last that arrives; null without endpoints. */
  webhooksPerSecond: number | null
}

const BATCH = 500

/**
 * Measures how fast one worker process works off a backlog of test-mode messages: dispatch, fan-out and, with
 * endpoints, webhooks to a receiver on this machine that responds at once.
 */
export async function measureDraining(ground: Ground, messages: number, endpoints: number): Promise<DrainResult> {
  const settings = ground.settings(`drain_${endpoints}`)
  const product = await startApi(ground, settings)
  const receiver = await startSinks(1)
  const connection = await mongoose.createConnection(settings.MONGODB_URI!).asPromise()
  try {
    for (let endpoint = 1; endpoint <= endpoints; endpoint += 1) {
      const body = { endpoint_url: `${receiver.urls[0]}${endpoint}` }
      await api(product.url, settings.BOOTSTRAP_ADMIN_KEY!, 'POST', '/v1/webhooks', body)
    }
    await fill(product.url, product.testKey, messages)
    const env = { ...settings, ROLES: 'worker,scheduler' }
    const worker = await startSubject([ground.main], env, /"msg":"started"/)
    const startedAt = performance.now()
    const perSecond = (count: number) => (count * 1_000) / (performance.now() - startedAt)
    const remaining = (name: string, filter: object) => connection.collection(name).countDocuments(filter)

    await until('all are delivered', async () => (await remaining('messages', { status: 'queued' })) === 0)
    const deliveredPerSecond = perSecond(messages)
    await until('all are fanned out', async () => (await remaining('events', { fanout_at: { $exists: true } })) === 0)
    const fannedOutPerSecond = perSecond(2 * messages)
    await until('all webhooks have arrived', () => receiver.hits() >= 2 * messages * endpoints)
    const result = {
      messages,
      endpoints,
      deliveredPerSecond,
      fannedOutPerSecond,
      webhooksPerSecond: endpoints > 0 ? receiver.perSecond() : null,
    }
    await worker.close()
    say(`drained ${messages} messages with ${endpoints} endpoints: ${Math.round(deliveredPerSecond)} delivered/s`)
    return result
  } finally {
    await product.close()
    await connection.close()
    receiver.close()
  }
}

async function fill(url: string, key: string, messages: number): Promise<void> {
  for (let start = 0; start < messages; start += BATCH) {
    const items = Array.from({ length: Math.min(BATCH, messages - start) }, (_none, index) => ({
      channel: 'email',
      idempotency_key: `drain-${start + index}`,
      destination: { email: 'delivered@example.com' },
      payload: { subject: 'Welcome', body_text: 'Thank you for joining. '.repeat(20) },
    }))
    await api(url, key, 'POST', '/v1/send/batch', items)
  }
}
