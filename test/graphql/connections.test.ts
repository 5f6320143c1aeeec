import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../src/graphql/schema.js'
import { AnswerBudget } from '../../src/operations/answer-budget.js'
import { positionOf } from '../../src/services/mail-app/threads/thread-state.js'
import { viewerOf } from '../../src/services/platform/mail-reach.js'
import { COUNT_OPTIONS } from '../../src/services/platform/pages.js'
import { sendReport } from '../support/dmarc-reports.js'
import { receiveMail } from '../support/file-mail.js'
import { anImage } from '../support/images.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'
import { storeTlsReport } from '../support/tls-reports.js'
import { uploadFile } from '../support/upload-file.js'
import { ask, askWell, postWell } from './graphql-client.js'

/* Walks every connection of the schema, new ones too, by the cursors that it gives. */

const DOMAIN = 'walked.acme.test'
const COUNT = 5
/** An account can have no more of these. */
const FEWER: Record<string, number> = { 'Query.testRecipients': 3 }

/** Their counts would be searches, or are fields of what they belong to. */
const UNCOUNTED = ['Query.broadcastRecipients', 'Query.mailSearch', 'ContactList.members']

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  const { domains } = app.app.services
  await domains.create(app.accountId, DOMAIN)
  await domains.verify(app.accountId, DOMAIN)
  await domains.setInbound(app.accountId, DOMAIN, true)
})
afterAll(() => app.close())

const post = (path: string, body?: object) => postWell(app, path, body)
let made = 0
/** Makes some items. Each has a number of its own. */
async function times(make: (index: number) => Promise<unknown>, count = COUNT): Promise<Record<string, unknown>> {
  for (let index = 0; index < count; index += 1) {
    made += 1
    await make(made)
  }
  return {}
}
const someMail = (index: number) => receiveMail(app, { subject: `Walk ${index}`, text: 'walked', at: `a@${DOMAIN}` })
const aMessage = () => aSend({ destination: { email: app.ownerEmail }, metadata: { from_email: `a@${DOMAIN}` } })
const aList = (name: string) => post('/v1/contact-lists', { name })
const aTemplate = (name: string) =>
  post('/v1/templates', { channel: 'email', name, subject: 's', body_html: 'b', variables: [] })
const aWebhook = () => post('/v1/webhooks', { endpoint_url: 'http://127.0.0.1:18080/' })

