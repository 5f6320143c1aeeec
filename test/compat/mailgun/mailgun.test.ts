import MailgunSdk from 'mailgun.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inboundDomain } from '../../support/inbound-domain.js'
import { anotherProcess } from '../../support/more-processes.js'
import { startApp, type TestApp } from '../../support/start-app.js'
import { DOMAIN, FROM, idIn, type Mailgun, mail } from './sdk.js'

let app: TestApp
let sdk: Mailgun

const connect = (key: string, { url } = app): Mailgun =>
  new MailgunSdk(FormData).client({ username: 'api', key, url: `${url}/compat/mailgun` })
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { status: number; message: string; details: string }) => error,
  )
const basic = (key: string) => `Basic ${Buffer.from(`api:${key}`).toString('base64')}`
const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/compat/mailgun/v3/${DOMAIN}/messages`, {
    method: 'POST',
    headers: { authorization: basic(app.adminKey), ...headers },
    body,
  })
const contentOf = async (id: string) => (await app.call('GET', `/v1/messages/${id}/content`)).body

beforeAll(async () => {
  app = await startApp({ COMPAT_APIS: 'mailgun' })
  await inboundDomain({ models: app.app.models, accountId: app.accountId }, DOMAIN)
  sdk = connect(app.adminKey)
})
afterAll(() => app.close())

test('with recipient variables each recipient gets a mail of its own', async () => {
  const variables = { 'ADA@example.com': { first: 'Ada & Co', id: 1 }, 'bob@example.com': { first: 'Bob' } }
  const sent = await sdk.messages.create(
    DOMAIN,
    mail(['Ada <ada@example.com>', 'bob@example.com'], {
      subject: 'Hello, %recipient.first%',
      html: '<p>%recipient.first% %recipient.email% %recipient.nothing% %recipient.constructor%</p>',
      'recipient-variables': JSON.stringify(variables),
    }),
  )
  const { body } = await app.call('GET', '/v1/messages?limit=2')
  expect(body.messages.map(({ subject }: { subject: string }) => subject).toSorted()).toEqual([
    'Hello, Ada & Co',
    'Hello, Bob',
  ])
  const first = await contentOf(idIn(sent.id))
  expect(first.to).toEqual(['Ada <ada@example.com>'])
  expect(first.body_html).toBe('<p>Ada & Co ada@example.com %recipient.nothing% %recipient.constructor%</p>')
})

test('of a batch with a malformed mail nothing is sent, and recipients that are refused later are named', async () => {
  const before = (await app.call('GET', '/v1/messages?limit=1')).body.messages[0]?.id
  const variables = { 'recipient-variables': '{}' }
  const broken = { subject: '%recipient.first%', 'recipient-variables': '{"bob@example.com":{"first":"a\\nb"}}' }
  const malformed = await failureOf(sdk.messages.create(DOMAIN, mail(['ada@example.com', 'bob@example.com'], broken)))
  expect(malformed).toMatchObject({ status: 400 })
  expect(malformed!.details).toContain('to.1.subject')
  expect((await app.call('GET', '/v1/messages?limit=1')).body.messages[0]?.id).toBe(before)
  await app.call('POST', '/v1/suppressions', { body: { channel: 'email', recipient: 'gone@example.com' } })
  const refused = await failureOf(
    sdk.messages.create(DOMAIN, mail(['ada@example.com', 'gone@example.com', 'nobody'], variables)),
  )
  expect(refused!.details).toMatch(/^gone@example.com: .*; nobody: .*1 of the 3 mails were accepted/)
})

test('a batch has at most 1,000 recipients, and what they share is limited together', async () => {
  const many = Array.from({ length: 1_001 }, (_, index) => `a${index}@example.com`).join(', ')
  const variables = { 'recipient-variables': '{}' }
  expect((await failureOf(sdk.messages.create(DOMAIN, mail(many, variables))))!.details).toContain('at most 1,000')
  const some = Array.from({ length: 100 }, (_, index) => `a${index}@example.com`).join(', ')
  const large = { ...variables, attachment: { filename: 'a.bin', data: Buffer.alloc(512 * 1024) } }
  expect((await failureOf(sdk.messages.create(DOMAIN, mail(some, large))))!.details).toContain('send fewer recipients')
})

test('a URL-encoded form is taken, and what has no effect is named', async () => {
  const form = new URLSearchParams([
    ['from', FROM],
    ['to', 'ada@example.com'],
    ['to', 'bob@example.com'],
    ['subject', 'Ä & ö'],
    ['text', 'It works.'],
    ['o:dkim', 'yes'],
    ['colour', 'red'],
  ])
  const response = await post(form)
  expect(response.status).toBe(200)
  expect(response.headers.get('postline-ignored')?.split(', ').toSorted()).toEqual(['colour', 'o:dkim'])
  const { id } = (await response.json()) as { id: string }
  expect((await contentOf(idIn(id))).subject).toBe('Ä & ö')
})

test('a file without a type has that of its name', async () => {
  const file = (name: string, type: string) =>
    `--b\r\ncontent-disposition: form-data; name=attachment; filename=${name}\r\n${type}\r\nA\r\n`
  const fields = Object.entries(mail('ada@example.com')).map(
    ([name, value]) => `--b\r\ncontent-disposition: form-data; name=${name}\r\n\r\n${value}\r\n`,
  )
  const files = [
    file('a.pdf', ''),
    file('b.unknown', ''),
    file('c.txt', 'content-type: text/csv\r\n'),
    file('d.png', 'content-type: application/octet-stream\r\n'),
    file('e.bin', 'content-type: application/octet-stream\r\n'),
  ]
  const body = `${[...fields, ...files].join('')}--b--\r\n`
  const response = await post(body, { 'content-type': 'multipart/form-data; boundary=b' })
  const { id } = (await response.json()) as { id: string }
  const { attachments } = await contentOf(idIn(id))
  expect(attachments.map((one: { content_type: string }) => one.content_type)).toEqual([
    'application/pdf',
    'text/plain',
    'text/csv',
    'image/png',
    'application/octet-stream',
  ])
})

test('a repeat with an idempotency key gets the first mail, also of a batch', async () => {
  const send = async (key: string, more: string[][] = []) => {
    const form = new URLSearchParams([
      ['from', FROM],
      ['to', 'ada@example.com'],
      ['subject', 'Once'],
      ['text', 'A'],
      ...more,
    ])
    return ((await (await post(form, { 'idempotency-key': key })).json()) as { id: string }).id
  }
  expect(await send('mailgun-once')).toBe(await send('mailgun-once'))
  const batch = [['recipient-variables', '{"ada@example.com":{}}']]
  expect(await send('mailgun-batch', batch)).toBe(await send('mailgun-batch', batch))
})

test('times are those of mail, and tracking has words', async () => {
  const time = new Date(Date.now() + 3_600_000)
  time.setMilliseconds(0)
  const sent = await sdk.messages.create(DOMAIN, mail(app.ownerEmail, { 'o:deliverytime': time.toUTCString() }))
  expect((await app.call('GET', `/v1/messages/${idIn(sent.id)}`)).body.scheduled_at).toBe(time.toISOString())
  const wrong = await failureOf(sdk.messages.create(DOMAIN, mail(app.ownerEmail, { 'o:tracking': 'perhaps' })))
  expect(wrong!.details).toBe('o:tracking-opens: must be yes, no or htmlonly')
  expect(await failureOf(sdk.messages.create(DOMAIN, mail(app.ownerEmail, { 'o:testmode': true })))).toMatchObject({
    status: 501,
  })
})

test('errors name the fields of Mailgun, and a body that is no form is refused', async () => {
  const error = await failureOf(sdk.messages.create(DOMAIN, mail(app.ownerEmail, { from: 'nobody' })))
  expect(error!.details).toMatch(/^from: /)
  for (const [body, type] of [
    ['{}', 'application/json'],
    ['--x', 'multipart/form-data; boundary=b'],
    ['a', 'text/plain'],
  ]) {
    const response = await post(body!, { 'content-type': type! })
    expect([type, response.status]).toEqual([type, 400])
    expect(await response.json()).toMatchObject({ code: 'invalid_request', message: expect.any(String) })
  }
  const variables = await failureOf(sdk.messages.create(DOMAIN, mail(app.ownerEmail, { 't:variables': '[' })))
  expect(variables!.details).toBe('t:variables: must be a JSON object')
})

test('the domain of the path must be that of the sender, or one of the account', async () => {
  expect(await failureOf(sdk.messages.create('stranger.example', mail(app.ownerEmail)))).toMatchObject({ status: 404 })
  const { key } = await app.app.services.accounts.create('stranger@example.com')
  expect(await failureOf(connect(key).messages.create(DOMAIN, mail(app.ownerEmail)))).toMatchObject({ status: 400 })
  expect(await failureOf(connect(key).domains.get(DOMAIN))).toMatchObject({ status: 404 })
})

test('keys are checked before the form is read', async () => {
  expect(await failureOf(connect('wrong').messages.create(DOMAIN, mail(app.ownerEmail)))).toMatchObject({ status: 401 })
  const read = await failureOf(connect(await app.key('read')).messages.create(DOMAIN, mail('nobody')))
  expect(read).toMatchObject({ status: 403 })
})

test('a form above the limit of a mail is refused', async () => {
  const form = new FormData()
  form.append('from', FROM)
  form.append('attachment', new Blob([new Uint8Array(11 * 1024 * 1024)]), 'a.bin')
  const response = await post(form)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ code: 'payload_too_large' })
})

const get = (path: string) =>
  fetch(`${app.url}/compat/mailgun${path}`, { headers: { authorization: basic(app.adminKey) } })
const postForm = (path: string, fields: Record<string, string>) =>
  fetch(`${app.url}/compat/mailgun${path}`, {
    method: 'POST',
    headers: { authorization: basic(app.adminKey) },
    body: new URLSearchParams(fields),
  })

test('a mail in MIME is sent once for its Message-ID and recipients, and needs all that it is made of', async () => {
  const mime = `From: ${FROM}\r\nTo: ada@example.com\r\nMessage-ID: <order-1@${DOMAIN}>\r\nSubject: One\r\n\r\nOne.\r\n`
  const send = (fields: Record<string, string>) => postForm(`/v3/${DOMAIN}/messages.mime`, fields)
  const first = await (await send({ to: 'ada@example.com', message: mime })).json()
  expect(await (await send({ to: 'ada@example.com', message: mime })).json()).toEqual(first)
  const other = await (await send({ to: 'bob@example.com', message: mime })).json()
  expect(other.id).not.toBe(first.id)
  const strange = await send({ to: 'ada@example.com', message: mime, 'o:testmode': 'yes' })
  expect([strange.status, (await strange.json()).code]).toEqual([501, 'not_supported'])
  for (const fields of [{ to: 'ada@example.com' }, { message: mime }, { to: 'ada@example.com', message: '' }]) {
    expect((await send(fields as Record<string, string>)).status).toBe(400)
  }
  const foreign = mime.replaceAll(DOMAIN, 'elsewhere.example')
  expect((await send({ to: 'ada@example.com', message: foreign })).status).toBe(400)
})

test('events go on page by page, and a place that nobody gave out is refused', async () => {
  const to = `pages-${Date.now()}@example.com`
  const variables = JSON.stringify({})
  const sent = Array.from({ length: 27 }, (_none, index) => `p${index} <${to}>`)
  for (const each of sent) await sdk.messages.create(DOMAIN, mail(each, { 'recipient-variables': variables }))
  await expect
    .poll(async () => (await app.call('GET', `/v1/messages?recipient=${to}&status=queued`)).body.messages.length, {
      timeout: 60_000,
    })
    .toBe(0)
  const seen: string[] = []
  let page: string | undefined
  for (;;) {
    const { items, pages } = await sdk.events.get(DOMAIN, page ? { page } : { recipient: to, event: 'accepted' })
    if (items.length === 0) break
    seen.push(...items.map(({ message }) => message.headers['message-id']))
    page = pages.next.page
  }
  expect([seen.length, new Set(seen).size]).toEqual([27, 27])
  expect((await get(`/v3/${DOMAIN}/events/nothing`)).status).toBe(404)
  expect((await get(`/v3/${DOMAIN}/events/${Buffer.from('{"limit":5}').toString('base64url')}`)).status).toBe(400)
  for (const query of ['event=rejected', 'ascending=yes', 'severity=odd', 'recipient=nobody', 'begin=soon']) {
    expect([query, (await get(`/v3/${DOMAIN}/events?${query}`)).status]).toEqual([
      query,
      query === 'ascending=yes' ? 501 : 400,
    ])
  }
})

test('routes that match otherwise than here are refused, whatever they contain', async () => {
  const create = (expression: string, action: string) => postForm('/v3/routes', { expression, action })
  const all = `match_recipient(".*@${DOMAIN}")`
  expect((await create(all, 'stop()')).status).toBe(400)
  expect((await create(all, 'store(notify="https://example.com")')).status).toBe(501)
  expect((await create(`match_recipient("(a|b).*@${DOMAIN}")`, 'forward("ada@example.com")')).status).toBe(501)
  expect((await create(`match_recipient("${'a'.repeat(10_000)}")`, 'forward("ada@example.com")')).status).toBe(501)
  const elsewhere = await create('match_recipient(".*@elsewhere.example")', 'forward("ada@example.com")')
  expect([elsewhere.status, (await elsewhere.json()).message]).toEqual([404, expect.any(String)])
})

test('an event has at most three webhooks, and the first of a URL has its key', async () => {
  const url = (name: string) => `http://127.0.0.1:1029/${name}`
  const four = ['a', 'b', 'c', 'd'].map(url)
  const created = await postForm(`/v3/domains/${DOMAIN}/webhooks`, { id: 'opened', url: url('a') })
  expect((await created.json()).webhook.signing_keys).toEqual({ [url('a')]: expect.stringMatching(/^[0-9a-f]{64}$/) })
  const more = await failureOf(sdk.webhooks.update(DOMAIN, 'opened' as never, four))
  expect(more).toMatchObject({ status: 400 })
  expect((await sdk.webhooks.get(DOMAIN, 'opened' as never)).urls).toEqual([url('a')])
})

