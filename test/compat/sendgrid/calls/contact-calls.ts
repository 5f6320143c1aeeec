import assert from 'node:assert/strict'
import type { Client } from '@sendgrid/client'
import type { TestApp } from '../../../support/start-app.js'
import { ask, type Call, missing, other, refused, same } from './call.js'

const URL = '/v3/marketing/contacts'
const LISTS = '/v3/marketing/lists'

const newContact = async (app: TestApp, email: string): Promise<string> =>
  (await app.call('POST', '/v1/contacts', { body: { email, first_name: 'Käthe' } })).body.id

const newList = async (sdk: Client, name: string): Promise<string> => (await ask(sdk, 'POST', LISTS, { name }))[1].id

/** Contacts and their lists. */
export const contactCalls: readonly Call[] = [
  other(
    `PUT ${URL}`,
    'A contact is identified by its `email`, which is required, and is added to one list at most. Custom fields, addresses and other ids become attributes with the same name, up to 50 together; a text that is a number becomes one. Null changes nothing. Up to 10,000 contacts are imported when the answer comes',
    async ({ sdk, app }) => {
      const list = await newList(sdk, 'Upserted')
      const contacts = [
        { email: 'Ada@Example.com', first_name: 'Ada, "the first"', last_name: 'Łovelace', city: 'London' },
        { email: 'grace@example.com', custom_fields: { e1_T: '=1+1', plan: 'pro', seats: 3, phone: '+49 30 1' } },
      ]
      const [status, { job_id }] = await ask(sdk, 'PUT', URL, { list_ids: [list], contacts })
      assert.equal(status, 202)
      const [, job] = await ask(sdk, 'GET', `${URL}/imports/${job_id}`)
      assert.deepEqual([job.status, job.results.created_count], ['completed', 2])
      const { body } = await app.call('GET', `/v1/contact-lists/${list}/members`)
      const [grace, ada] = body.members.toSorted((a: { email: string }, b: { email: string }) =>
        a.email < b.email ? 1 : -1,
      )
      assert.deepEqual(grace.attributes, { e1_T: '=1+1', plan: 'pro', seats: 3, phone: '+49 30 1' })
      assert.deepEqual([ada.first_name, ada.last_name], ['Ada, "the first"', 'Łovelace'])
      assert.deepEqual(ada.attributes, { city: 'London' })
      await ask(sdk, 'PUT', URL, { contacts: [{ email: 'ada@example.com', last_name: 'Byron' }] })
      const { body: changed } = await app.call('GET', `/v1/contacts/${ada.id}`)
      assert.deepEqual([changed.first_name, changed.last_name], ['Ada, "the first"', 'Byron'])
      assert.equal(await refused(sdk, 'PUT', URL, { list_ids: [list, list], contacts }), 501)
    },
  ),
  other(
    `GET ${URL}/imports/:id`,
    '`requested_count` is how many have been read so far. There is no file of errors',
    async ({ sdk }) => {
      const [, { job_id }] = await ask(sdk, 'PUT', URL, { contacts: [{ email: 'nobody' }, { email: 'x@example.com' }] })
      const [, job] = await ask(sdk, 'GET', `${URL}/imports/${job_id}`)
      assert.equal(job.status, 'errored')
      assert.deepEqual(job.results, { requested_count: 2, created_count: 1, updated_count: 0, errored_count: 1 })
      assert.equal(await refused(sdk, 'GET', `${URL}/imports/nothing`), 404)
    },
  ),
  other(
    `POST ${URL}/search/emails`,
    'If none is found, the answer is still 200, with an error for each',
    async ({ sdk, app }) => {
      const id = await newContact(app, 'searched@example.com')
      await newContact(app, 'not.searched@example.com')
      const [, { result }] = await ask(sdk, 'POST', `${URL}/search/emails`, {
        emails: ['Searched@example.com', 'nobody@example.com'],
      })
      assert.equal(result['Searched@example.com'].contact.id, id)
      assert.deepEqual(result['nobody@example.com'], { error: 'contact not found' })
      const many = Array.from({ length: 101 }, (_, index) => `c${index}@example.com`)
      assert.equal(await refused(sdk, 'POST', `${URL}/search/emails`, { emails: many }), 400)
    },
  ),
  other(`GET ${URL}`, 'The newest 50, without `contact_count`', async ({ sdk, app }) => {
    const id = await newContact(app, 'newest@example.com')
    const [, { result }] = await ask(sdk, 'GET', URL)
    assert.equal(result[0].id, id)
    assert.equal(result[0].first_name, 'Käthe')
  }),
  other(
    `GET ${URL}/:id`,
    '`custom_fields` has all attributes, including those that are separate fields at SendGrid',
    async ({ sdk, app }) => {
      const id = await newContact(app, 'single@example.com')
      const list = await newList(sdk, 'Of a contact')
      await app.call('POST', `/v1/contact-lists/${list}/members`, { body: { contact_id: id } })
      const [, contact] = await ask(sdk, 'GET', `${URL}/${id}`)
      assert.deepEqual([contact.email, contact.list_ids], ['single@example.com', [list]])
      assert.equal(await refused(sdk, 'GET', `${URL}/nothing`), 404)
    },
  ),
  other(`DELETE ${URL}`, 'By `ids`, up to 1,000, and at once: there is no `job_id`', async ({ sdk, app }) => {
    const ids = [await newContact(app, 'd1@example.com'), await newContact(app, 'd2@example.com')]
    const [status] = await ask(sdk, 'DELETE', `${URL}?ids=${ids.join(',')}`)
    assert.equal(status, 202)
    for (const id of ids) assert.equal((await app.call('GET', `/v1/contacts/${id}`)).status, 404)
    assert.equal(await refused(sdk, 'DELETE', `${URL}?delete_all_contacts=true`), 501)
    assert.equal(await refused(sdk, 'DELETE', URL), 400)
  }),
  missing(`POST ${URL}/search`, 'Use `GET /v1/contacts`, or a dynamic list'),
  missing(`GET ${URL}/count`, 'Use `GET /v1/contact-lists/:id`, which counts members'),
  missing(`POST ${URL}/exports`, 'Use `GET /v1/contacts/export`'),
  missing(`POST ${URL}/batch`, 'Use `GET /v1/contacts/:id`'),
  missing('GET /v3/marketing/field_definitions', 'Attributes need no declaration'),
  missing('GET /v3/marketing/segments', 'A segment is a dynamic list: `/v1/contact-lists`'),
  missing('POST /v3/marketing/singlesends', 'Use `/v1/broadcasts`'),
  same(`POST ${LISTS}`, async ({ sdk, app }) => {
    const [status, list] = await ask(sdk, 'POST', LISTS, { name: 'Nachrichten für alle' })
    assert.equal(status, 201)
    assert.equal((await app.call('GET', `/v1/contact-lists/${list.id}`)).body.name, 'Nachrichten für alle')
  }),
  other(`GET ${LISTS}`, 'Up to 100 in a page, without `contact_count`', async ({ sdk }) => {
    const ids = [await newList(sdk, 'One'), await newList(sdk, 'Two')]
    const [, first] = await ask(sdk, 'GET', `${LISTS}?page_size=1`)
    const [, next] = await ask(sdk, 'GET', first._metadata.next)
    assert.deepEqual([next.result[0].id, first.result[0].id], ids)
  }),
  other(`GET ${LISTS}/:id`, 'Without `contact_sample`', async ({ sdk, app }) => {
    const id = await newList(sdk, 'Counted')
    const contact_id = await newContact(app, 'counted@example.com')
    await app.call('POST', `/v1/contact-lists/${id}/members`, { body: { contact_id } })
    const [, list] = await ask(sdk, 'GET', `${LISTS}/${id}`)
    assert.deepEqual([list.name, list.contact_count], ['Counted', 1])
  }),
  same(`GET ${LISTS}/:id/contacts/count`, async ({ sdk }) => {
    const [, count] = await ask(sdk, 'GET', `${LISTS}/${await newList(sdk, 'Empty')}/contacts/count`)
    assert.equal(count.contact_count, 0)
  }),
  same(`PATCH ${LISTS}/:id`, async ({ sdk, app }) => {
    const id = await newList(sdk, 'Before')
    await ask(sdk, 'PATCH', `${LISTS}/${id}`, { name: 'After' })
    assert.equal((await app.call('GET', `/v1/contact-lists/${id}`)).body.name, 'After')
  }),
  other(`DELETE ${LISTS}/:id`, 'Without `delete_contacts`', async ({ sdk, app }) => {
    const id = await newList(sdk, 'Deleted')
    assert.equal((await ask(sdk, 'DELETE', `${LISTS}/${id}`))[0], 204)
    assert.equal((await app.call('GET', `/v1/contact-lists/${id}`)).status, 404)
  }),
  other(`DELETE ${LISTS}/:id/contacts`, 'By `contact_ids`, at once: there is no `job_id`', async ({ sdk, app }) => {
    const id = await newList(sdk, 'Left')
    const contact_id = await newContact(app, 'left.list@example.com')
    await app.call('POST', `/v1/contact-lists/${id}/members`, { body: { contact_id } })
    assert.equal((await ask(sdk, 'DELETE', `${LISTS}/${id}/contacts?contact_ids=${contact_id}`))[0], 202)
    assert.deepEqual((await app.call('GET', `/v1/contact-lists/${id}/members`)).body.members, [])
  }),
]