/** Makes items of a connection. Returns its arguments, or those of its parent. */
const DATA: Record<string, () => Promise<Record<string, unknown>>> = {
  'Query.apiKeys': () => times(() => app.key('read')),
  'Query.approvals': async () => {
    const caller = await app.app.services.apiKeys.authenticate(`Bearer ${app.adminKey}`)
    return times((index) => app.app.services.approvals.request(caller, 'messages.send', { index }))
  },
  'Query.auditLog': () => times((index) => post('/v1/contacts', { email: `audit-${index}@example.com` })),
  'Query.blockedSenders': () =>
    times((index) => post('/v1/mail/blocked-senders', { sender: `walk-${index}@example.com` })),
  'Query.broadcastRecipients': async () => {
    const { id: list_id } = await aList('Recipients')
    await times(async (index) => {
      const contact = await post('/v1/contacts', { email: `recipient-${index}@example.com` })
      await post(`/v1/contact-lists/${list_id}/members`, { contact_id: contact.id })
    })
    const mail = { name: 'Walked', list_id, from_email: `a@${DOMAIN}`, subject: 's', body_text: 't' }
    const { id } = await post('/v1/broadcasts', mail)
    await post(`/v1/broadcasts/${id}/send`)
    const { collection } = app.app.models.messages
    await eventually(
      'the mail',
      async () => (await collection.countDocuments({ broadcast_id: id, status: { $ne: 'queued' } })) === COUNT,
    )
    return { id }
  },
  'Query.broadcasts': async () => {
    const { id: list_id } = await aList('For broadcasts')
    const mail = { list_id, from_email: `a@${DOMAIN}`, subject: 's', body_text: 't' }
    return times((index) => post('/v1/broadcasts', { name: `b${index}`, ...mail }))
  },
  'Query.contactLists': () => times((index) => aList(`List ${index}`)),
  'Query.contacts': () => times((index) => post('/v1/contacts', { email: `walk-${index}@example.com` })),
  'Query.deadLetters': () =>
    times(() =>
      app.app.models.deadLetters.create({
        ...{ _id: app.app.newId('deadLetter'), kind: 'dispatch', row_id: app.app.newId('message') },
        ...{ account_id: app.accountId, error: 'Error', crashes: 5, created_at: new Date() },
      }),
    ),
  'Query.dmarcReports': async () => {
    await times((index) => sendReport(app, { domain: DOMAIN, rows: [{ count: index }] }))
    const { collection } = app.app.models.dmarcReports
    const all = { account_id: app.accountId, domain: DOMAIN }
    await eventually('the reports', async () => (await collection.countDocuments(all)) === COUNT)
    return { domain: DOMAIN }
  },
  'Query.domains': () => times((index) => post('/v1/domains', { domain: `walk-${index}.acme.test` })),
  'Query.inboundEmails': () => times(someMail),
  'Query.inboundRoutes': () =>
    times((index) =>
      post('/v1/inbound/routes', {
        ...{
          domain: DOMAIN,
          match_prefix: `r${index}`,
          destination_type: 'webhook',
          forward_url: 'http://127.0.0.1:18080/',
        },
      }),
    ),
  'Query.drafts': () => times((index) => post('/v1/mail/drafts', { subject: `Draft ${index}` })),
  'Query.inboxes': () => times((index) => post('/v1/mail/inboxes', { address: `inbox-${index}@${DOMAIN}` })),
  'Query.labels': () => times((index) => post('/v1/mail/labels', { name: `Ü label ${(index * 7) % 10} ${index}` })),
  'Query.mailSearch': async () => {
    await times(someMail)
    return { q: 'walked' }
  },
  'Query.messages': () => times(() => post('/v1/send', aMessage())),
  'Query.outbox': async () => {
    await times(() => post('/v1/send', aMessage()))
    await eventually('mails are captured', async () => (await app.app.models.outbox.countDocuments()) >= COUNT)
    // Those that are still on their way would come while the list is walked.
    await eventually('all are', async () => !(await app.app.models.messages.exists({ status: 'queued' })))
    return {}
  },
  'Query.savedReplies': () =>
    times((index) => post('/v1/mail/saved-replies', { name: `Ü reply ${(index * 7) % 10} ${index}`, body_text: 't' })),
  'Query.spendCaps': () =>
    times(async () => {
      const { id: key_id } = await post('/v1/keys', { scope: 'read' })
      await app.call('PUT', '/v1/spend-caps', { body: { key_id, hard_limit_micros: 1, soft_limit_micros: null } })
    }),
  'Query.suppressions': () =>
    times((index) => post('/v1/suppressions', { channel: 'email', recipient: `walk-${index}@example.com` })),
  'Query.templates': () => times((index) => aTemplate(`Template ${index}`)),
  'Query.testRecipients': () =>
    times(
      (index) => post('/v1/test-recipients', { email: `walk-${index}@example.com` }),
      FEWER['Query.testRecipients'],
    ),
  'Query.threads': () => times(someMail),
  'Query.uploads': () => times(() => uploadFile(app, '/v1/uploads', anImage())),
  'Query.tlsReports': async () => {
    await times(() => storeTlsReport(app, DOMAIN))
    return { domain: DOMAIN }
  },
  'Query.webhooks': () => times(aWebhook),
  'ContactList.members': async () => {
    const list = await aList('Walked')
    await times(async (index) => {
      const contact = await post('/v1/contacts', { email: `member-${index}@example.com` })
      await post(`/v1/contact-lists/${list.id}/members`, { contact_id: contact.id })
    })
    return { id: list.id }
  },
  'Template.versions': async () => {
    const { id } = await aTemplate('Of many versions')
    await times((index) => app.call('PUT', `/v1/templates/${id}`, { body: { subject: `s${index}` } }))
    return { id }
  },
  'Thread.notes': async () => {
    const { threadId } = await someMail(made)
    await times((index) => post(`/v1/mail/threads/${threadId}/notes`, { text: `Note ${index}` }))
    return { id: threadId }
  },
  'Webhook.deliveries': async () => {
    const { id } = await aWebhook()
    await times(() => post(`/v1/webhooks/${id}/test`))
    await app.call('PUT', `/v1/webhooks/${id}`, { body: { is_active: false } })
    return { id }
  },
}

