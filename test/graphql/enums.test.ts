import { isEnumType, isObjectType } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { TIMELINE_EVENT_TYPES } from '../../src/contract/events.js'
import { builder } from '../../src/graphql/builder.js'
import { outputOf } from '../../src/graphql/contract-types.js'
import { schema } from '../../src/graphql/schema.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { ask, askWell } from './graphql-client.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
})
afterAll(() => app.close())

const enums = Object.values(schema.getTypeMap()).filter((type) => isEnumType(type) && !type.name.startsWith('__'))

test('the enums are those of the list', () => {
  expect(enums.map(({ name }) => name).toSorted()).toEqual([
    ...['BroadcastStatus', 'Channel', 'DeliveryStatus', 'DestinationType'],
    ...['EventType', 'Folder', 'KeyScope', 'MailSource', 'MessageStatus', 'MessageType', 'SuppressionState'],
    'WebhookFormat',
  ])
})

test('words in upper case are the names of the values', () => {
  for (const type of enums) {
    if (!isEnumType(type)) continue
    for (const { name, value } of type.getValues()) expect(name).toBe(value.toUpperCase().replaceAll('.', '_'))
  }
})

test('words are of an enum only if it is declared for exactly these', () => {
  const words = {
    state: z.enum(['unsubscribed', 'suppressed']),
    event: z.enum(TIMELINE_EVENT_TYPES),
    // An enum has all of these, and more.
    part: z.enum(['delivered', 'bounced']),
    fresh: z.enum(['one', 'two']),
    list: z.array(z.enum(['one', 'two'])),
  }
  const about = Object.fromEntries(Object.keys(words).map((key) => [key, 'Words.']))
  outputOf('Words', 'Words.', z.object(words), { about })
  const type = builder.toSchema().getType('Words')
  const fields = isObjectType(type) ? Object.values(type.getFields()) : []
  expect(Object.fromEntries(fields.map(({ name, type: own }) => [name, `${own}`]))).toEqual({
    ...{ state: 'SuppressionState!', event: 'EventType!' },
    ...{ part: 'String!', fresh: 'String!', list: '[String!]!' },
  })
})

test('other words are strings, as in REST', async () => {
  const query = `query ($interval: String) {
    stats(interval: $interval) { buckets { sent } } account { channels { channel status } }
  }`
  const { stats, account } = await askWell(app, query, { interval: 'day' })
  expect(stats.buckets.length).toBeGreaterThan(25)
  expect(account.channels).toContainEqual({ channel: 'EMAIL', status: 'sandbox' })
  const filter = { match: 'all', conditions: [{ event: 'opened', withinDays: 30, happened: true }] }
  const people = `mutation ($filter: SegmentFilterInput) {
    createContact(input: { email: "words@example.com" }) { status }
    createContactList(input: { name: "Words", filter: $filter }) { filter { conditions { event } } }
  }`
  expect(await askWell(app, people, { filter })).toEqual({
    createContact: { status: 'subscribed' },
    createContactList: { filter: { conditions: [{ event: 'opened' }] } },
  })
  const add = 'mutation ($domain: String!) { addDomain(domain: $domain) { dkimStatus dnsRecords { type } } }'
  const { addDomain } = await askWell(app, add, { domain: 'words.example' })
  expect(addDomain.dkimStatus).toBe('pending')
  expect(addDomain.dnsRecords).toContainEqual({ type: 'CNAME' })
})

test.each([
  ['interval', 'query ($word: String!) { stats(interval: $word) { buckets { sent } } }'],
  ['groupBy', 'query ($word: String!) { stats(groupBy: $word) { buckets { sent } } }'],
  [
    'input.filter.match',
    `mutation ($word: String!) {
      createContactList(input: { name: "All", filter: { match: $word, conditions: [] } }) { id }
    }`,
  ],
])('a wrong word for %s is refused with the name of the field', async (field, query) => {
  const { errors } = await ask(app, query, { word: 'nonsense' })
  expect(errors).toMatchObject([{ extensions: { code: 'invalid_request', status: 400 } }])
  expect(errors[0]!.message).toContain(field.split('.').at(-1))
})
