import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendgrid } from '../../../src/compat/sendgrid/sendgrid.js'
import { startApp, type TestApp } from '../../support/start-app.js'

let app: TestApp

beforeAll(async () => {
  app = await startApp({ COMPAT_APIS: 'sendgrid' })
})
afterAll(() => app.close())

async function call(method: string, path: string, { body, key = app.adminKey }: { body?: object; key?: string } = {}) {
  const response = await fetch(`${app.url}/compat/sendgrid${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null }
}

const suppress = (entries: object[]) => app.call('POST', '/v1/suppressions/import', { body: { entries } })

test('each call needs the scope of its operation', async () => {
  const [send, read] = [await app.key('send'), await app.key('read')]
  for (const { method, path, operation } of sendgrid.routes) {
    const place = path.replaceAll(/:\w+/g, 'x')
    const none = await call(method, place, { key: 'sk_live_nobody' })
    expect([path, none.status]).toEqual([path, 401])
    const { status, body } = await call(method, place, { key: operation.scope === 'send' ? read : send })
    expect([path, status, body.code]).toEqual([path, 403, 'forbidden'])
    if (operation.scope !== 'admin') continue
    expect([path, (await call(method, place, { key: read })).status]).toEqual([path, 403])
  }
})

test('a stranger finds and changes nothing', async () => {
  const { key } = await app.app.services.accounts.create('stranger@example.com')
  const make = async (path: string, body: object): Promise<string> => {
    const made = await app.call('POST', path, { body })
    expect(made.status).toBe(201)
    return made.body.id
  }
  const template = await make('/v1/templates', { name: 'Mine', subject: 'Mine', body_html: '<p>Mine</p>' })
  const contact = await make('/v1/contacts', { email: 'mine@example.com' })
  const list = await make('/v1/contact-lists', { name: 'Mine' })
  const hook = await make('/v1/webhooks', { endpoint_url: 'http://127.0.0.1:9999/mine', format: 'sendgrid' })
  const domain = await make('/v1/domains', { domain: 'mine.example' })
  const apiKey = await make('/v1/keys', { scope: 'send' })
  await suppress([{ email: 'mine@example.com', reason: 'hard_bounce' }])
  const imported = await call('PUT', '/v3/marketing/contacts', { body: { contacts: [{ email: 'x@example.com' }] } })
  const events = '/v3/user/webhooks/event/settings'
  const version = { subject: 'Theirs', html_content: '<p>Theirs</p>' }
  const cases: [string, string, object?][] = [
    ['GET', `/v3/templates/d-${template}`],
    ['PATCH', `/v3/templates/d-${template}`, { name: 'Theirs' }],
    ['DELETE', `/v3/templates/d-${template}`],
    ['POST', `/v3/templates/d-${template}/versions`, version],
    ['GET', `/v3/marketing/contacts/${contact}`],
    ['GET', `/v3/marketing/contacts/imports/${imported.body.job_id}`],
    ['GET', `/v3/marketing/lists/${list}`],
    ['GET', `/v3/marketing/lists/${list}/contacts/count`],
    ['PATCH', `/v3/marketing/lists/${list}`, { name: 'Theirs' }],
    ['DELETE', `/v3/marketing/lists/${list}`],
    ['DELETE', `/v3/marketing/lists/${list}/contacts?contact_ids=${contact}`],
    ['GET', `${events}/${hook}`],
    ['PATCH', `${events}/${hook}`, { enabled: false }],
    ['DELETE', `${events}/${hook}`],
    ['GET', `${events}/signed/${hook}`],
    ['POST', '/v3/user/webhooks/event/test', { id: hook }],
    ['GET', `/v3/whitelabel/domains/${domain}`],
    ['DELETE', `/v3/whitelabel/domains/${domain}`],
    ['POST', `/v3/whitelabel/domains/${domain}/validate`, {}],
    ['DELETE', `/v3/api_keys/${apiKey}`],
    ['DELETE', '/v3/suppression/bounces/mine@example.com'],
    ['DELETE', '/v3/asm/suppressions/global/mine@example.com'],
  ]
  for (const [method, path, body] of cases) {
    const answer = await call(method, path, { key, ...(body && { body }) })
    expect([path, answer.status, answer.body?.errors?.[0]?.help]).toEqual([path, 404, null])
  }
  const empty = ['/v3/suppression/bounces', '/v3/suppression/bounces/mine@example.com', '/v3/suppression/unsubscribes']
  for (const path of empty) expect((await call('GET', path, { key })).body).toEqual([])
  const search = await call('POST', '/v3/marketing/contacts/search/emails', {
    key,
    body: { emails: ['mine@example.com'] },
  })
  expect(search.body.result).toEqual({ 'mine@example.com': { error: 'contact not found' } })
  await call('DELETE', `/v3/marketing/contacts?ids=${contact}`, { key })
  expect((await app.call('GET', `/v1/contacts/${contact}`)).status).toBe(200)
  for (const path of ['templates', 'marketing/lists']) {
    expect((await call('GET', `/v3/${path}`, { key })).body.result).toEqual([])
  }
  expect((await call('GET', `${events}/all`, { key })).body.webhooks).toEqual([])
})

test('an offset goes past the first pages, and no further than the first 1,000 entries', async () => {
  const address = (index: number) => `row${String(index).padStart(3, '0')}@example.com`
  const entries = Array.from({ length: 250 }, (_, index) => ({ email: address(index), reason: 'complaint' }))
  expect((await suppress(entries)).body.imported).toBe(250)
  const found: string[] = []
  for (const offset of [0, 120, 240]) {
    const { body } = await call('GET', `/v3/suppression/spam_reports?limit=120&offset=${offset}`)
    expect(body).toHaveLength(Math.min(120, 250 - offset))
    found.push(...body.map(({ email }: { email: string }) => email))
  }
  expect(found.toSorted()).toEqual(entries.map(({ email }) => email))
  const beyond = await call('GET', '/v3/suppression/spam_reports?offset=600')
  expect(beyond).toMatchObject({ status: 501, body: { code: 'not_supported', errors: [{ field: null }] } })
  expect((await call('GET', '/v3/suppression/spam_reports?offset=500')).body).toEqual([])
})

test('bad fields are named as SendGrid names them', async () => {
  const contacts = '/v3/marketing/contacts'
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`f${index}`, 'x']))
  const cases: [string, string, object | undefined, string][] = [
    ['GET', '/v3/suppression/bounces?limit=0', undefined, 'limit'],
    ['GET', '/v3/suppression/bounces?limit=501', undefined, 'limit'],
    ['GET', '/v3/suppression/bounces?offset=-1', undefined, 'offset'],
    ['GET', '/v3/templates?page_token=nothing', undefined, 'page_token'],
    ['GET', '/v3/marketing/lists?page_size=many', undefined, 'page_size'],
    ['PUT', contacts, { contacts: [] }, 'contacts'],
    ['PUT', contacts, { contacts: [{ first_name: 'Ada' }] }, 'contacts.0.email'],
    ['PUT', contacts, { contacts: [{ email: 'a@example.com', custom_fields: many }] }, 'contacts'],
    ['PUT', contacts, { contacts: Array.from({ length: 30_001 }, () => ({ email: 'a@example.com' })) }, 'contacts'],
    ['POST', '/v3/asm/suppressions/global', { recipient_emails: ['fine@example.com', 'nobody'] }, 'recipient_emails.1'],
    ['POST', '/v3/user/webhooks/event/settings', { url: 'nothing', open: true }, 'url'],
    ['POST', '/v3/whitelabel/domains', { domain: 7 }, 'domain'],
    ['GET', '/v3/stats?start_date=2026-11-31', undefined, 'start_date'],
    ['GET', '/v3/stats', undefined, 'start_date'],
  ]
  for (const [method, path, body, field] of cases) {
    const answer = await call(method, path, { ...(body && { body }) })
    expect([path, field, answer.status, answer.body.errors?.[0]?.field]).toEqual([path, field, 400, field])
  }
})

test('what is unknown or has no effect is named in a header', async () => {
  const created = await call('POST', '/v3/marketing/lists', { body: { name: 'Known', colour: 'red' } })
  expect(created.headers.get('postline-ignored')).toBe('colour')
  const domain = { domain: 'ignoring.example', subdomain: 'em', automatic_security: true, region: 'eu' }
  const { headers } = await call('POST', '/v3/whitelabel/domains', { body: domain })
  expect(headers.get('postline-ignored')?.split(', ').toSorted()).toEqual(['automatic_security', 'region', 'subdomain'])
  const filtered = await call('GET', '/v3/templates?colour=red')
  expect([filtered.status, filtered.body.errors[0].message]).toEqual([501, expect.stringMatching(/^colour: /)])
})

test('an attribute of a contact is what its name says, and no cell becomes a status', async () => {
  const custom_fields = { status: 'unsubscribed', unsubscribed: 'true' }
  const contacts = [{ email: 'plain@example.com', custom_fields }]
  expect((await call('PUT', '/v3/marketing/contacts', { body: { contacts } })).status).toBe(202)
  const { body } = await call('POST', '/v3/marketing/contacts/search/emails', {
    body: { emails: ['plain@example.com'] },
  })
  const { id } = body.result['plain@example.com'].contact
  const stored = await app.call('GET', `/v1/contacts/${id}`)
  expect(stored.body).toMatchObject({
    status: 'subscribed',
    attributes: { status: 'unsubscribed', unsubscribed: true },
  })
})