/** A connection of the schema: of the query, or of an object that the query looks up by id. */
interface Connected {
  name: string
  field: GraphQLField<unknown, unknown>
  parent: GraphQLField<unknown, unknown> | null
  /** What tells the nodes apart. */
  node: string
}

const query = schema.getQueryType()!
const isConnection = ({ type }: GraphQLField<unknown, unknown>) => getNamedType(type).name.endsWith('Connection')
const connections: Connected[] = Object.values(schema.getTypeMap()).flatMap((type) => {
  if (!isObjectType(type)) return []
  const lists = Object.values(type.getFields()).filter(isConnection)
  return lists.map((field) => {
    const parent =
      type === query ? null : Object.values(query.getFields()).find((each) => getNamedType(each.type) === type)!
    return { name: `${type.name}.${field.name}`, field, parent, node: nodeOf(field) }
  })
})

function nodeOf({ type }: GraphQLField<unknown, unknown>): string {
  const connection = getNamedType(type) as GraphQLObjectType
  const fields = (getNamedType(connection.getFields().nodes!.type) as GraphQLObjectType).getFields()
  if (fields.id) return 'id'
  return Object.values(fields)
    .filter(({ type: own }) => isNonNullType(own) && isLeafType(getNamedType(own)))
    .map(({ name }) => name)
    .join(' ')
}

interface Walked {
  nodes: string[]
  edges: { cursor: string; node: string }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null; startCursor: string | null }
}

const written = (value: unknown) =>
  Object.entries(value as object).map(([name, own]) => `${name}: ${JSON.stringify(own)}`)

function queryFor({ field, parent, node }: Connected, own: Record<string, unknown>, page: object, counts = ''): string {
  const args = written(parent ? page : { ...own, ...page }).join(', ')
  const list = `${field.name}(${args}) { nodes { ${node} } edges { cursor node { ${node} } } pageInfo { hasNextPage startCursor endCursor }${counts} }`
  return parent ? `{ ${parent.name}(${written(own).join(', ')}) { ${list} } }` : `{ ${list} }`
}

async function pageOf(connected: Connected, own: Record<string, unknown>, page: object): Promise<Walked> {
  const data = await askWell(app, queryFor(connected, own, page))
  const { nodes, edges, pageInfo } = (connected.parent ? data[connected.parent.name] : data)[connected.field.name]
  expect(edges.map((edge: { node: unknown }) => edge.node)).toEqual(nodes)
  const keyed = (node: object) => JSON.stringify(node)
  return {
    nodes: nodes.map(keyed),
    edges: edges.map((edge: { cursor: string; node: object }) => ({ cursor: edge.cursor, node: keyed(edge.node) })),
    pageInfo,
  }
}

/** What a walk by end cursors finds. */
async function walk(connected: Connected, own: Record<string, unknown>, first: number): Promise<string[]> {
  const found: string[] = []
  let after: string | null = null
  for (;;) {
    const { nodes, edges, pageInfo } = await pageOf(connected, own, { first, ...(after && { after }) })
    found.push(...nodes)
    expect(pageInfo.startCursor).toBe(edges[0]?.cursor ?? null)
    if (!pageInfo.hasNextPage) return found
    expect(pageInfo.endCursor).not.toBeNull()
    after = pageInfo.endCursor
  }
}

const given = new Map<string, Promise<Record<string, unknown>>>()

function dataOf(name: string): Promise<Record<string, unknown>> {
  const make = DATA[name]
  if (!make) throw new Error(`${name} has no data in this test: add some to DATA`)
  const made = given.get(name) ?? make()
  given.set(name, made)
  return made
}

