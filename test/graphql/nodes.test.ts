import type DataLoader from 'dataloader'
import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Loaders } from '../../src/graphql/loaders.js'
import { schema } from '../../src/graphql/schema.js'
import { AnswerBudget } from '../../src/operations/answer-budget.js'
import { receiveMail } from '../support/file-mail.js'
import { anImage } from '../support/images.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'
import { uploadFile } from '../support/upload-file.js'
import { ask, askWell, postWell } from './graphql-client.js'

/* Gets an object of every type that is a Node, new ones too, by its id, and compares it with what its own query gives. */

const DOMAIN = 'nodes.acme.test'

let app: TestApp
let messageId: string
beforeAll(async () => {
  app = await startApp()
  const { domains } = app.app.services
  await domains.create(app.accountId, DOMAIN)
  await domains.verify(app.accountId, DOMAIN)
  await domains.setInbound(app.accountId, DOMAIN, true)
  const body = aSend({ destination: { email: app.ownerEmail }, metadata: { from_email: `a@${DOMAIN}` } })
  messageId = (await post('/v1/send', body)).id
  await eventually('delivered', async () => (await eventsOf(messageId)).length === 2)
})
afterAll(() => app.close())

const post = (path: string, body?: object) => postWell(app, path, body)

const eventsOf = async (id: string): Promise<{ id: string }[]> =>
  (await app.call('GET', `/v1/messages/${id}`)).body.events

/** An object, and the query that gives it if the schema does not tell: `@` stands for its fields. */
interface Made {
  id: string
  own?: string
}

const aList = () => post('/v1/contact-lists', { name: 'Nodes' })
const aTemplate = (name: string) => post('/v1/templates', { name, subject: 's', body_html: 'b' })

/** Makes an object of each type. */
const MAKE: Record<string, () => Promise<Made>> = {
  ApiKey: () => post('/v1/keys', { scope: 'read', name: 'Nodes' }),
  AuditEntry: async () => {
    await aTemplate('Noted')
    const { auditLog } = await askWell(app, '{ auditLog(first: 1) { nodes { id } } }')
    return auditLog.nodes[0]
  },
  BlockedSender: () => post('/v1/mail/blocked-senders', { sender: 'nodes@example.com' }),
  Broadcast: async () => {
    const { id: list_id } = await aList()
    return post('/v1/broadcasts', { name: 'b', list_id, from_email: `a@${DOMAIN}`, subject: 's', body_text: 't' })
  },
  Contact: () => post('/v1/contacts', { email: 'nodes@example.com', attributes: { plan: 'pro' } }),
  ContactImport: async () => {
    const { createContactImport } = await askWell(
      app,
      'mutation { createContactImport(csv: "email\\nimported@example.com\\nnonsense\\n") { storageKey } }',
    )
    return post('/v1/contacts/import', { storage_key: createContactImport.storageKey })
  },
  ContactList: aList,
  DeadLetter: async () => {
    const id = app.app.newId('deadLetter')
    await app.app.models.deadLetters.create({
      ...{ _id: id, kind: 'dispatch', row_id: app.app.newId('message'), account_id: app.accountId },
      ...{ error: 'Error', crashes: 5, created_at: new Date() },
    })
    return { id }
  },
  Domain: async () => (await app.call('GET', `/v1/domains/${DOMAIN}`)).body,
  InboundEmail: async () => {
    await receiveMail(app, { subject: 'Nodes', text: 'Hello.', at: `a@${DOMAIN}` })
    return (await app.call('GET', '/v1/inbound?limit=1')).body.emails[0]
  },
  InboundRoute: () => {
    const route = { domain: DOMAIN, match_prefix: 'r', destination_type: 'webhook' }
    return post('/v1/inbound/routes', { ...route, forward_url: 'http://127.0.0.1:18080/' })
  },
  Inbox: () => post('/v1/mail/inboxes', { address: `inbox@${DOMAIN}` }),
  Label: () => post('/v1/mail/labels', { name: 'Nodes' }),
  Message: async () => ({ id: messageId }),
  Note: async () => {
    const { threadId } = await receiveMail(app, { subject: 'Noted', at: `a@${DOMAIN}` })
    return post(`/v1/mail/threads/${threadId}/notes`, { text: 'Nodes' })
  },
  OutboxMail: async () => (await app.call('GET', '/dev/outbox?limit=1')).body.mails[0],
  SavedReply: () => post('/v1/mail/saved-replies', { name: 'Nodes', subject: 's', body_html: 'h', body_text: 't' }),
  SpendCap: async () =>
    (await app.call('PUT', '/v1/spend-caps', { body: { hard_limit_micros: 900_000_000, soft_limit_micros: null } }))
      .body,
  Suppression: async () => {
    const recipient = 'suppressed@example.com'
    const { id } = await post('/v1/suppressions', { channel: 'email', recipient })
    return { id, own: `suppression(recipient: "${recipient}") { @ }` }
  },
  Template: () => aTemplate('A node'),
  TemplateVersion: async () => {
    const template = await aTemplate('Of versions')
    const own = (fields: string) => `template(id: "${template.id}") { versions { nodes { ${fields} } } }`
    const data = await askWell(app, `{ ${own('id')} }`)
    return { id: data.template.versions.nodes[0].id, own: own('@') }
  },
  TestRecipient: () => post('/v1/test-recipients', { email: 'nodes@example.com' }),
  Thread: async () => ({ id: (await receiveMail(app, { subject: 'Nodes', text: 'Hi.', at: `a@${DOMAIN}` })).threadId }),
  Upload: async () => (await uploadFile(app, '/v1/uploads', anImage())).body,
  Webhook: () => post('/v1/webhooks', { endpoint_url: 'http://127.0.0.1:18080/' }),
  WebhookDelivery: async () => {
    const { id: webhook } = await post('/v1/webhooks', { endpoint_url: 'http://127.0.0.1:18080/' })
    // So that it does not change meanwhile.
    await app.call('PUT', `/v1/webhooks/${webhook}`, { body: { is_active: false } })
    const { id } = await post(`/v1/webhooks/${webhook}/test`)
    return { id, own: `webhookDelivery(webhookId: "${webhook}", deliveryId: "${id}") { @ }` }
  },
}

