import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIds } from '../../src/ids.js'
import { aListOf, people } from '../support/contacts.js'
import { recordEvents } from '../support/record-events.js'
import { aSend, eventually, startApp, type TestApp, testSettings } from '../support/start-app.js'
import { askWell } from './graphql-client.js'

const newId = createIds({ now: () => new Date(), random: Math.random })
const MESSAGES = 100
const WEBHOOKS = 20

let app: TestApp
let commands: string[] = []
const webhookIds = Array.from({ length: WEBHOOKS }, () => newId('webhook'))
let messageIds: string[]

beforeAll(async () => {
  const settings = testSettings()
  app = await startApp({ ...settings, MONGODB_URI: `${settings.MONGODB_URI}&monitorCommands=true`, ROLES: 'api' })
  const { models } = app.app
  models.connection.getClient().on('commandStarted', ({ commandName }) => commands.push(commandName))
  const body = Array.from({ length: MESSAGES }, () => aSend({ destination: { email: app.ownerEmail } }))
  const { body: sent } = await app.call('POST', '/v1/send/batch', { body })
  messageIds = sent.map((result: { response: { id: string } }) => result.response.id)
  const eventIds = await recordEvents(
    app.app,
    app.accountId,
    messageIds.flatMap((message_id) => [
      { message_id, type: 'sent' as const },
      { message_id, type: 'delivered' as const },
    ]),
  )
  await models.subscriptions.insertMany(
    webhookIds.map((_id) => ({
      _id,
      account_id: app.accountId,
      endpoint_url: 'https://example.com',
      signing_secret: 'x',
      event_types: [],
      created_at: new Date(),
    })),
  )
  await models.deliveries.insertMany(
    eventIds.flatMap((event_id, index) =>
      webhookIds.slice(0, 10).map((subscription_id) => ({
        _id: newId('delivery'),
        account_id: app.accountId,
        subscription_id,
        event_id,
        event_type: 'sent',
        message_id: messageIds[Math.floor(index / 2)],
        status: 'succeeded',
      })),
    ),
  )
})
afterAll(() => app.close())

/** The commands that a query sends to MongoDB, and its answer. */
async function count(query: string) {
  // The minimum of some runs, because background work of the process also counts.
  let least: string[] | null = null
  let data: Awaited<ReturnType<typeof askWell>>
  for (let run = 0; run < 3; run += 1) {
    commands = []
    data = await askWell(app, query)
    if (!least || commands.length < least.length) least = commands
  }
  return { commands: least!, data }
}

const DELIVERY =
  'id subscriptionId eventId eventType status attemptCount round responseStatus nextRetryAt createdAt payload attempts { attemptedAt }'

test('reading many messages with their nested fields takes as many commands as reading one', async () => {
  const query = (first: number) => `{
    messages(first: ${first}) { nodes {
      id channel status messageType idempotencyKey providerMessageId createdAt updatedAt
      from to cc subject tags scheduledAt testMode
      events { id type messageId accountId source providerEventId payload occurredAt createdAt }
      webhookDeliveries { ${DELIVERY} }
    } }
  }`
  const one = await count(query(1))
  const all = await count(query(MESSAGES))
  expect(all.commands.toSorted()).toEqual(one.commands.toSorted())
  // The account, whose API key is kept; list, details, timelines, deliveries, and the events and messages that tell their bodies.
  expect(all.commands).toHaveLength(7)
  const { nodes } = all.data.messages
  expect(nodes).toHaveLength(MESSAGES)
  for (const node of nodes) {
    expect(node.events.map(({ type }: { type: string }) => type)).toEqual(['SENT', 'DELIVERED'])
    expect(node.webhookDeliveries).toHaveLength(20)
    for (const { eventId, payload } of node.webhookDeliveries) {
      expect(node.events.map(({ id }: { id: string }) => id)).toContain(eventId)
      expect(JSON.parse(payload).event_id).toBe(eventId)
    }
    const ids = node.webhookDeliveries.map(({ id }: { id: string }) => id)
    expect(ids, 'oldest first').toEqual(ids.toSorted())
  }
})