test('variables of recipients cannot make a small form fill the memory, nor stay in a mail as they are', async () => {
  const to = Array.from({ length: 120 }, (_none, index) => `r${index}@example.com`)
  const values = Object.fromEntries(to.map((address) => [address, { a: 'x'.repeat(10_000) }]))
  const blown = { html: '%recipient.a%'.repeat(3_000), 'recipient-variables': JSON.stringify(values) }
  const refused = await failureOf(sdk.messages.create(DOMAIN, mail(to, blown)))
  expect(refused).toMatchObject({ status: 400, details: expect.stringContaining('send fewer recipients') })
  const names = { html: Array.from({ length: 101 }, (_none, index) => `%recipient.n${index}%`).join('') }
  expect(
    await failureOf(sdk.messages.create(DOMAIN, mail(to[0]!, { ...names, 'recipient-variables': '{}' }))),
  ).toMatchObject({
    status: 400,
  })
  const variables = { 'recipient-variables': '{"r0@example.com":{"name":"Ada"}}' }
  for (const field of ['t:variables', 'h:X-Name', 'v:name']) {
    const value = field === 't:variables' ? '{"name":"%recipient.name%"}' : '%recipient.name%'
    const failure = await failureOf(sdk.messages.create(DOMAIN, mail(to[0]!, { ...variables, [field]: value })))
    expect([field, failure?.status]).toEqual([field, 501])
  }
  const odd = { html: '%recipient.o%', 'recipient-variables': '{"r0@example.com":{"o":{"toString":1}}}' }
  const sent = await sdk.messages.create(DOMAIN, mail(to[0]!, odd))
  expect((await contentOf(idIn(sent.id))).body_html).toBe('{"toString":1}')
})

