import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectError } from '../../../support/expect-error.js'
import { startApp, type TestApp } from '../../../support/start-app.js'

let app: TestApp
let contact: string
let contacts = 0
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
})
afterAll(() => app.close())

beforeEach(async () => {
  await app.app.models.contactLists.deleteMany({})
  contacts += 1
  contact = (await app.call('POST', '/v1/contacts', { body: { email: `reader-${contacts}@example.com` } })).body.id
})

const aTopic = async (name: string, more: object = {}, key = app.adminKey): Promise<string> =>
  (await app.call('POST', '/v1/contact-lists', { key, body: { name, is_topic: true, ...more } })).body.id
const topicsOf = async (id = contact) => (await app.call('GET', `/v1/contacts/${id}/topics`)).body.topics
const set = (topics: { list_id: string; subscribed: boolean }[], id = contact) =>
  app.call('PUT', `/v1/contacts/${id}/topics`, { body: { topics } })

test('a contact has all topics until it opts out of one, and may come back', async () => {
  const news = await aTopic('News', { description: 'Monthly.' })
  const offers = await aTopic('Offers')
  await aTopic('Internal', { is_topic: false })
  const shown = (subscribed: boolean) => [
    { list_id: news, name: 'News', description: 'Monthly.', subscribed: true },
    { list_id: offers, name: 'Offers', description: null, subscribed },
  ]
  expect(await topicsOf()).toEqual(shown(true))
  for (const subscribed of [false, false, true, true]) {
    const { status, body } = await set([{ list_id: offers, subscribed }])
    expect([status, body.topics]).toEqual([200, shown(subscribed)])
    expect(await topicsOf()).toEqual(shown(subscribed))
  }
})

test('an opt-out is of the address: another contact has none, and one with the same address has it again', async () => {
  const news = await aTopic('News')
  await set([{ list_id: news, subscribed: false }])
  const { email } = (await app.call('GET', `/v1/contacts/${contact}`)).body
  const other = (await app.call('POST', '/v1/contacts', { body: { email: `other-${email}` } })).body.id
  expect(await topicsOf(other)).toMatchObject([{ subscribed: true }])
  await app.call('DELETE', `/v1/contacts/${contact}`)
  const again = (await app.call('POST', '/v1/contacts', { body: { email: email.toUpperCase() } })).body.id
  expect(await topicsOf(again)).toMatchObject([{ subscribed: false }])
})

test('nothing is changed if one of the lists is no topic, is deleted, or belongs to another account', async () => {
  const news = await aTopic('News')
  const gone = await aTopic('Gone')
  await app.call('DELETE', `/v1/contact-lists/${gone}`)
  const account = await app.app.services.accounts.create('other@example.com')
  const foreign = await aTopic('Foreign', {}, account.key)
  const hidden = await aTopic('Internal', { is_topic: false })
  for (const list_id of [gone, foreign, hidden, 'x']) {
    const result = await set([
      { list_id: news, subscribed: false },
      { list_id, subscribed: false },
    ])
    expect(result.status).toBe(400)
    expect(result.body.error).toMatchObject({
      code: 'invalid_request',
      message: 'topics.1.list_id: is not a topic of the account',
    })
  }
  expect(await topicsOf()).toMatchObject([{ list_id: news, subscribed: true }])
  expect(await app.app.models.topicOptOuts.countDocuments({ list_id: news })).toBe(0)
})

test('neither contacts nor topics of another account are shown', async () => {
  await aTopic('News')
  const { key } = await app.app.services.accounts.create('other@example.com')
  expectError(await app.call('GET', `/v1/contacts/${contact}/topics`, { key }), 404, 'not_found')
  const { id } = (await app.call('POST', '/v1/contacts', { key, body: { email: 'a@example.com' } })).body
  expect((await app.call('GET', `/v1/contacts/${id}/topics`, { key })).body.topics).toEqual([])
})

test('choices at the same time end with the topics of the last', async () => {
  const news = await aTopic('News')
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_none, index) => set([{ list_id: news, subscribed: index % 2 === 0 }])),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect((await set([{ list_id: news, subscribed: false }])).body.topics).toMatchObject([{ subscribed: false }])
  expect(await app.app.models.topicOptOuts.countDocuments({ list_id: news })).toBe(1)
})
