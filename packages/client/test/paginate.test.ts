import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import { aSend, startApp, type TestApp } from '../../../test/support/start-app.js'
import { type Client, createClient, type Schemas } from '../src/index.js'

let app: TestApp
let client: Client
const asked: string[] = []
beforeAll(async () => {
  app = await startApp()
  const recording = (request: Request) => {
    asked.push(new URL(request.url).search)
    return fetch(request)
  }
  client = createClient({ baseUrl: app.url, apiKey: app.adminKey, fetch: recording })
})
afterAll(() => app.close())

test('a loop over a list yields every item once, in order, for any page size', async () => {
  const mails = Array.from({ length: 5 }, () => aSend({ destination: { email: app.ownerEmail } }))
  const { body: results } = await app.call('POST', '/v1/send/batch', { body: mails })
  const sent = (results as { response: { id: string } }[]).map(({ response }) => response.id)

  asked.length = 0
  const found: string[] = []
  for await (const message of client.paginate('/v1/messages', { params: { query: { limit: 2, status: 'sent' } } })) {
    expectTypeOf(message).toEqualTypeOf<Schemas['MessageSummary']>()
    found.push(message.id)
  }
  expect(found).toEqual([...found].sort().reverse())
  expect(found.filter((id) => sent.includes(id))).toHaveLength(found.length)
  for (const search of asked) expect(search).toContain('limit=2&status=sent')

  const all: string[] = []
  for await (const { id } of client.paginate('/v1/messages')) all.push(id)
  expect(all.sort()).toEqual(sent.sort())
})

test('pages are fetched only when needed, and none after the loop has ended', async () => {
  asked.length = 0
  for await (const { id } of client.paginate('/v1/messages', { params: { query: { limit: 1 } } })) {
    expect(id).toMatch(/^msg_/)
    break
  }
  expect(asked).toEqual(['?limit=1'])
})

test('an empty list has no items', async () => {
  for await (const subscription of client.paginate('/v1/webhooks')) expect(subscription).toBeUndefined()
})

test('every list of the API can be paginated, with its own item type', () => {
  const id = { params: { path: { id: 'x' } } }
  const lists = () => [
    client.paginate('/v1/messages'),
    client.paginate('/v1/webhooks'),
    client.paginate('/v1/webhooks/{id}/deliveries', id),
    client.paginate('/v1/domains'),
    client.paginate('/v1/suppressions'),
    client.paginate('/v1/templates'),
    client.paginate('/v1/templates/{id}/versions', id),
    client.paginate('/v1/keys'),
    client.paginate('/v1/spend-caps'),
    client.paginate('/v1/test-recipients'),
    client.paginate('/v1/audit-log'),
    client.paginate('/dev/outbox'),
    // @ts-expect-error not a list
    client.paginate('/v1/messages/{id}', id),
    // @ts-expect-error the id is missing
    client.paginate('/v1/webhooks/{id}/deliveries'),
  ]
  expectTypeOf(lists).toBeFunction()
  type ItemOf<List> = List extends AsyncGenerator<infer Item> ? Item : never
  const deliveries = () => client.paginate('/v1/webhooks/{id}/deliveries', id)
  expectTypeOf<ItemOf<ReturnType<typeof deliveries>>>().toEqualTypeOf<Schemas['WebhookDelivery']>()
  const entries = () => client.paginate('/v1/audit-log')
  expectTypeOf<ItemOf<ReturnType<typeof entries>>>().toEqualTypeOf<Schemas['AuditEntry']>()
})
