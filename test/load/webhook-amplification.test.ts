import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Program } from '../support/built-program.js'
import { Deployment } from '../support/deployment.js'
import { LoopWatch } from '../support/loop-watch.js'
import { CALLBACK_SECRET } from '../support/post-callback.js'
import { call, eventually } from '../support/start-app.js'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js'

/*
 * One request that becomes thousands of webhooks, and webhooks that call the service itself: it does all of it, others
 * wait for none of it, and nothing calls itself for ever.
 */

const WEBHOOKS = 50
const RECIPIENTS = 50
/** `sent`, and two more for each recipient. */
const EVENTS = 1 + 2 * RECIPIENTS
/** Attempts of an account at once: a quarter of what a worker makes. */
const MAX_OPEN = 64
/** Longest time that the API may let others wait, in ms of CPU time. */
const MAX_HELD_MS = 200
/** Longest time until a webhook of somebody else arrives, in ms. A second on an idle machine. */
const MAX_WEBHOOK_MS = 10_000

let deployment: Deployment
let api: Program
let flooded: WebhookReceiver
let neighbours: WebhookReceiver
beforeAll(async () => {
  flooded = await startWebhookReceiver()
  neighbours = await startWebhookReceiver()
  // Time limits of production: nothing here depends on a process that dies.
  deployment = await Deployment.create({ CALLBACK_SECRET, WEBHOOK_TIMEOUT_MS: '30000', DISPATCH_TIMEOUT_MS: '30000' })
  api = await deployment.start('api')
  await deployment.start('worker,scheduler')
})
afterAll(async () => {
  await deployment?.close()
  await flooded?.close()
  await neighbours?.close()
})

/** A test key of a new account. */
async function newAccount(name: string): Promise<string> {
  const { key } = await deployment.ledger.services.accounts.create(`${name}@elsewhere.test`)
  const { body } = await call(deployment.url, 'POST', '/v1/keys', { key, body: { scope: 'admin', test_mode: true } })
  return body.key
}

async function subscribe(key: string, endpoint_url: string): Promise<string> {
  const { status, body } = await call(deployment.url, 'POST', '/v1/webhooks', { key, body: { endpoint_url } })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

let counter = 0
async function send(key: string, to: string[]): Promise<string> {
  counter += 1
  const { status, body } = await call(deployment.url, 'POST', '/v1/send', {
    key,
    body: {
      ...{ channel: 'email', idempotency_key: `amplified-${counter}`, destination: { to } },
      payload: { subject: 'S', body_text: 'T' },
    },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

describe('an account with 50 webhooks', () => {
  test('gets every event of a mail to 50 recipients at each, while others are served', {
    timeout: 240_000,
  }, async () => {
    const [key, neighbour] = [await newAccount('amplifier'), await newAccount('neighbour')]
    await subscribe(neighbour, neighbours.url)
    const hooks = Array.from({ length: WEBHOOKS }, (_none, index) => `${flooded.url}/${index}`)
    await Promise.all(hooks.map((url) => subscribe(key, url)))
    flooded.fallback = { delayMs: 20 }
    const watch = new LoopWatch(deployment.url, api)
    try {
      await watch.takeHeldMs()
      await send(
        key,
        Array.from({ length: RECIPIENTS }, (_none, index) => `opened@r${index}.example`),
      )
      const all = EVENTS * WEBHOOKS
      const arrived = () => new Set(flooded.hits.map(({ path, eventId }) => `${path} ${eventId}`)).size
      let slowestMs = 0
      do {
        const beganAt = performance.now()
        const id = await send(neighbour, ['ada@example.net'])
        const own = () => neighbours.hits.filter(({ body }) => body.message_id === id).length === 2
        await eventually('webhooks of somebody else', own)
        slowestMs = Math.max(slowestMs, performance.now() - beganAt)
      } while (arrived() < all)
      const figures = { healthzMs: Math.round(await watch.takeHeldMs()), webhookMs: Math.round(slowestMs) }
      if (process.env.FIGURES) process.stdout.write(`${JSON.stringify({ ...figures, open: flooded.mostOpen })}\n`)
      expect(figures.healthzMs).toBeLessThan(MAX_HELD_MS)
      expect(figures.webhookMs).toBeLessThan(MAX_WEBHOOK_MS)
      expect(flooded.mostOpen).toBeLessThanOrEqual(MAX_OPEN)
      expect(arrived()).toBe(all)
    } finally {
      await watch.end()
    }
  })
})

describe('a webhook that calls the service itself', () => {
  test.each(['/v1/callbacks/inbound', '/v1/callbacks/ses', '/v1/send', '/trpc/messages.send'])(
    'at %s starts nothing: without its secrets it is refused there',
    async (path) => {
      const key = await newAccount(`loop${counter}`)
      const { models } = deployment.ledger
      const stored = () =>
        Promise.all([models.callbacks, models.inboundEmails, models.messages].map((rows) => rows.countDocuments()))
      const webhook = await subscribe(key, `${deployment.url}${path}`)
      const id = await send(key, ['ada@example.net'])
      const before = await stored()
      const log = await eventually('both events were refused', async () => {
        const { body } = await call(deployment.url, 'GET', `/v1/webhooks/${webhook}/deliveries`, { key })
        const tried = body.deliveries.filter(({ attempt_count }: { attempt_count: number }) => attempt_count > 0)
        return tried.length === 2 && body.deliveries
      })
      for (const { message_id, response_status } of log) {
        expect(message_id).toBe(id)
        expect([401, 403]).toContain(response_status)
      }
      expect(log).toHaveLength(2)
      expect(await stored()).toEqual(before)
      await call(deployment.url, 'DELETE', `/v1/webhooks/${webhook}`, { key })
    },
    60_000,
  )
})