test('a mail in MIME takes neither variables nor another sender', async () => {
  const message = `From: ${FROM}\r\nTo: ada@example.com\r\nSubject: A\r\n\r\nDear %recipient.name%\r\n`
  const given = { to: 'ada@example.com', message }
  for (const field of ['recipient-variables', 'template', 't:variables']) {
    expect([field, (await postForm(`/v3/${DOMAIN}/messages.mime`, { ...given, [field]: '{}' })).status]).toEqual([
      field,
      501,
    ])
  }
  for (const path of ['messages.mime', 'messages']) {
    const posing = { ...given, from: FROM, subject: 'A', text: 'A', 'v:from_email': 'boss@elsewhere.example' }
    expect((await postForm(`/v3/${DOMAIN}/${path}`, posing)).status).toBe(400)
  }
})

test('a key that only sends may name another domain than that of the sender', async () => {
  const sender = connect(await app.key('send'))
  expect((await sender.messages.create('mg.elsewhere.example', mail('ada@example.com'))).status).toBe(200)
  expect(await failureOf(sdk.messages.create('mg.elsewhere.example', mail('ada@example.com')))).toMatchObject({
    status: 404,
  })
})

test('an address is taken off the list that it is on, and off no other', async () => {
  await sdk.suppressions.create(DOMAIN, 'complaints', { address: 'angry@example.com' })
  expect(await failureOf(sdk.suppressions.destroy(DOMAIN, 'unsubscribes', 'angry@example.com'))).toMatchObject({
    status: 404,
  })
  expect((await app.call('GET', '/v1/suppressions/angry@example.com')).body.reason).toBe('complaint')
})