describe.each(connections.map((connected) => [connected.name, connected] as const))('%s', (name, connected) => {
  test('goes on after every cursor that it gives', async () => {
    const own = await dataOf(name)
    const all = await pageOf(connected, own, { first: 100 })
    expect(all.nodes.length).toBeGreaterThanOrEqual(FEWER[name] ?? COUNT)
    expect(new Set(all.nodes).size).toBe(all.nodes.length)
    for (const first of [1, 3]) expect(await walk(connected, own, first), `first: ${first}`).toEqual(all.nodes)
    for (const [index, { cursor }] of all.edges.entries()) {
      const rest = await pageOf(connected, own, { first: 2, after: cursor })
      expect(rest.nodes).toEqual(all.nodes.slice(index + 1, index + 3))
      // Cursors do not depend on the page that they are from.
      expect(rest.edges).toEqual(all.edges.slice(index + 1, index + 3))
    }
  })

  test('has a total count, on every page', async () => {
    const own = await dataOf(name)
    const { nodes, pageInfo } = await pageOf(connected, own, { first: 100 })
    expect(pageInfo.hasNextPage).toBe(false)
    const data = await askWell(app, queryFor(connected, own, { first: 1 }, ' totalCount isCapped'))
    const { totalCount, isCapped } = (connected.parent ? data[connected.parent.name] : data)[connected.field.name]
    expect(totalCount).toBe(UNCOUNTED.includes(name) ? null : nodes.length)
    expect(isCapped).toBe(UNCOUNTED.includes(name) ? null : false)
  })

  test('clamps the size of its pages', async () => {
    const own = await dataOf(name)
    for (const first of [0, -1, -2_147_483_648]) {
      expect((await pageOf(connected, own, { first })).nodes).toHaveLength(1)
    }
    await pageOf(connected, own, { first: 2_147_483_647 })
  })
})

test('a count that takes too long is overloaded, and the items stay', async () => {
  const { account_id, key } = await app.app.services.accounts.create('counted@example.com')
  const rows = Array.from({ length: 20_000 }, (_none, index) => ({
    ...{ _id: app.app.newId('blockedSender'), account_id, sender: `s${index}@example.com` },
    forged_only: false,
  }))
  await app.app.models.blockedSenders.collection.insertMany(rows)
  const query = '{ blockedSenders(first: 1) { nodes { id } totalCount } }'
  const { maxTimeMS } = COUNT_OPTIONS
  Object.assign(COUNT_OPTIONS, { maxTimeMS: 1 })
  try {
    const { data, errors } = await ask(app, query, {}, { key })
    expect(data.blockedSenders).toEqual({ nodes: [{ id: rows.at(-1)!._id }], totalCount: null })
    expect(errors.map(({ path, extensions }) => [path, extensions])).toEqual([
      [['blockedSenders', 'totalCount'], { code: 'overloaded', status: 503 }],
    ])
  } finally {
    Object.assign(COUNT_OPTIONS, { maxTimeMS })
  }
  expect((await askWell(app, query, {}, { key })).blockedSenders.totalCount).toBe(10_000)
})

test('a cursor of another list, or of the list of another object, is refused', async () => {
  const lists = new Map<string, { connected: Connected; own: Record<string, unknown>; cursor: string }>()
  for (const connected of connections) {
    const own = await dataOf(connected.name)
    const { edges } = await pageOf(connected, own, { first: 1 })
    lists.set(connected.name, { connected, own, cursor: edges[0]!.cursor })
  }
  const refuse = async ({ connected, own }: { connected: Connected; own: Record<string, unknown> }, after: string) => {
    const { errors } = await ask(app, queryFor(connected, own, { first: 1, after }))
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['invalid_request'])
    expect(errors[0].extensions.details[0].path).toBe('after')
  }
  const cursors = [...lists].map(([name, { cursor }]) => ({ name, cursor }))
  for (const [name, { connected, own }] of lists) {
    const others = cursors.filter((other) => other.name !== name)
    const { field, parent, node } = connected
    const tried = others.map(({ cursor }, index) => {
      const args = written({ ...(parent ? {} : own), after: cursor }).join(', ')
      const list = `${field.name}(${args}) { nodes { ${node} } }`
      return `a${index}: ${parent ? `${parent.name}(${written(own).join(', ')}) { ${list} }` : list}`
    })
    // All together would be above the limits of a document.
    const halves = [tried.slice(0, tried.length / 2), tried.slice(tried.length / 2)]
    const responses = await Promise.all(halves.map((half) => ask(app, `{ ${half.join(' ')} }`)))
    const codes = responses
      .flatMap(({ errors }) => errors)
      .map(({ path, extensions }) => [path[0], extensions.code, extensions.details[0].path])
    expect(codes.toSorted(), name).toEqual(
      others.map((_other, index) => [`a${index}`, 'invalid_request', 'after']).toSorted(),
    )
  }
  for (const { connected, own, cursor } of lists.values()) {
    if (!connected.parent) continue
    await refuse({ connected, own: await DATA[connected.name]!() }, cursor)
    expect((await pageOf(connected, own, { first: 1, after: cursor })).nodes).toHaveLength(1)
  }
})

