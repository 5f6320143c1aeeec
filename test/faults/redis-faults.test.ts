import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Program } from '../support/built-program.js'
import { Deployment } from '../support/deployment.js'
import { expectInvariants } from '../support/invariants.js'
import { type OwnServer, startOwnServer } from '../support/own-servers.js'
import { eventually } from '../support/start-app.js'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js'

const COUNT = 300

let redis: OwnServer
let deployment: Deployment
let receiver: WebhookReceiver
let key: string
let worker: Program

beforeEach(async () => {
  redis = await startOwnServer('redis')
  receiver = await startWebhookReceiver()
  deployment = await Deployment.create({ REDIS_URL: redis.uri })
  await deployment.start('api')
  worker = await deployment.start('worker,scheduler')
  key = await deployment.testKey()
  const { status } = await deployment.call('POST', '/v1/webhooks', { body: { endpoint_url: receiver.url } })
  expect(status).toBe(201)
})
afterEach(async () => {
  await deployment.close()
  await receiver.close()
  await redis.close()
})

/** Sends ten messages a second for seven seconds: longer than a read of a stream may take. */
async function sendForAWhile(): Promise<string[]> {
  const accepted: string[] = []
  for (let second = 1; second <= 7; second += 1) {
    accepted.push(...(await deployment.sendMany(10, { key })))
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
  return accepted
}

/** Expects every message to be delivered, and the endpoint to get both events of each at least once. */
async function expectAllDelivered(accepted: string[]): Promise<void> {
  await eventually('all is delivered', async () => (await deployment.countMessages('delivered')) === accepted.length)
  await expectInvariants(deployment, { accepted, hits: receiver.hits, cutOff: 0 })
  const deliveries = await deployment.ledger.models.deliveries.find({ status: 'succeeded' }).lean()
  expect(deliveries).toHaveLength(2 * accepted.length)
  expect(new Set(receiver.hits.map((hit) => hit.eventId)).size).toBe(2 * accepted.length)
}

describe('Redis', () => {
  it('loses all data during work: all mail is sent and all webhooks are delivered within a minute', async () => {
    const accepted = await deployment.sendMany(COUNT, { key })
    await eventually('some webhooks have arrived', () => receiver.hits.length > 50)
    await deployment.redis.flushall()
    accepted.push(...(await deployment.sendMany(COUNT, { key })))
    await eventually('more webhooks have arrived', () => receiver.hits.length > 300)
    await deployment.redis.flushall()
    await expectAllDelivered(accepted)
  })

  it('hangs: sends are still accepted, and leave when it is back', async () => {
    const accepted = await deployment.sendMany(COUNT, { key })
    await eventually('some webhooks have arrived', () => receiver.hits.length > 50)
    await redis.signal('SIGSTOP')
    const quietFrom = worker.stderr.length
    accepted.push(...(await sendForAWhile()))
    expect(worker.stderr.slice(quietFrom).split('\n').length, 'lines logged by the worker').toBeLessThan(150)
    await redis.signal('SIGCONT')
    await expectAllDelivered(accepted)
  })

  it('is down and comes back without data: sends are still accepted, and leave when it is back', async () => {
    const accepted = await deployment.sendMany(COUNT, { key })
    await eventually('some webhooks have arrived', () => receiver.hits.length > 50)
    await redis.kill()
    const quietFrom = worker.stderr.length
    accepted.push(...(await sendForAWhile()))
    expect(worker.stderr.slice(quietFrom).split('\n').length, 'lines logged by the worker').toBeLessThan(150)
    await redis.restart({ empty: true })
    await eventually('the stream of the test is back', () => deployment.redis.ping().catch(() => null))
    await expectAllDelivered(accepted)
    const before = await commandsServed()
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    expect((await commandsServed()) - before, 'commands of an idle deployment in 2 s').toBeLessThan(200)
  })
})

async function commandsServed(): Promise<number> {
  return Number(/total_commands_processed:(\d+)/.exec(await deployment.redis.info('stats'))![1])
}