const hooks = async (url: string) => {
  const { body } = await app.call('GET', '/v1/webhooks?limit=100')
  return body.webhooks.filter((hook: { endpoint_url: string }) => hook.endpoint_url === url)
}

test('webhooks that are changed at once lose no event, and share one subscription', async () => {
  const url = 'http://127.0.0.1:1029/at-once'
  const ids = ['delivered', 'clicked', 'complained', 'permanent_fail', 'temporary_fail', 'accepted']
  await Promise.all(ids.map((id) => sdk.webhooks.create(DOMAIN, id as never, url, false)))
  const [hook, ...others] = await hooks(url)
  expect(others).toEqual([])
  expect(hook.event_types.toSorted()).toEqual([
    'bounced',
    'clicked',
    'complained',
    'delivered',
    'delivery_delayed',
    'failed',
    'sent',
  ])
  await app.call('PUT', `/v1/webhooks/${hook.id}`, { body: { is_active: false } })
  expect(await failureOf(sdk.webhooks.get(DOMAIN, 'delivered' as never))).toMatchObject({ status: 404 })
  await sdk.webhooks.create(DOMAIN, 'delivered', url, false)
  expect((await hooks(url))[0].is_active).toBe(true)
})

test('webhooks that two processes change at once lose no event, and share one subscription', async () => {
  const second = await anotherProcess(app)
  try {
    const url = 'http://127.0.0.1:1029/two-processes'
    const sdks = [sdk, connect(app.adminKey, second)]
    const ids = ['delivered', 'clicked', 'complained', 'permanent_fail', 'temporary_fail', 'accepted']
    await Promise.all(ids.map((id, index) => sdks[index % 2]!.webhooks.create(DOMAIN, id as never, url, false)))
    const [hook, ...others] = await hooks(url)
    expect([others, hook.event_types.length]).toEqual([[], 7])
    await Promise.all([
      ...['delivered', 'clicked'].map((id, index) => sdks[index]!.webhooks.destroy(DOMAIN, id as never)),
      ...['opened'].map((id) => sdks[1]!.webhooks.create(DOMAIN, id as never, url, false)),
    ])
    expect((await hooks(url))[0].event_types.toSorted()).toEqual([
      ...['bounced', 'complained', 'delivery_delayed', 'failed', 'opened', 'sent'],
    ])
  } finally {
    await second.close()
  }
})