test('a sparse page ends where the list was left, even if it is empty', async () => {
  const { endCursor, hasNextPage } = (schema.getType('PageInfo') as GraphQLObjectType).getFields()
  const resolved = (field: typeof endCursor, page: object) =>
    field!.resolve!(page, {}, { answer: new AnswerBudget() }, {} as never)
  const empty = { items: [], cursors: [], nextCursor: 'further' }
  expect([resolved(hasNextPage, empty), resolved(endCursor, empty)]).toEqual([true, 'further'])
  const sparse = { items: [{}], cursors: ['of the item'], nextCursor: 'further' }
  expect([resolved(hasNextPage, sparse), resolved(endCursor, sparse)]).toEqual([true, 'further'])
  const last = { ...sparse, nextCursor: null }
  expect([resolved(hasNextPage, last), resolved(endCursor, last)]).toEqual([false, 'of the item'])
})

test('a count ends at 10,000, follows the filters of its list, and stays in its account', async () => {
  const { account_id, key } = await app.app.services.accounts.create('counted@example.com')
  const count = async (args: string) => {
    const query = `{ threads(first: 1${args}) { totalCount isCapped pageInfo { hasNextPage } } }`
    return (await askWell(app, query, {}, { key })).threads
  }
  expect(await count('')).toEqual({ totalCount: 0, isCapped: false, pageInfo: { hasNextPage: false } })
  const { threadId } = await receiveMail(app, { accountId: account_id, subject: 'One of many' })
  const row = (await app.app.models.mailThreads.collection.findOne({ _id: threadId }))!
  const more = (length: number) =>
    app.app.models.mailThreads.collection.insertMany(
      Array.from({ length }, () => {
        const _id = app.app.newId('thread')
        return { ...row, _id, position: positionOf(row.last_message_at, _id) }
      }),
    )
  await more(9_999)
  expect(await count('')).toMatchObject({ totalCount: 10_000, isCapped: false })
  await more(1)
  expect(await count(', folder: INBOX')).toMatchObject({ totalCount: 10_000, isCapped: true })
  expect(await count(', starred: true')).toMatchObject({ totalCount: 0, isCapped: false })
  await app.app.services.threads.star(viewerOf(account_id), threadId, true)
  expect(await count(', starred: true, folder: INBOX')).toMatchObject({ totalCount: 1, isCapped: false })
  expect(await count(', q: "many"')).toMatchObject({ totalCount: null, isCapped: null })
})

test('a count is paid for, once for each list and not for each of its items', async () => {
  await times(aWebhook, 6)
  const counted = (more: number) =>
    ask(
      app,
      `{ webhooks(first: 100) { nodes { id a: deliveries(first: 98) { totalCount nodes { id } } b: deliveries(first: ${more}) { isCapped nodes { id } } } } }`,
    )
  expect((await counted(1)).errors).toEqual([])
  // The pages alone may just about be asked for, and then there is nothing left for the counts.
  const codes = []
  for (let more = 90; more <= 100; more += 1) codes.push((await counted(more)).errors[0]?.message ?? 'none')
  expect(codes).toContainEqual(expect.stringContaining('costs too much with this count'))
  expect(codes.at(-1)).toContain('the limit is 20000')
})