test('reading the contents of many messages takes as many commands as reading one', async () => {
  const query = (first: number) =>
    `{ messages(first: ${first}) { nodes { id content { from to subject bodyText headers attachments { filename size } } } } }`
  const one = await count(query(1))
  const all = await count(query(MESSAGES))
  expect(all.commands.toSorted()).toEqual(one.commands.toSorted())
  // The account, whose API key is kept; list and contents.
  expect(all.commands).toHaveLength(3)
  for (const { id, content } of all.data.messages.nodes) {
    expect(content, id).toMatchObject({ to: [app.ownerEmail], bodyText: 'A text.', headers: {}, attachments: [] })
  }
})

test('looking many objects up by their ids takes as many commands as one of each type', async () => {
  const query = (messages: number, webhooks: number) => {
    const ids = [...messageIds.slice(0, messages), ...webhookIds.slice(0, webhooks)]
    return `{ nodes(ids: ${JSON.stringify(ids)}) { id ... on Message { subject events { id } } ... on Webhook { endpointUrl } } }`
  }
  const one = await count(query(1, 1))
  const all = await count(query(MESSAGES - WEBHOOKS, WEBHOOKS))
  expect(all.commands.toSorted()).toEqual(one.commands.toSorted())
  // The account, whose API key is kept; messages and their timelines; webhooks.
  expect(all.commands).toHaveLength(4)
  expect(all.data.nodes).toHaveLength(MESSAGES)
  for (const { subject, events, endpointUrl } of all.data.nodes) {
    if (endpointUrl === undefined) expect([subject, events.length]).toEqual(['Hello', 2])
    else expect(endpointUrl).toBe('https://example.com')
  }
})

test('reading many webhooks with a page of deliveries takes as many commands as reading one', async () => {
  const query = (first: number) =>
    `{ webhooks(first: ${first}) { nodes { id deliveries(first: 30) { nodes { ${DELIVERY} } pageInfo { hasNextPage endCursor } } } } }`
  // The newest ones have no deliveries.
  const one = await count(query(WEBHOOKS - 9))
  const all = await count(query(WEBHOOKS))
  expect(all.commands.toSorted()).toEqual(one.commands.toSorted())
  expect(all.commands).toHaveLength(5)
  for (const { id, deliveries } of all.data.webhooks.nodes) {
    const busy = webhookIds.slice(0, 10).includes(id)
    expect(deliveries.nodes).toHaveLength(busy ? 30 : 0)
    expect(deliveries.pageInfo.hasNextPage).toBe(busy)
    for (const delivery of deliveries.nodes) expect(delivery.subscriptionId).toBe(id)
  }
})

test('the delivery log of a webhook can be paginated', async () => {
  const seen: string[] = []
  let after: string | null = null
  do {
    const { webhook } = await askWell(
      app,
      'query ($id: ID!, $after: String) { webhook(id: $id) { deliveries(first: 70, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } } }',
      { id: webhookIds[0], after },
    )
    seen.push(...webhook.deliveries.nodes.map(({ id }: { id: string }) => id))
    after = webhook.deliveries.pageInfo.hasNextPage ? webhook.deliveries.pageInfo.endCursor : null
  } while (after)
  expect(seen).toHaveLength(2 * MESSAGES)
  expect(seen).toEqual(seen.toSorted().toReversed())
})

test('reading many lists with their counts and members takes as many commands as reading one', async () => {
  const account = { ...app.app, accountId: app.accountId }
  for (let list = 0; list < 12; list += 1) await aListOf(account, people(list + 2, `l${list}.example`))
  const query = (first: number) => `{
    contactLists(first: ${first}) { nodes { memberCount members(first: 2) { nodes { email status } pageInfo { hasNextPage endCursor } } } }
  }`
  const one = await count(query(1))
  const all = await count(query(12))
  expect(all.commands.toSorted()).toEqual(one.commands.toSorted())
  const { nodes } = all.data.contactLists
  for (const [index, { memberCount, members }] of nodes.entries()) {
    const list = 11 - index
    expect(memberCount).toBe(list + 2)
    const newest = [list + 1, list].map((person) => ({
      email: `person${person}@l${list}.example`,
      status: 'subscribed',
    }))
    expect(members).toMatchObject({ nodes: newest, pageInfo: { hasNextPage: list > 0 } })
  }
})

