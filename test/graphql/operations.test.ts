import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js'
import { ask, askWell } from './graphql-client.js'

let app: TestApp
let receiver: WebhookReceiver
beforeAll(async () => {
  app = await startApp()
  receiver = await startWebhookReceiver()
})
afterAll(async () => {
  await receiver.close()
  await app.close()
})

const SEND = /* GraphQL */ `
  mutation ($input: SendInput!) {
    sendMessage(input: $input) { id status channel idempotencyKey createdAt }
  }
`
const MESSAGE = /* GraphQL */ `
  fragment All on Message {
    id channel status messageType idempotencyKey providerMessageId createdAt updatedAt
    from to cc subject tags scheduledAt testMode
    events { id type messageId accountId source providerEventId payload occurredAt createdAt }
  }
`

/** A send as GraphQL writes it. */
const anInput = (more: Record<string, unknown> = {}) => ({
  channel: 'EMAIL',
  idempotencyKey: String(aSend().idempotency_key),
  destination: { email: 'delivered@example.com' },
  payload: { subject: 'Hello', bodyText: 'A text.' },
  ...more,
})

async function send(more: Record<string, unknown> = {}, key?: string): Promise<string> {
  const options = { key: key ?? (await app.testKey()) }
  return (await askWell(app, SEND, { input: anInput(more) }, options)).sendMessage.id
}

/** The result of REST with the names and values of GraphQL. */
function asGraphql(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => asGraphql(item, key))
  if (value !== null && typeof value === 'object' && key !== 'payload') {
    return Object.fromEntries(
      Object.entries(value).map(([name, own]) => [
        name.replace(/_(.)/g, (_match, letter: string) => letter.toUpperCase()),
        asGraphql(own, name),
      ]),
    )
  }
  const isWord = ['channel', 'status', 'message_type', 'type', 'event_type', 'event_types', 'scope'].includes(key)
  return isWord && typeof value === 'string' ? value.toUpperCase() : value
}

test('every field of a send reaches the service', async () => {
  const input = anInput({
    messageType: 'TRANSACTIONAL',
    destination: { email: app.ownerEmail, name: 'Olga Owner', cc: [app.ownerEmail] },
    payload: {
      subject: 'All of it',
      bodyHtml: '<p>Hello</p>',
      bodyText: 'Hello',
      replyTo: ['answers@example.com'],
      headers: { 'X-Own-Header': 'kept' },
      attachments: [{ filename: 'a.txt', contentType: 'text/plain', content: 'aGVsbG8=', contentId: 'part_1' }],
    },
    tags: { someTag: '1', some_tag: '2' },
    validateRecipient: false,
  })
  const { sendMessage } = await askWell(app, SEND, { input })
  expect(sendMessage).toEqual({
    id: expect.stringMatching(/^msg_/),
    status: 'QUEUED',
    channel: 'EMAIL',
    idempotencyKey: input.idempotencyKey,
    createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
  })
  const stored = await app.app.models.messages.findById(sendMessage.id).lean()
  expect(stored?.tags).toEqual({ someTag: '1', some_tag: '2' })
  const mime = await eventually('the mail', async () => {
    const { outbox } = await askWell(
      app,
      '{ outbox(first: 5) { nodes { id messageId from to subject createdAt mime } } }',
    )
    return outbox.nodes.find((mail: { messageId: string }) => mail.messageId === sendMessage.id)?.mime
  })
  for (const part of ['All of it', 'Olga Owner', 'answers@example.com', 'X-Own-Header: kept', 'a.txt', '<part_1>']) {
    expect(mime).toContain(part)
  }
})

test('a send through GraphQL repeats the same send through REST', async () => {
  const input = anInput()
  const { idempotencyKey, destination, payload } = input
  const body = {
    channel: 'email',
    idempotency_key: idempotencyKey,
    destination,
    payload: { subject: payload.subject, body_text: payload.bodyText },
  }
  const rest = await app.call('POST', '/v1/send', { key: await app.testKey(), body })
  const { sendMessage } = await askWell(app, SEND, { input }, { key: await app.testKey() })
  expect(sendMessage).toEqual(asGraphql(rest.body))
})