const Node = schema.getType('Node')
const types: GraphQLObjectType[] = isInterfaceType(Node) ? [...schema.getImplementations(Node).objects] : []
const isNode = (type: unknown) => types.includes(type as GraphQLObjectType)

/** The fields of a type with those of the objects in it, of other nodes only the id. */
function fieldsOf(type: GraphQLObjectType): string {
  return Object.values(type.getFields())
    .flatMap((field) => {
      const own = getNamedType(field.type)
      // A time of the look-up itself: each look-up has its own.
      if (field.name === 'memberCountedAt') return []
      if (field.args.some(isRequiredArgument) || own.name.endsWith('Connection')) return []
      if (isLeafType(own)) return [field.name]
      if (!isObjectType(own)) return []
      return [`${field.name} { ${isNode(own) ? 'id' : fieldsOf(own)} }`]
    })
    .join(' ')
}

const roots = Object.values(schema.getQueryType()!.getFields())

/** The query of a type: by id, or a list that has it. */
function ownQuery(type: GraphQLObjectType, { id, own }: Made): string {
  const byId = roots.find((field) => getNamedType(field.type) === type && /^(id|name)$/.test(field.args[0]?.name ?? ''))
  const list = roots.find((field) => getNamedType(field.type).name === `${type.name}Connection`) as GraphQLField<0, 0>
  const text =
    own ?? (byId ? `${byId.name}(${byId.args[0]!.name}: "${id}") { @ }` : `${list.name}(first: 100) { nodes { @ } }`)
  return text.replace('{ @ }', `{ ${fieldsOf(type)} }`)
}

/** The object with an id, wherever it is in a response. */
function withId(data: unknown, id: string): object | null {
  if (typeof data !== 'object' || data === null) return null
  if ((data as { id?: string }).id === id) return data
  for (const value of Object.values(data)) {
    const found = withId(value, id)
    if (found) return found
  }
  return null
}

const made = new Map<string, Promise<Made>>()

function aNode({ name }: GraphQLObjectType): Promise<Made> {
  const make = MAKE[name]
  if (!make) throw new Error(`${name} has no data in this test: add some to MAKE`)
  const promise = made.get(name) ?? make()
  made.set(name, promise)
  return promise
}

const nodeQuery = (type: GraphQLObjectType, { id }: Made) =>
  `node(id: "${id}") { __typename id ... on ${type.name} { ${fieldsOf(type)} } }`

