import { Resend } from 'resend'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../support/start-app.js'

let app: TestApp
let resend: Resend

beforeAll(async () => {
  app = await startApp({ COMPAT_APIS: 'resend', RATE_LIMIT_PER_SECOND: '1000' })
  resend = new Resend(app.adminKey, { baseUrl: `${app.url}/compat/resend` })
})
afterAll(() => app.close())

const aSegment = async (name: string) => (await resend.segments.create({ name })).data!.id
const stateOf = async (email: string) => (await app.call('GET', `/v1/suppressions/${email}`)).body.state
const contactsWith = async (email: string) =>
  (await app.call('GET', `/v1/contacts?email=${encodeURIComponent(email)}`)).body.contacts

test('a contact is found by its address among 150 that begin like it, in any notation', async () => {
  const email = 'ada@example.com'
  await resend.contacts.create({ email })
  for (let index = 0; index < 150; index += 1) {
    await app.call('POST', '/v1/contacts', { body: { email: `ada@example.com${index}.evil.example` } })
  }
  expect((await resend.contacts.update({ email, unsubscribed: true })).error).toBeNull()
  expect(await stateOf(email)).toBe('unsubscribed')
  for (const written of ['gruesse@bücher.example', ' sp@example.com ']) {
    const first = await resend.contacts.create({ email: written })
    const second = await resend.contacts.create({ email: written, lastName: 'Twice' })
    expect([written, second.data?.id]).toEqual([written, first.data!.id])
  }
})

test('somebody who is taken off an audience stays in the others, and is found in those alone', async () => {
  const [one, two] = [await aSegment('One'), await aSegment('Two')]
  const email = 'grace@example.com'
  await resend.contacts.create({ email, segments: [{ id: one }, { id: two }] })
  expect((await resend.contacts.remove({ audienceId: one, email })).data).toMatchObject({ deleted: true })
  expect((await resend.contacts.get({ audienceId: one, email })).error).toMatchObject({ statusCode: 404 })
  expect((await resend.contacts.get({ audienceId: two, email })).data).toMatchObject({ email })
  expect((await resend.contacts.remove({ audienceId: one, email })).error).toMatchObject({ statusCode: 404 })
  for (const call of [
    resend.contacts.update({ audienceId: 'cl_none', email, firstName: 'Other' }),
    resend.contacts.get({ audienceId: 'cl_none', email }),
    resend.contacts.remove({ audienceId: 'cl_none', email }),
  ]) {
    expect((await call).error).toMatchObject({ statusCode: 404 })
  }
  expect(await contactsWith(email)).toHaveLength(1)
})

test('a contact with an unknown segment or topic is not made, nor unsubscribed', async () => {
  const known = await aSegment('Known')
  const email = 'half@example.com'
  const about = { email, unsubscribed: true }
  const unknown = await resend.contacts.create({ ...about, segments: [{ id: known }, { id: 'cl_none' }] })
  expect(unknown.error).toMatchObject({ statusCode: 404 })
  const untopical = await resend.contacts.create({ ...about, topics: [{ id: known, subscription: 'opt_out' }] })
  expect(untopical.error!.message).toMatch(/^topics\.0\.id: /)
  expect([await contactsWith(email), await stateOf(email)]).toEqual([[], undefined])
})

test('a complaint that came in meanwhile is not lifted with an opt-out', async () => {
  const email = 'angry@example.com'
  await resend.contacts.create({ email, unsubscribed: true })
  const entries = [{ email, reason: 'complaint' }]
  await app.call('POST', '/v1/suppressions/import', { body: { entries } })
  expect((await resend.contacts.update({ email, unsubscribed: false })).error).toBeNull()
  expect(await stateOf(email)).toBe('suppressed')
})

test('properties have their types, and suppressions of a batch their ids', async () => {
  const email = 'typed@example.com'
  await resend.contacts.create({ email, properties: { plan: 'pro', seats: 3 } })
  expect((await resend.contacts.get({ email })).data).toMatchObject({
    properties: { plan: { type: 'string', value: 'pro' }, seats: { type: 'number', value: 3 } },
  })
  const added = await resend.suppressions.batch.add({ emails: ['one@example.com', 'two@example.com'] })
  const ids = added.data!.data.map(({ id }) => id)
  expect(ids).toEqual([expect.stringMatching(/^sup_/), expect.stringMatching(/^sup_/)])
  const removed = await resend.suppressions.batch.remove({ emails: ['two@example.com', 'one@example.com'] })
  expect(removed.data!.data.map(({ id }) => id)).toEqual(ids.toReversed())
})

test('a topic is one that people can leave, also after 150 other lists', async () => {
  const { data: topic } = await resend.topics.create({ name: 'Offers', defaultSubscription: 'opt_in' })
  for (let index = 0; index < 120; index += 1) {
    await app.call('POST', '/v1/contact-lists', { body: { name: `List ${index}` } })
  }
  expect((await resend.topics.list()).data!.data.map(({ id }) => id)).toEqual([topic!.id])
  const list = await aSegment('No topic')
  expect((await resend.topics.get(list)).error).toMatchObject({ statusCode: 404 })
  expect((await resend.topics.remove(list)).error).toMatchObject({ statusCode: 404 })
  expect((await app.call('GET', `/v1/contact-lists/${list}`)).status).toBe(200)
})

test('webhooks for no event, and mails with a template and a body, are refused', async () => {
  const endpoint = 'http://127.0.0.1:1029/hooks'
  expect((await resend.webhooks.create({ endpoint, events: [] })).error!.message).toMatch(/^events: /)
  const { data } = await resend.webhooks.create({ endpoint, events: ['email.bounced'] })
  expect((await resend.webhooks.update(data!.id, { events: [] })).error).toMatchObject({ statusCode: 400 })
  const both = { template: { id: 'receipt' }, html: '<p>Own</p>' }
  const mail = { from: 'a@example.com', to: 'b@example.com', subject: 'Both', ...both }
  expect((await resend.emails.send(mail as never)).error!.message).toMatch(/^template: /)
})

test('a list that comes at once names its limit, and has no later pages', async () => {
  const { id } = (await resend.contacts.create({ email: 'at-once@example.com' })).data!
  const ask = (path: string) =>
    fetch(`${app.url}/compat/resend${path}`, { headers: { authorization: `Bearer ${app.adminKey}` } })
  for (const path of [`/contacts/${id}/topics`, '/topics']) {
    const response = await ask(`${path}?limit=1`)
    expect([path, response.status, response.headers.get('postline-ignored')]).toEqual([path, 200, 'limit'])
    for (const name of ['after', 'before']) {
      const later = await ask(`${path}?${name}=x`)
      expect([later.status, await later.text()]).toEqual([501, expect.stringContaining(`${name}: `)])
    }
  }
})
