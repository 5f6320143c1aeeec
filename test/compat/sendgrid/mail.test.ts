import { Client } from '@sendgrid/client'
import type { MailDataRequired } from '@sendgrid/mail'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../support/start-app.js'
import { clientFor, mailFor } from './client.js'

const SENDER = 'hello@sandbox.postline.localhost'

let app: TestApp

beforeAll(async () => {
  app = await startApp({ COMPAT_APIS: 'sendgrid' })
})
afterAll(() => app.close())

const base = () => ({ from: SENDER, to: app.ownerEmail, subject: 'Hello', text: 'It works.' })

/** Sends with the SDK. */
const send = (data: Partial<MailDataRequired>, key = app.adminKey) =>
  mailFor(app, key).send({ ...base(), ...data } as MailDataRequired)

/** What the SDK throws. */
interface SdkError {
  code: number
  response: { body: { errors: { message: string; field: string | null; help: null }[]; code: string } }
}

async function refusal(call: Promise<unknown>): Promise<SdkError> {
  const outcome = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  expect(outcome).not.toHaveProperty('value')
  return (outcome as { error: SdkError }).error
}

const fieldsOf = ({ response }: SdkError) => response.body.errors.map(({ field }) => field)

/** A request as JSON, for what the SDK does not send. */
const post = (body: object, headers: Record<string, string> = {}, key = app.adminKey) =>
  fetch(`${app.url}/compat/sendgrid/v3/mail/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

const personalization = () => ({ to: [{ email: app.ownerEmail }] })
const json = () => ({
  from: { email: SENDER },
  subject: 'Hello',
  content: [{ type: 'text/plain', value: 'It works.' }],
  personalizations: [personalization()],
})

const idOf = ([{ headers }]: Awaited<ReturnType<typeof send>>): string => headers['x-message-id']

const subjects = async () => {
  const { body } = await app.call('GET', '/v1/messages?limit=100')
  return (body.messages as { subject: string }[]).map(({ subject }) => subject)
}

test('a mail is sent with all its fields', async () => {
  const sendAt = Math.floor(Date.now() / 1_000) + 3_600
  const sent = await send({
    from: { email: SENDER, name: 'Käthe, "Shop"' },
    to: { email: app.ownerEmail, name: 'Дарья 🎉' },
    html: '<p>It works. <img src="cid:logo"></p>',
    replyTo: { email: 'answers@example.com', name: 'Answers' },
    headers: { 'X-Order': '4711' },
    categories: ['receipt', 'shop', 'receipt'],
    customArgs: { order: '4711' },
    trackingSettings: { clickTracking: { enable: true }, openTracking: { enable: false } },
    attachments: [
      { filename: 'invoice.pdf', content: Buffer.from('%PDF-1.4').toString('base64'), disposition: 'attachment' },
      { filename: 'logo.png', type: 'image/png', content: 'AAAA', disposition: 'inline', content_id: 'logo' } as never,
    ],
    sendAt,
  })
  expect(sent[0].statusCode).toBe(202)
  expect(sent[1]).toBe('')
  const id = idOf(sent)
  const { body } = await app.call('GET', `/v1/messages/${id}`)
  expect(body).toMatchObject({
    status: 'scheduled',
    scheduled_at: new Date(sendAt * 1_000).toISOString(),
    tags: { tag: 'receipt', tag_2: 'shop' },
    from: `"Käthe, \\"Shop\\"" <${SENDER}>`,
    to: [app.ownerEmail],
  })
  const content = await app.call('GET', `/v1/messages/${id}/content`)
  expect(content.body).toMatchObject({
    body_text: 'It works.',
    body_html: expect.stringContaining('cid:logo'),
    reply_to: ['Answers <answers@example.com>'],
    headers: { 'X-Order': '4711' },
    attachments: [
      { filename: 'invoice.pdf', content_type: 'application/pdf', size: 8 },
      { filename: 'logo.png', content_type: 'image/png', content_id: 'logo' },
    ],
  })
})

test('each personalization is a mail of its own, with what it says itself before what is shared', async () => {
  const response = await post({
    ...json(),
    headers: { 'X-Shared': '1', 'X-Both': 'shared' },
    personalizations: [
      { ...personalization(), subject: 'One', headers: { 'X-Both': 'own' } },
      { ...personalization(), from: { email: SENDER, name: 'Second' } },
    ],
  })
  expect(response.status).toBe(202)
  expect(await response.text()).toBe('')
  const { body } = await app.call('GET', '/v1/messages?limit=2')
  const byId = (body.messages as { id: string; subject: string; from: string }[]).toSorted((a, b) =>
    a.subject.localeCompare(b.subject),
  )
  expect(byId).toMatchObject([{ subject: 'Hello', from: `Second <${SENDER}>` }, { subject: 'One' }])
  expect(response.headers.get('x-message-id')).toBe(byId[1]!.id)
  const content = await app.call('GET', `/v1/messages/${byId[1]!.id}/content`)
  expect(content.body.headers).toEqual({ 'X-Shared': '1', 'X-Both': 'own' })
})

test('a template is found by its id with d-, and by the id of SendGrid as its slug', async () => {
  const source = { channel: 'email', subject: 'Order {{ order }}', body_html: '<p>{{ order }}</p>' }
  const slug = `d-${'0123456789abcdef'.repeat(2)}`
  const created = await app.call('POST', '/v1/templates', { body: { ...source, name: 'Order', slug } })
  expect(created.status).toBe(201)
  for (const templateId of [`d-${created.body.id}`, slug]) {
    const sent = await send({ templateId, dynamicTemplateData: { order: templateId } })
    expect(sent[0].headers['postline-ignored'].split(', ').toSorted()).toEqual(['content', 'subject'])
    const { body } = await app.call('GET', `/v1/messages/${idOf(sent)}`)
    expect(body.subject).toBe(`Order ${templateId}`)
  }
  const missing = await refusal(send({ templateId: 'd-nothing' }))
  expect(missing).toMatchObject({ code: 404, response: { body: { code: 'template_not_found' } } })
})

test('1,000 personalizations are sent, and 1,001 are refused', async () => {
  const many = (count: number) => ({ ...json(), personalizations: Array.from({ length: count }, personalization) })
  const refused = await post(many(1_001))
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ errors: [{ field: 'personalizations' }] })
  const headers = { 'idempotency-key': 'sendgrid-1000' }
  const first = await post({ ...many(1_000), subject: 'A thousand' }, headers)
  expect(first.status).toBe(202)
  const again = await post({ ...many(1_000), subject: 'A thousand' }, headers)
  expect(again.status).toBe(202)
  expect(again.headers.get('x-message-id')).toBe(first.headers.get('x-message-id'))
  const stats = await app.call('GET', '/v1/messages?limit=100&search=thousand')
  expect(stats.body.messages).toHaveLength(100)
})

test('what is shared cannot make a small request into a large batch', async () => {
  const content = [{ type: 'text/plain', value: 'x'.repeat(1_000_000) }]
  const personalizations = Array.from({ length: 100 }, personalization)
  const response = await post({ ...json(), content, personalizations })
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({ code: 'payload_too_large' })
})

test('a repeat with the same key sends nothing, and without a key each request is its own', async () => {
  const headers = { 'idempotency-key': 'sendgrid-repeat' }
  const first = await post(json(), headers)
  const second = await post(json(), headers)
  expect(second.headers.get('x-message-id')).toBe(first.headers.get('x-message-id'))
  const other = await post({ ...json(), subject: 'Other' }, headers)
  expect(other.status).toBe(409)
  expect(await other.json()).toMatchObject({ code: 'idempotency_key_reused', errors: [{ help: null }] })
  expect(idOf(await send({}))).not.toBe(idOf(await send({})))
})

test('with a malformed personalization nothing is sent', async () => {
  const body = {
    ...json(),
    subject: 'All or nothing',
    personalizations: [personalization(), { to: [{ email: app.ownerEmail }], subject: 'a\nb' }],
  }
  const response = await post(body)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ errors: [{ field: 'personalizations.1.subject' }] })
  expect(await subjects()).not.toContain('All or nothing')
})

test('if a rule refuses some personalizations, the error says which, and a repeat sends only the others', async () => {
  const headers = { 'idempotency-key': 'sendgrid-partly' }
  const body = { ...json(), subject: 'Partly', personalizations: [personalization(), { to: [{ email: 'nobody' }] }] }
  const response = await post(body, headers)
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({
    errors: [
      { field: 'personalizations.1.to.0.email' },
      { field: null, message: expect.stringContaining('1 of the 2 mails were accepted') },
    ],
  })
  expect((await subjects()).filter((subject) => subject === 'Partly')).toHaveLength(1)
  const repaired = await post({ ...body, personalizations: [personalization(), personalization()] }, headers)
  expect(repaired.status).toBe(202)
  expect((await subjects()).filter((subject) => subject === 'Partly')).toHaveLength(2)
})

test('bad fields are named as SendGrid names them', async () => {
  const cases: [object, string][] = [
    [{ from: { email: 'nobody' } }, 'from.email'],
    [{ from: { email: 7 } }, 'from.email'],
    [{ personalizations: [{ to: [{ email: 'nobody' }] }] }, 'personalizations.0.to.0.email'],
    [{ personalizations: [{ ...personalization(), cc: [{ email: 'nobody' }] }] }, 'personalizations.0.cc.0.email'],
    [{ personalizations: [] }, 'personalizations'],
    [{ personalizations: [{ to: [] }] }, 'personalizations.0.to'],
    [{ send_at: 1.5 }, 'send_at'],
    [{ send_at: 9e15 }, 'send_at'],
    [{ send_at: 1 }, 'send_at'],
    [{ personalizations: [{ ...personalization(), send_at: 1 }] }, 'personalizations.0.send_at'],
    [{ categories: ['fine', 'x'.repeat(300)] }, 'categories.1'],
    [{ categories: Array.from({ length: 11 }, (_, index) => `c${index}`) }, 'categories'],
    [{ headers: { Bcc: 'a@example.com' } }, 'headers'],
    [{ custom_args: { from_email: 'x' } }, 'custom_args.from_email'],
    [{ attachments: [{ content: 'AAAA', filename: 'a', type: 'png' }] }, 'attachments.0.type'],
    [{ reply_to: { email: 'a@example.com' }, reply_to_list: [{ email: 'b@example.com' }] }, 'reply_to_list'],
    [
      {
        content: [
          { type: 'text/plain', value: 'a' },
          { type: 'text/plain', value: 'b' },
        ],
      },
      'content',
    ],
  ]
  for (const [fields, field] of cases) {
    const response = await post({ ...json(), ...fields })
    const body = (await response.json()) as SdkError['response']['body']
    expect(response.status, JSON.stringify(body)).toBeGreaterThanOrEqual(400)
    expect(String(body.errors[0]!.field), JSON.stringify([fields, body])?.slice(0, 500)).toMatch(
      new RegExp(`^${field}`),
    )
  }
  const thrown = await refusal(send({ from: 'nobody' }))
  expect(thrown).toMatchObject({ code: 400, response: { body: { code: 'invalid_request' } } })
  expect(fieldsOf(thrown)).toEqual(['from.email'])
})

test('unknown fields, and those without effect, are named in a header', async () => {
  const response = await post({
    ...json(),
    colour: 'red',
    ip_pool_name: 'shared',
    personalizations: [{ to: [{ email: app.ownerEmail, x: 1 }] }],
  })
  expect(response.status).toBe(202)
  const ignored = response.headers.get('postline-ignored')?.split(', ')
  expect(ignored?.toSorted()).toEqual(['colour', 'ip_pool_name', 'personalizations.*.to.*.x'])
  expect((await post(json())).headers.get('postline-ignored')).toBeNull()
})

test('what would make another mail and has no counterpart is 501, and nothing is sent', async () => {
  const on = { enable: true }
  const cases: [object, string][] = [
    [{ batch_id: 'b' }, 'batch_id'],
    [{ asm: { group_id: 1 } }, 'asm'],
    [{ sections: { a: 'b' } }, 'sections'],
    [{ personalizations: [{ ...personalization(), substitutions: { a: 'b' } }] }, 'personalizations.0.substitutions'],
    [{ content: [{ type: 'text/calendar', value: 'b' }] }, 'content.0.type'],
    [{ mail_settings: { sandbox_mode: on } }, 'mail_settings.sandbox_mode'],
    [{ mail_settings: { footer: on } }, 'mail_settings.footer'],
    [{ mail_settings: { bypass_list_management: on } }, 'mail_settings.bypass_list_management'],
    [{ tracking_settings: { ganalytics: on } }, 'tracking_settings.ganalytics'],
    [{ tracking_settings: { subscription_tracking: on } }, 'tracking_settings.subscription_tracking'],
    [{ tracking_settings: { open_tracking: { substitution_tag: 'x' } } }, 'tracking_settings.open_tracking'],
  ]
  for (const [fields, field] of cases) {
    const response = await post({ ...json(), subject: 'Never', ...fields })
    const body = (await response.json()) as SdkError['response']['body']
    expect(response.status, field).toBe(501)
    expect(body.code).toBe('not_supported')
    expect(body.errors[0]!.message).toContain(field)
  }
  expect(await subjects()).not.toContain('Never')
  const off = { enable: false }
  const fine = { mail_settings: { sandbox_mode: off, footer: off }, tracking_settings: { ganalytics: off } }
  expect((await post({ ...json(), ...fine })).status).toBe(202)
})

test('keys are checked as under /v1, before the body is read', async () => {
  const wrong = await refusal(send({}, 'SG.wrong'))
  expect(wrong).toMatchObject({ code: 401, response: { body: { code: 'unauthorized', errors: [{ field: null }] } } })
  const none = await fetch(`${app.url}/compat/sendgrid/v3/mail/send`, { method: 'POST', body: '{' })
  expect(none.status).toBe(401)
  const read = await refusal(send({ from: 'nobody' }, await app.key('read')))
  expect(read).toMatchObject({ code: 403, response: { body: { code: 'forbidden' } } })
  expect(idOf(await send({}, await app.key('send')))).toMatch(/^msg_/)
})

test('a request for a subuser is not done for the account', async () => {
  const client = clientFor(app, app.adminKey)
  client.setImpersonateSubuser('branch')
  const body = { ...json(), subject: 'For a subuser' }
  const error = await refusal(client.request({ method: 'POST', url: '/v3/mail/send', body }))
  expect(error).toMatchObject({ code: 501, response: { body: { code: 'not_supported' } } })
  expect(await subjects()).not.toContain('For a subuser')
})

test('the key is set as the SDK says, and the URL after it', async () => {
  const client = new Client()
  client.setApiKey(app.adminKey)
  client.setDefaultRequest('baseUrl', `${app.url}/compat/sendgrid`)
  const [response] = await client.request({ method: 'POST', url: '/v3/mail/send', body: json() })
  expect(response.statusCode).toBe(202)
})

test('an unknown path is a 404', async () => {
  const error = await refusal(clientFor(app, app.adminKey).request({ method: 'GET', url: '/v3/nothing' }))
  expect(error).toMatchObject({ code: 404, response: { body: { code: 'not_found', errors: [{ help: null }] } } })
})

test('the rate limit of the account counts here', async () => {
  const limited = await startApp({ COMPAT_APIS: 'sendgrid', RATE_LIMIT_PER_SECOND: '1' })
  try {
    const url = `${limited.url}/compat/sendgrid/v3/mail/send`
    const headers = { authorization: `Bearer ${limited.adminKey}`, 'content-type': 'application/json' }
    const calls = await Promise.all(
      Array.from({ length: 20 }, () => fetch(url, { method: 'POST', headers, body: '{}' })),
    )
    const refused = calls.find(({ status }) => status === 429)
    expect(await refused?.json()).toMatchObject({ code: 'rate_limit_exceeded', errors: [{ field: null }] })
    expect(refused?.headers.get('retry-after')).toBeTruthy()
  } finally {
    await limited.close()
  }
})

test('COMPAT_APIS without sendgrid serves none of it', async () => {
  const without = await startApp({ COMPAT_APIS: 'resend' })
  try {
    const response = await fetch(`${without.url}/compat/sendgrid/v3/mail/send`, { method: 'POST' })
    expect(await response.json()).toMatchObject({ error: { code: 'not_found' } })
  } finally {
    await without.close()
  }
})