test('a message has the same data as in REST, by id, by idempotency key and in a list', async () => {
  const id = await send()
  const rest = await eventually('delivered', async () => {
    // Its dispatch is over, so nothing changes it during the test.
    if (!(await app.app.models.messages.exists({ _id: id, dispatch_at: { $exists: false } }))) return null
    const { body } = await app.call('GET', `/v1/messages/${id}`)
    return body.status === 'delivered' && body.events.length === 2 && body
  })
  const data = await askWell(
    app,
    `${MESSAGE} query ($id: ID!, $key: String!) {
      message(id: $id) { ...All }
      messageByIdempotencyKey(key: $key) { ...All }
      messages(first: 1) { nodes { ...All } }
    }`,
    { id, key: rest.idempotency_key },
  )
  expect(data.message).toEqual(asGraphql(rest))
  expect(data.messageByIdempotencyKey).toEqual(data.message)
  expect(data.messages.nodes).toEqual([data.message])
})

test('a look-up of an unknown resource, or of another account’s, is null', async () => {
  const stranger = await app.app.services.accounts.create('stranger@example.com')
  const id = await send()
  const query = `query ($id: ID!) {
    message(id: $id) { id } messageByIdempotencyKey(key: "none") { id } webhook(id: "wh_none") { id } outboxMail(id: "") { id }
  }`
  const nothing = { message: null, messageByIdempotencyKey: null, webhook: null, outboxMail: null }
  expect(await askWell(app, query, { id }, { key: stranger.key })).toEqual(nothing)
  expect(await askWell(app, query, { id: 'msg_none' })).toEqual(nothing)
})

test('messages can be paginated, and every edge has a cursor', async () => {
  const ids = [await send(), await send(), await send()].toReversed()
  const query = `query ($after: String) {
    messages(first: 2, after: $after) { edges { cursor node { id } } nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }
  }`
  const { messages: first } = await askWell(app, query)
  expect(first.nodes.map((node: { id: string }) => node.id)).toEqual(ids.slice(0, 2))
  expect(first.edges.map((edge: { node: { id: string } }) => edge.node)).toEqual(first.nodes)
  expect(first.pageInfo).toEqual({
    hasNextPage: true,
    hasPreviousPage: false,
    startCursor: first.edges[0].cursor,
    endCursor: first.edges[1].cursor,
  })
  const { messages: second } = await askWell(app, query, { after: first.pageInfo.endCursor })
  expect(second.nodes[0].id).toBe(ids[2])
  expect(second.pageInfo.hasPreviousPage).toBe(true)
  // Paging can continue from any edge.
  const { messages: middle } = await askWell(app, query, { after: first.edges[0].cursor })
  expect(middle.nodes.map((node: { id: string }) => node.id)).toEqual(ids.slice(1))
  const { messages: empty } = await askWell(
    app,
    '{ messages(search: "nowhere-to-be-found") { nodes { id } pageInfo { hasNextPage startCursor endCursor } } }',
  )
  expect(empty).toEqual({ nodes: [], pageInfo: { hasNextPage: false, startCursor: null, endCursor: null } })
})

test('messages can be filtered as in REST', async () => {
  const word = `word${Date.now()}`
  const id = await send({
    payload: { subject: `A ${word}`, bodyText: 'x' },
    scheduledAt: new Date(Date.now() + 3_600_000).toISOString(),
  })
  const { created } = {
    created: (await askWell(app, 'query ($id: ID!) { message(id: $id) { createdAt } }', { id })).message.createdAt,
  }
  const count = async (filter: string) =>
    (await askWell(app, `{ messages(search: "${word}", ${filter}) { nodes { id } } }`)).messages.nodes.length
  expect(await count('status: SCHEDULED')).toBe(1)
  expect(await count('status: SENT')).toBe(0)
  expect(await count('channel: EMAIL')).toBe(1)
  expect(await count('channel: SMS')).toBe(0)
  expect(await count(`from: "${created}", to: "${created}"`)).toBe(1)
  expect(await count('from: "2999-01-01T00:00:00Z"')).toBe(0)
  expect(await count('to: "2001-01-01T00:00:00+02:00"')).toBe(0)
})

test('a scheduled message can be canceled once', async () => {
  const id = await send({ scheduledAt: new Date(Date.now() + 3_600_000).toISOString() })
  const cancel = 'mutation ($id: ID!) { cancelMessage(id: $id) { id status } }'
  expect(await askWell(app, cancel, { id })).toEqual({ cancelMessage: { id, status: 'CANCELED' } })
  const again = await ask(app, cancel, { id })
  expect(again.data).toEqual({ cancelMessage: null })
  expect(again.errors[0].extensions).toEqual({ code: 'not_found', status: 404 })
})