test('the members of a list can be paginated, beside a dynamic list and one without members', async () => {
  const { services } = app.app
  const filter = {
    match: 'all' as const,
    conditions: [{ field: 'email' as const, op: 'equals' as const, value: 'b@pages.example' }],
  }
  const members = ['a@pages.example', 'b@pages.example', 'c@pages.example'].map((email) => ({ email }))
  const id = await aListOf({ ...app.app, accountId: app.accountId }, members)
  const empty = await services.contactLists.create(app.accountId, { name: 'Empty' })
  const dynamic = await services.contactLists.create(app.accountId, { name: 'Dynamic', filter })
  const query = (args: string) => `{ nodes(ids: ["${id}", "${empty.id}", "${dynamic.id}"]) { ... on ContactList {
    memberCount members(${args}) { nodes { email } pageInfo { endCursor } } } } }`
  const { nodes } = await askWell(app, query('first: 2'))
  expect(nodes).toMatchObject([
    { memberCount: 3, members: { nodes: [{ email: 'c@pages.example' }, { email: 'b@pages.example' }] } },
    { memberCount: 0, members: { nodes: [] } },
    { memberCount: 1, members: { nodes: [{ email: 'b@pages.example' }] } },
  ])
  const after = nodes[0].members.pageInfo.endCursor
  const next = await askWell(
    app,
    `{ contactList(id: "${id}") { members(first: 2, after: "${after}") { nodes { email } } } }`,
  )
  expect(next.contactList.members.nodes).toEqual([{ email: 'a@pages.example' }])
})

test('different pages of the same logs are not mixed up', async () => {
  const { webhook } = await askWell(
    app,
    'query ($id: ID!) { webhook(id: $id) { few: deliveries(first: 2) { nodes { id } } more: deliveries(first: 4) { nodes { id } } } }',
    { id: webhookIds[0] },
  )
  expect(webhook.few.nodes).toHaveLength(2)
  expect(webhook.more.nodes).toHaveLength(4)
  expect(webhook.more.nodes.slice(0, 2)).toEqual(webhook.few.nodes)
})

test('a message with very many deliveries shows the newest 100', async () => {
  const { models } = app.app
  const message_id = messageIds[0]!
  const rows = Array.from({ length: 130 }, () => ({
    _id: newId('delivery'),
    account_id: app.accountId,
    subscription_id: newId('webhook'),
    event_id: newId('event'),
    event_type: 'sent',
    message_id,
    status: 'succeeded',
  }))
  await models.deliveries.insertMany(rows)
  const { message } = await askWell(app, 'query ($id: ID!) { message(id: $id) { webhookDeliveries { id payload } } }', {
    id: message_id,
  })
  expect(message.webhookDeliveries.map(({ id }: { id: string }) => id)).toEqual(rows.slice(-100).map(({ _id }) => _id))
})

test('the delivery logs are read along their indexes', async () => {
  const { models } = app.app
  await models.connection.db!.command({ profile: 2 })
  await askWell(
    app,
    '{ webhooks(first: 20) { nodes { deliveries(first: 5) { nodes { id } } } } messages(first: 10) { nodes { webhookDeliveries { id } } } }',
  )
  const profile = await eventually('profiled', async () => {
    const rows = await models.connection
      .db!.collection('system.profile')
      .find({ 'command.pipeline.0.$match.account_id': app.accountId, op: 'command' })
      .toArray()
    return rows.length >= 2 ? rows : null
  })
  await models.connection.db!.command({ profile: 0 })
  for (const { docsExamined, hasSortStage, keysExamined } of profile) {
    expect(hasSortStage ?? false).toBe(false)
    // 20 parents with 6 of 200 rows each; 10 messages with 20 rows each, one of which has 150 and shows 100.
    expect(docsExamined).toBeLessThanOrEqual(350)
    expect(keysExamined).toBeLessThanOrEqual(350)
  }
})
