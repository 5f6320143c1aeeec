import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { isRestOnly, operationList } from '../../src/operations/list.js'
import { operation, restOnly } from '../../src/operations/operation.js'
import type { RunnerDeps } from '../../src/operations/runner.js'
import { createRouter } from '../../src/trpc/router.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'
import { startWebhookReceiver } from '../support/webhook-receiver.js'
import { trpcClient } from './trpc-client.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const send = (overrides = {}) =>
  aSend(overrides) as Parameters<ReturnType<typeof trpcClient>['client']['messages']['send']['mutate']>[0]

test('a message can be sent, found and listed', async () => {
  const { client } = trpcClient(app, { apiKey: await app.testKey() })
  const request = send()
  const sent = await client.messages.send.mutate(request)
  expect(sent).toMatchObject({ status: 'queued', channel: 'email', idempotency_key: request.idempotency_key })
  const message = await eventually('delivered', async () => {
    const found = await client.messages.get.query({ id: sent.id })
    return found.status === 'delivered' ? found : null
  })
  expect(message.events.map(({ type }) => type)).toEqual(['sent', 'delivered'])
  const byKey = await client.messages.getByIdempotencyKey.query({ idempotency_key: request.idempotency_key })
  expect(byKey).toMatchObject({ id: sent.id, events: message.events })
  const { messages, next_cursor } = await client.messages.list.query({ status: 'delivered', limit: 1 })
  expect(messages[0]?.id).toBe(sent.id)
  expect(next_cursor).toBeNull()
})

test('each message of a batch succeeds or fails separately', async () => {
  const { client } = trpcClient(app, { apiKey: await app.key('send', true) })
  const results = await client.messages.sendBatch.mutate({ items: [send(), { channel: 'pigeon' } as never, send()] })
  expect(results.map((result) => (result.success ? result.response.status : result.error.code))).toEqual([
    'queued',
    'invalid_request',
    'queued',
  ])
})

test('a scheduled message can be canceled', async () => {
  const { client } = trpcClient(app, { apiKey: await app.key('send', true) })
  const { id, status } = await client.messages.send.mutate(
    send({ scheduled_at: new Date(Date.now() + 3_600_000).toISOString() }),
  )
  expect(status).toBe('scheduled')
  expect(await client.messages.cancel.mutate({ id })).toEqual({ id, status: 'canceled' })
})

test('keys can be made, listed, rotated and revoked', async () => {
  const { client } = trpcClient(app)
  const made = await client.keys.create.mutate({ scope: 'read' })
  expect(made.key.slice(0, 12)).toBe(made.key_prefix)
  const rotated = await client.keys.rotate.mutate({ id: made.id })
  expect(rotated.key).not.toBe(made.key)
  const prefixes = async () => (await client.keys.list.query()).keys.map(({ key_prefix }) => key_prefix)
  expect(await prefixes()).toContain(rotated.key_prefix)
  expect(await client.keys.revoke.mutate({ id: made.id })).toBeNull()
  expect(await prefixes()).not.toContain(rotated.key_prefix)
})

test('webhooks can be made, changed, tested and deleted', async () => {
  const { client } = trpcClient(app)
  const receiver = await startWebhookReceiver()
  try {
    const { id, signing_secret } = await client.webhooks.create.mutate({ endpoint_url: receiver.url })
    expect(await client.webhooks.get.query({ id })).not.toHaveProperty('signing_secret')
    expect((await client.webhooks.list.query({})).webhooks.map((webhook) => webhook.id)).toContain(id)
    expect((await client.webhooks.rotateSecret.mutate({ id })).signing_secret).not.toBe(signing_secret)
    const delivery = await client.webhooks.test.mutate({ id, event_type: 'bounced' })
    const done = () => client.webhooks.getDelivery.query({ id, delivery_id: delivery.id })
    await eventually('delivered', async () => (await done()).status === 'succeeded')
    const again = await client.webhooks.redeliver.mutate({ id, delivery_id: delivery.id })
    expect(again.round).toBe(2)
    await eventually('delivered again', async () => (await done()).attempt_count === 2)
    expect((await client.webhooks.deliveries.query({ id })).deliveries).toHaveLength(1)
    expect((await client.webhooks.update.mutate({ id, is_active: false })).is_active).toBe(false)
    expect(await client.webhooks.delete.mutate({ id })).toHaveProperty('message')
  } finally {
    await receiver.close()
  }
})

test('the account shows what it can send', async () => {
  const verification = await trpcClient(app).client.account.verification.query()
  expect(verification).toMatchObject({ account_id: app.accountId, sandbox_mode: true })
})

test('captured mail is base64, because JSON has no bytes', async () => {
  const { client } = trpcClient(app)
  await client.messages.send.mutate(
    send({ destination: { email: app.ownerEmail }, payload: { subject: 'Grüße', body_text: 'Ein Text.' } }),
  )
  const [mail] = await eventually('captured', async () => {
    const { mails } = await client.outbox.list.query({})
    return mails.length > 0 ? mails : null
  })
  const { mime } = await client.outbox.get.query({ id: mail!.id })
  const bytes = Buffer.from(mime, 'base64')
  expect((await simpleParser(bytes)).subject).toBe('Grüße')
  const overRest = await fetch(`${app.url}/dev/outbox/${mail!.id}`, {
    headers: { authorization: `Bearer ${app.adminKey}` },
  })
  expect(bytes.equals(Buffer.from(await overRest.arrayBuffer()))).toBe(true)
})

describe('every operation is a procedure with the same name', () => {
  const table = operationList.filter((one) => !isRestOnly(one))

  test.each(table.map((one) => [one.name, one] as const))('%s', async (name, { kind }) => {
    const response = await app.call(kind === 'mutation' ? 'POST' : 'GET', `/trpc/${name}`, {
      key: null,
      ...(kind === 'mutation' && { body: {} }),
    })
    expect(response.status).toBe(401)
    // With an invalid input, each procedure reports an error, and none is unknown.
    const query = kind === 'mutation' ? '' : `?input=${encodeURIComponent('"nothing"')}`
    const answer = await app.call(kind === 'mutation' ? 'POST' : 'GET', `/trpc/${name}${query}`, {
      ...(kind === 'mutation' && { body: '"nothing"' }),
    })
    const text = JSON.stringify(answer.body)
    expect(text).toContain('invalid_request')
    expect(text).not.toContain('No procedure found')
  })
})

test('names of any depth are nested, and REST-only operations are omitted', () => {
  const define = <N extends string>(name: N) =>
    operation({
      name,
      kind: 'query',
      scope: 'any',
      summary: 'Nothing.',
      errors: [],
      input: z.object({}),
      output: z.null(),
      run: async () => null,
    })
  const table = [define('a.list'), define('a.b.list'), restOnly(define('a.upload'))]
  const router = createRouter({} as RunnerDeps, table)
  expect(Object.keys(router._def.procedures)).toEqual(['a.list', 'a.b.list'])
})