test('each item of a batch succeeds or fails separately, and errors name its fields', async () => {
  const { sendBatch } = await askWell(
    app,
    `mutation ($input: [SendInput!]!) {
      sendBatch(input: $input) { success response { id status } error { code message status details { path message } } }
    }`,
    {
      input: [
        anInput(),
        anInput({ destination: { email: 'nonsense' } }),
        anInput({
          payload: {
            subject: 'x',
            bodyText: 'y',
            attachments: [{ filename: 'a', contentType: 'nonsense', content: '' }],
          },
          tags: { own_key: 7 },
        }),
      ],
    },
    { key: await app.testKey() },
  )
  expect(sendBatch[0]).toMatchObject({ success: true, response: { status: 'QUEUED' }, error: null })
  expect(sendBatch[1]).toMatchObject({
    success: false,
    response: null,
    error: { code: 'invalid_destination', status: 422 },
  })
  expect(sendBatch[2].error).toMatchObject({ code: 'invalid_request', status: 400 })
  expect(sendBatch[2].error.details.map(({ path }: { path: string }) => path).toSorted()).toEqual([
    'payload.attachments.0.contentType',
    'tags.own_key',
  ])
  expect(sendBatch[2].error.message).toContain('payload.attachments.0.contentType: ')
})

test('API keys can be made, listed, rotated and revoked', async () => {
  const { createApiKey } = await askWell(
    app,
    'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { id key keyPrefix scope testMode expiresAt createdAt } }',
    { input: { scope: 'READ', testMode: true, expiresAt: '2999-01-01T00:00:00Z' } },
  )
  expect(createApiKey).toMatchObject({ scope: 'READ', testMode: true, expiresAt: '2999-01-01T00:00:00.000Z' })
  expect(createApiKey.key.startsWith(createApiKey.keyPrefix)).toBe(true)
  const { apiKeys } = await askWell(
    app,
    '{ apiKeys(first: 1) { nodes { id keyPrefix scope testMode expiresAt createdAt } pageInfo { hasNextPage } } }',
  )
  const { key: _secret, ...shown } = createApiKey
  expect(apiKeys).toEqual({ nodes: [shown], pageInfo: { hasNextPage: true } })
  const { id } = createApiKey
  const { rotateApiKey } = await askWell(app, 'mutation ($id: ID!) { rotateApiKey(id: $id) { id key keyPrefix } }', {
    id,
  })
  expect(rotateApiKey.key).not.toBe(createApiKey.key)
  expect(await askWell(app, '{ account { accountId } }', {}, { key: rotateApiKey.key })).toEqual({
    account: { accountId: app.accountId },
  })
  const revoke = 'mutation ($id: ID!) { revokeApiKey(id: $id) }'
  expect(await askWell(app, revoke, { id })).toEqual({ revokeApiKey: true })
  expect((await ask(app, revoke, { id })).errors[0].extensions.code).toBe('not_found')
  expect((await ask(app, '{ account { accountId } }', {}, { key: rotateApiKey.key })).status).toBe(401)
})

