import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Command, watchCommands } from '../support/commands.js'
import { takeDatabase } from '../support/databases.js'
import { anotherProcess } from '../support/more-processes.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js'

/*
 * What one message alone costs: every command to MongoDB, in order, from the request to the delivered webhook. A second
 * before, the account has sent another one. Most installations send so little that nothing shares its commands.
 *
 * Before you add a command here, look whether something that is read anyway can tell the same (see `models/revisions.ts`).
 */
const DRAWING = {
  api: [
    'find accounts', // whether the key is still valid, and the account may send
    'insert messages', // fails if the request is repeated
  ],
  worker: [
    'find accounts', // whether anything has changed since the acceptance
    'findAndModify messages', // the claim
    '┌ findAndModify event_sequences', // numbers and counts, and whether its webhooks have changed
    '│ insert events',
    '│ insert webhook_deliveries',
    '│ update messages', // closed
    '└ commitTransaction',
    'update webhook_deliveries',
  ],
}

const SUCCEEDED = { status: 'succeeded' } as const

let sent = 0
let receiver: WebhookReceiver
let api: TestApp
let worker: TestApp
const seen: Partial<Record<keyof typeof DRAWING, Command[]>> = {}
beforeAll(async () => {
  receiver = await startWebhookReceiver()
  // So long that the webhook is recorded last.
  receiver.fallback = { delayMs: 300 }
  api = await startApp({ MONGODB_URI: `${takeDatabase()}&monitorCommands=true`, ROLES: 'api' })
  worker = await anotherProcess(api, { ROLES: 'worker' })
  await api.call('POST', '/v1/webhooks', { body: { endpoint_url: receiver.url, event_types: ['delivered'] } })
  seen.api = watchCommands(api.app)
  seen.worker = watchCommands(worker.app)
})
afterAll(async () => {
  await worker?.close()
  await api?.close()
  await receiver?.close()
})

/** The commands of a process since the last call. */
function drawn(role: keyof typeof DRAWING): string[] {
  const commands = seen[role]!.splice(0)
  return commands
    .filter(({ name, collection }) => `${name} ${collection}` !== 'update api_keys') // once a minute
    .map(({ name, collection, transaction }, index, all) => {
      if (transaction === null) return `${name} ${collection}`
      if (name === 'commitTransaction') return `└ ${name}`
      return `${all[index - 1]?.transaction === transaction ? '│' : '┌'} ${name} ${collection}`
    })
}

/** Sends a message and waits until its webhook is recorded. Returns its commands. */
async function sendOne() {
  const key = await api.testKey()
  for (const role of ['api', 'worker'] as const) drawn(role)
  const body = aSend({ destination: { email: 'delivered@example.com' } })
  expect((await api.call('POST', '/v1/send', { key, body })).status).toBe(201)
  const accepted = drawn('api')
  const { deliveries } = api.app.models
  sent += 1
  await eventually('its webhook is recorded', async () => (await deliveries.countDocuments(SUCCEEDED)) === sent)
  return { api: accepted, worker: drawn('worker') }
}

test('a lone message is accepted, dispatched and reported with these commands', async () => {
  let drawing = await sendOne()
  // What is kept counts for seconds only, so on a busy machine the first try may find nothing.
  for (let left = 10; left > 0 && JSON.stringify(drawing) !== JSON.stringify(DRAWING); left -= 1) {
    drawing = await sendOne()
  }
  expect(drawing).toEqual(DRAWING)
})