describe.each(types.map((type) => [type.name, type] as const))('%s', (name, type) => {
  test('is found by its id, as by its own query, also with a test key', async () => {
    const object = await aNode(type)
    for (const key of [app.adminKey, await app.testKey()]) {
      const { node, ...own } = await askWell(
        app,
        `{ ${nodeQuery(type, object)} ${ownQuery(type, object)} }`,
        {},
        { key },
      )
      expect(node.__typename).toBe(name)
      expect(node).toEqual({ __typename: name, ...withId(own, object.id) })
    }
  })

  test('is refused to the keys that its own query refuses', async () => {
    const object = await aNode(type)
    for (const scope of ['send', 'read'] as const) {
      const key = await app.key(scope)
      const codesOf = async (query: string) =>
        (await ask(app, `{ ${query} }`, {}, { key })).errors.map(({ extensions }) => extensions.code)
      const codes = await codesOf(`node(id: "${object.id}") { id }`)
      expect(codes, scope).toEqual(await codesOf(ownQuery(type, object).replace(fieldsOf(type), 'id')))
      if (scope === 'send') expect(codes).toEqual(['forbidden'])
    }
  })
})

/** They have an id that is not their own: of a node that they show a part or a state of, or of somebody else's. The event that stops a message has the id of that. An approval
 * is for the key that asked, too, which finds no others: its own query knows that, `node` only knows scopes. */
const OTHERS = [
  ...[
    'AcceptedMail',
    'Actor',
    'ApiKeyWithSecret',
    'Approval',
    'BroadcastProgress',
    'ChangedMail',
    'DnsHost',
    'ExportedMail',
    'InboundRouteWithSecret',
  ],
  ...[
    'KeptAddress',
    'MailDraft',
    'MailDraftSummary',
    'MailEntry',
    'SendResult',
    'StarredMail',
    'TimelineEvent',
    'WebhookWithSecret',
  ],
]

test('every type with an id of its own is a node', () => {
  const withId = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && 'id' in type.getFields())
  const others = withId.filter((type) => !isNode(type)).map(({ name }) => name)
  expect(others.toSorted()).toEqual(OTHERS)
})

test('objects of another account, and ids of nothing, are null', async () => {
  const ids = await Promise.all(types.map(async (type) => (await aNode(type)).id))
  const stranger = await app.app.services.accounts.create('stranger@example.com')
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'
  const none = ids.map(() => null)
  expect(await askWell(app, query, { ids }, { key: stranger.key })).toEqual({ nodes: none })
  const unknown = ids.map((id) => id.replace(/_.*/, '_00000000000000000000000000'))
  expect(await askWell(app, query, { ids: unknown })).toEqual({ nodes: none })
  const others = ['', 'msg_', 'msg_none', app.accountId, `${ids[0]} `, 'ses_00000000000000000000000000']
  expect(await askWell(app, query, { ids: others })).toEqual({ nodes: others.map(() => null) })
  expect(await askWell(app, 'query ($id: ID!) { node(id: $id) { id } }', { id: 'nonsense' })).toEqual({ node: null })
})

/** What each loader finds, by the type of the object that it is asked about. */
const LOADED: Record<Exclude<keyof Loaders['all'], 'ofService'>, string> = {
  broadcasts: 'Broadcast',
  contents: 'Message',
  deliveriesOfMessage: 'Message',
  deliveriesOfWebhook: 'Webhook',
  inboundEmails: 'InboundEmail',
  mailEntries: 'Thread',
  memberCounts: 'ContactList',
  membersOfList: 'ContactList',
  messages: 'Message',
  mimes: 'OutboxMail',
  notesOfThread: 'Thread',
  templateVersions: 'TemplateVersion',
  templates: 'Template',
  threads: 'Thread',
  threadsOfMails: 'InboundEmail',
  timelines: 'Message',
  versionsOfTemplate: 'Template',
}
/** Loaders of pages. */
const LISTS = ['deliveriesOfWebhook', 'membersOfList', 'notesOfThread', 'versionsOfTemplate']
/** Loaders that refuse a parent that does not exist in the account. */
const REFUSING = ['memberCounts', 'membersOfList']