test('webhooks can be made, read, changed, tested, redelivered and deleted', async () => {
  const fields = 'id accountId endpointUrl eventTypes isActive createdAt'
  const { createWebhook: made } = await askWell(
    app,
    `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { ${fields} signingSecret } }`,
    { input: { endpointUrl: receiver.url, eventTypes: ['DELIVERED', 'EMAIL_RECEIVED'] } },
  )
  expect(made).toMatchObject({ eventTypes: ['DELIVERED', 'EMAIL_RECEIVED'], isActive: true, accountId: app.accountId })
  expect(made.signingSecret).toMatch(/^[0-9a-f]{64}$/)
  const { signingSecret: _secret, ...shown } = made
  const { id } = made
  const both = await askWell(
    app,
    `query ($id: ID!) { webhook(id: $id) { ${fields} } webhooks { nodes { ${fields} } } }`,
    { id },
  )
  expect(both).toEqual({ webhook: shown, webhooks: { nodes: [shown] } })

  const messageId = await send()
  const delivery = await eventually('succeeded', async () => {
    const { message, webhook } = await askWell(
      app,
      `query ($id: ID!, $messageId: ID!) {
        message(id: $messageId) { webhookDeliveries { ...D } }
        webhook(id: $id) { deliveries(first: 5) { nodes { ...D } } }
      }
      fragment D on WebhookDelivery {
        id subscriptionId eventId eventType messageId status attemptCount round responseStatus nextRetryAt createdAt payload
        attempts { attemptedAt responseStatus error durationMs requestHeaders { name value } responseHeaders { name value } responseBody }
      }`,
      { id, messageId },
    )
    const [found] = message.webhookDeliveries
    const { nodes } = webhook.deliveries
    // The two are read one after the other, so one may be older.
    if (found?.status !== 'SUCCEEDED' || nodes[0]?.status !== 'SUCCEEDED') return null
    expect(nodes).toEqual([found])
    return found
  })
  const rest = await app.call('GET', `/v1/webhooks/${id}/deliveries`)
  expect(delivery).toEqual({
    ...(asGraphql(rest.body.deliveries[0]) as object),
    payload: rest.body.deliveries[0].payload,
  })

  const tested = await askWell(
    app,
    'mutation ($id: ID!) { testWebhook(id: $id, eventType: SENT) { eventType payload } }',
    { id },
  )
  expect(tested.testWebhook.eventType).toBe('SENT')
  expect(JSON.parse(tested.testWebhook.payload).payload.test).toBe(true)
  const redelivered = await askWell(
    app,
    'mutation ($id: ID!, $deliveryId: ID!) { redeliver(webhookId: $id, deliveryId: $deliveryId) { id round eventId } }',
    { id, deliveryId: delivery.id },
  )
  expect(redelivered.redeliver).toEqual({ id: delivery.id, round: 2, eventId: delivery.eventId })

  const { updateWebhook } = await askWell(
    app,
    `mutation ($id: ID!) { updateWebhook(id: $id, input: { isActive: false, eventTypes: [] }) { ${fields} } }`,
    { id },
  )
  expect(updateWebhook).toEqual({ ...shown, isActive: false, eventTypes: [] })
  const { rotateWebhookSecret } = await askWell(
    app,
    'mutation ($id: ID!) { rotateWebhookSecret(id: $id) { signingSecret } }',
    { id },
  )
  expect(rotateWebhookSecret.signingSecret).not.toBe(made.signingSecret)
  expect(await askWell(app, 'mutation ($id: ID!) { deleteWebhook(id: $id) }', { id })).toEqual({ deleteWebhook: true })
  expect(await askWell(app, 'query ($id: ID!) { webhook(id: $id) { id } }', { id })).toEqual({ webhook: null })
})

test('the account has the same data as in REST', async () => {
  const rest = await app.call('GET', '/v1/account/verification')
  const { account } = await askWell(
    app,
    '{ account { accountId ownerEmail sandboxMode sharedEmailSender channels { channel status verified } sendingPaused { reason } endpoints { baseUrl compatApis { name url } smtpPort smtpsPort } } }',
    {},
    { key: await app.key('send') },
  )
  const { channels, ...others } = asGraphql(rest.body) as { channels: { channel: string; status: string }[] }
  expect(account).toEqual({
    ...others,
    channels: channels.map((each) => ({ ...each, status: each.status.toLowerCase() })),
  })
})

test('a captured mail has every byte', async () => {
  const { outbox } = await askWell(app, '{ outbox(first: 1) { nodes { id mime } } }')
  const [{ id, mime }] = outbox.nodes
  const { outboxMail } = await askWell(app, 'query ($id: ID!) { outboxMail(id: $id) { id mime subject to } }', { id })
  expect(outboxMail.mime).toBe(mime)
  const rest = await app.call('GET', `/dev/outbox/${id}`)
  expect(Buffer.from(mime, 'latin1').toString('utf8')).toBe(rest.body)
})

test('a deployment without an outbox has none', async () => {
  const own = await startApp({ MAIL_PROVIDER: 'smtp', SMTP_URL: 'smtp://127.0.0.1:1', ROLES: 'api' })
  const { data, errors } = await ask(own, '{ outbox { nodes { id } } outboxMail(id: "x") { id } }')
  expect(data).toEqual({ outbox: null, outboxMail: null })
  expect(errors).toHaveLength(1)
  expect(errors[0].extensions).toEqual({ code: 'not_found', status: 404 })
  await own.close()
})