test('a webhook of a test key is not that of a live one, and a refused URL leaves nothing behind', async () => {
  const url = 'http://127.0.0.1:1029/modes'
  await connect(await app.testKey()).webhooks.create(DOMAIN, 'opened' as never, url, false)
  await sdk.webhooks.update(DOMAIN, 'opened' as never, url)
  expect((await hooks(url)).map(({ test_mode }: { test_mode: boolean }) => test_mode).toSorted()).toEqual([false, true])
  const [first, wrong] = ['http://127.0.0.1:1029/first', 'not a URL']
  expect(await failureOf(sdk.webhooks.update(DOMAIN, 'opened' as never, [first, wrong]))).toMatchObject({ status: 400 })
  expect([await hooks(first), (await sdk.webhooks.get(DOMAIN, 'opened' as never)).urls]).toEqual([[], [url]])
})

test('events of one message are those that the other filters ask for', async () => {
  const { id } = await sdk.messages.create(DOMAIN, mail(['e1@example.com', 'e2@example.com']))
  const asked = { 'message-id': id!, event: 'accepted' }
  await expect.poll(async () => (await sdk.events.get(DOMAIN, asked)).items.length, { timeout: 60_000 }).toBe(1)
  expect((await sdk.events.get(DOMAIN, { ...asked, recipient: 'e2@example.com' })).items).toHaveLength(1)
  for (const more of [
    { recipient: 'other@example.com' },
    { begin: 'Fri, 01 Jan 2038 00:00:00 GMT' },
    { from: 'x@example.com' },
  ]) {
    expect((await sdk.events.get(DOMAIN, { ...asked, ...more })).items).toEqual([])
  }
  const wrong = await get(`/v3/${DOMAIN}/events?begin=soon`)
  expect((await wrong.json()).message).toMatch(/^begin: /)
})

test('a new version of a template has no text of an older one, and names are in lower case', async () => {
  await app.call('POST', '/v1/templates', {
    body: { name: 'Old', slug: 'with-text', subject: 'A', body_html: '<p>Old</p>', body_text: 'Old' },
  })
  await sdk.domains.domainTemplates.createVersion(DOMAIN, 'With-Text', {
    template: 'New',
    tag: '',
    active: 'yes' as never,
  })
  expect((await app.call('GET', '/v1/templates/with-text')).body).toMatchObject({ body_html: 'New', body_text: null })
})

test('a plus in the pattern of a route is what it is in a regular expression', async () => {
  const create = (prefix: string) =>
    postForm('/v3/routes', {
      expression: `match_recipient("${prefix}.*@${DOMAIN}")`,
      action: 'forward("ada@example.com")',
    })
  expect((await create('info+')).status).toBe(501)
  expect((await create('info\\+')).status).toBe(200)
})