/** Parents that have something in their list. */
const PARENTS: Record<string, () => Promise<Made>> = {
  deliveriesOfWebhook: async () => {
    const webhook = await post('/v1/webhooks', { endpoint_url: 'http://127.0.0.1:18080/' })
    await post(`/v1/webhooks/${webhook.id}/test`)
    return webhook
  },
  notesOfThread: async () => {
    const { threadId } = await receiveMail(app, { subject: 'Noted', at: `a@${DOMAIN}` })
    await post(`/v1/mail/threads/${threadId}/notes`, { text: 'Nodes' })
    return { id: threadId }
  },
  membersOfList: async () => {
    const list = await aList()
    const { id: contact_id } = await aNode(schema.getType('Contact') as GraphQLObjectType)
    await post(`/v1/contact-lists/${list.id}/members`, { contact_id })
    return list
  },
  deliveriesOfMessage: async () => {
    await post('/v1/webhooks', { endpoint_url: 'http://127.0.0.1:18080/' })
    const message = await post(
      '/v1/send',
      aSend({
        destination: { email: app.ownerEmail },
        metadata: { from_email: `a@${DOMAIN}` },
        idempotency_key: app.app.newId('message'),
      }),
    )
    await eventually('a delivery', () => app.app.models.deliveries.collection.findOne({ message_id: message.id }))
    return message
  },
}

describe.each(Object.entries(LOADED))('the loader %s', (name, type) => {
  const load = async (key: string) => {
    const { id } = await (PARENTS[name]?.() ?? aNode(schema.getType(type) as GraphQLObjectType))
    const { config, services } = app.app
    const caller = await services.apiKeys.authenticate(`Bearer ${key}`)
    const { all } = new Loaders({ config, services }, caller, new AnswerBudget())
    const loader = all[name as keyof typeof LOADED] as DataLoader<unknown, unknown>
    const found = await loader.load(LISTS.includes(name) ? { id, limit: 5 } : id)
    return LISTS.includes(name) ? (found as { items: unknown[] }).items : (found ?? [])
  }

  test('refuses a key without the scope', async () => {
    await expect(load(await app.key('send'))).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('finds the rows of its account alone', async () => {
    expect(await load(app.adminKey)).not.toEqual([])
    const stranger = await app.app.services.accounts.create(`${name}@stranger.example`)
    if (REFUSING.includes(name)) await expect(load(stranger.key)).rejects.toMatchObject({ code: 'not_found' })
    else expect(await load(stranger.key)).toEqual([])
  })
})

test('nodes come in the order of their ids, again for each repetition, and fail each for itself', async () => {
  const [key, message] = [await aNode(schema.getType('ApiKey') as GraphQLObjectType), { id: messageId }]
  const ids = [message.id, key.id, 'nonsense', message.id]
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Message { subject } } }'
  const { nodes } = await askWell(app, query, { ids })
  const aMessage = { __typename: 'Message', id: message.id, subject: expect.any(String) }
  expect(nodes).toEqual([aMessage, { __typename: 'ApiKey', id: key.id }, null, aMessage])
  const refused = await ask(app, query, { ids }, { key: await app.key('read') })
  expect(refused.data.nodes).toEqual([aMessage, null, null, aMessage])
  expect(refused.errors.map(({ path, extensions }) => [path, extensions.code])).toEqual([[['nodes', 1], 'forbidden']])
})

test('more than 100 ids are refused, with the name of the argument', async () => {
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'
  const ids = Array.from({ length: 100 }, () => messageId)
  expect((await askWell(app, query, { ids })).nodes).toHaveLength(100)
  for (const more of [[...ids, messageId], Array.from({ length: 30_000 }, () => messageId)]) {
    const { data, errors } = await ask(app, query, { ids: more })
    expect(data).toEqual({ nodes: null })
    expect(errors[0].extensions).toMatchObject({ code: 'invalid_request', details: [{ path: 'ids' }] })
  }
  expect((await askWell(app, query, { ids: [] })).nodes).toEqual([])
})

test('an object that this deployment does not have is null', async () => {
  const own = await startApp({ MAIL_PROVIDER: 'smtp', SMTP_URL: 'smtp://127.0.0.1:1', ROLES: 'api' })
  const id = own.app.newId('outboxMail')
  expect(await askWell(own, `{ node(id: "${id}") { id } }`)).toEqual({ node: null })
  await own.close()
})
