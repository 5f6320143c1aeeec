import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiveMail } from '../../../support/file-mail.js'
import { anotherAccount } from '../../../support/more-processes.js'
import { call, startApp, type TestApp } from '../../../support/start-app.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
})
afterAll(() => app.close())

const PATH = '/v1/mail/saved-replies'
const create = (body: object) => app.call('POST', PATH, { body })
const render = async (id: string, thread_id: string) =>
  (await app.call('POST', `${PATH}/${id}/render`, { body: { thread_id } })).body

test('a saved reply is filled with the contact and the thread that it answers', async () => {
  const contact = { email: 'grace@example.com', first_name: 'Grace', last_name: 'Hopper', attributes: { plan: 'pro' } }
  await app.call('POST', '/v1/contacts', { body: contact })
  const { threadId } = await receiveMail(app, { from: 'G. <Grace@example.com>', subject: 'Bugs & moths' })
  await app.call('PUT', `/v1/mail/threads/${threadId}/assignee`, { body: { assignee: 'Bo' } })
  const { id } = (
    await create({
      name: 'Filled',
      subject: 'Re: {{ thread.subject }}',
      body_html: '<p>{{ first_name }} {{ last_name }}, {{ thread.subject }}{{ nothing }}</p>',
      body_text: '{{ name }} <{{ email }}> {{ plan }} {{ thread.id }} {{ thread.assignee }}',
    })
  ).body
  expect(await render(id, threadId)).toEqual({
    subject: 'Re: Bugs & moths',
    body_html: '<p>Grace Hopper, Bugs &amp; moths</p>',
    body_text: `Grace Hopper <grace@example.com> pro ${threadId} Bo`,
  })
})

test('of somebody who is no contact, the name is that in the mail; what is not saved stays away', async () => {
  const { threadId } = await receiveMail(app, { from: 'Ada Lovelace <ada@example.com>' })
  const { id } = (await create({ name: 'Stranger', body_text: 'Hello {{ first_name | default: name }}.' })).body
  const hello = { subject: null, body_html: null, body_text: 'Hello Ada Lovelace.' }
  expect(await render(id, threadId)).toEqual(hello)
  await app.call('PUT', `${PATH}/${id}`, { body: { body_text: 'Bye {{ name }}.' } })
  expect(await render(id, threadId)).toEqual({ ...hello, body_text: 'Bye Ada Lovelace.' })
})

test('an error in a source names the field and the line', async () => {
  const { status, body } = await create({ name: 'Broken', body_html: '<p>Hi</p>\n\n{% if x %}' })
  expect(status).toBe(400)
  expect(body.error).toMatchObject({ code: 'invalid_template', details: [{ path: 'body_html' }] })
  expect(body.error.details[0].message).toContain('line 3')
})

test('of two changes at once that each take one body away, only one is made', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = (await create({ name: `Race ${round}`, body_html: '<p>h</p>', body_text: 't' })).body
    const change = (body: object) => app.call('PUT', `${PATH}/${id}`, { body })
    const results = await Promise.all([change({ body_html: null }), change({ body_text: null })])
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 400])
    const { body } = await app.call('GET', `${PATH}/${id}`)
    expect([body.body_html, body.body_text].filter((each) => each !== null)).toHaveLength(1)
  }
})

test('names are unique whatever the case, also when two are made at once, and lists are by name', async () => {
  const { key } = await anotherAccount(app, 'named@postline.test')
  const as = (method: string, path: string, body?: object) => call(app.url, method, path, { key, body })
  const both = await Promise.all(['Thanks', 'THANKS'].map((name) => as('POST', PATH, { name, body_text: 'x' })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  for (const name of ['zebra', 'Apple']) await as('POST', PATH, { name, body_text: 'x' })
  const first = (await as('GET', `${PATH}?limit=2`)).body
  const rest = (await as('GET', `${PATH}?cursor=${first.next_cursor}`)).body
  const names = [...first.saved_replies, ...rest.saved_replies].map(({ name }: { name: string }) => name.toLowerCase())
  expect(names).toEqual(['apple', 'thanks', 'zebra'])
  expect(rest.next_cursor).toBeNull()
  expect((await app.call('GET', `${PATH}/${rest.saved_replies[0].id}`)).status).toBe(404)
  expect((await app.call('DELETE', `${PATH}/${rest.saved_replies[0].id}`)).status).toBe(404)
})
