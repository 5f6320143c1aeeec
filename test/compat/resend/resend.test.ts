import { Resend } from 'resend'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../support/start-app.js'

const FROM = 'Shop <hello@sandbox.postline.localhost>'

let app: TestApp
let resend: Resend

const sdk = (key: string) => new Resend(key, { baseUrl: `${app.url}/compat/resend` })

const mail = () => ({ from: FROM, to: app.ownerEmail, subject: 'Hello', html: '<p>It works.</p>' })

const post = (path: string, body: unknown, key = app.adminKey) =>
  fetch(`${app.url}/compat/resend${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

beforeAll(async () => {
  app = await startApp({ COMPAT_APIS: 'resend' })
  resend = sdk(app.adminKey)
})
afterAll(() => app.close())

test('a mail is sent with all its fields, read, listed and canceled', async () => {
  const scheduledAt = new Date(Date.now() + 3_600_000).toISOString()
  const sent = await resend.emails.send({
    ...mail(),
    text: 'It works.',
    replyTo: 'answers@example.com',
    headers: { 'X-Order': '4711' },
    tags: [{ name: 'order', value: '4711' }],
    attachments: [{ filename: 'invoice.pdf', content: Buffer.from('%PDF-1.4') }],
    scheduledAt,
  })
  expect(sent.error).toBeNull()
  const id = sent.data!.id
  const content = await app.call('GET', `/v1/messages/${id}/content`)
  expect(content.body).toMatchObject({
    from: FROM,
    reply_to: ['answers@example.com'],
    headers: { 'X-Order': '4711' },
    attachments: [{ filename: 'invoice.pdf', content_type: 'application/pdf', size: 8 }],
  })
  const { data: got } = await resend.emails.get(id)
  expect(got).toMatchObject({
    object: 'email',
    id,
    from: FROM,
    to: [app.ownerEmail],
    subject: 'Hello',
    html: '<p>It works.</p>',
    text: 'It works.',
    reply_to: ['answers@example.com'],
    tags: [{ name: 'order', value: '4711' }],
    last_event: 'scheduled',
    scheduled_at: scheduledAt,
  })
  const canceled = await resend.emails.cancel(id)
  expect(canceled.data).toEqual({ object: 'email', id })
  expect((await resend.emails.get(id)).data!.last_event).toBe('canceled')
})

test('a file may be a list of bytes, as in Python', async () => {
  const send = (content: unknown) =>
    app.call('POST', '/compat/resend/emails', { body: { ...mail(), attachments: [{ filename: 'a.pdf', content }] } })
  const bytes = Buffer.alloc(190_000, '%PDF')
  const sent = await send([...bytes])
  expect(sent.status).toBe(200)
  const file = await app.call('GET', `/v1/messages/${sent.body.id}/attachments/0`)
  expect(file.body === bytes.toString()).toBe(true)
  for (const content of [[37, 256], [37, -1], [3.7], ['37'], { type: 'Buffer', data: [37] }, 37]) {
    const refused = await send(content)
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'attachments.0.content: must be Base64, or a list of bytes',
    ])
  }
})

test('a repeat with the same key gets the first mail, another body is refused, and without a key each is its own', async () => {
  const options = { idempotencyKey: 'resend-repeat' }
  const first = await resend.emails.send(mail(), options)
  const second = await resend.emails.send(mail(), options)
  expect(second.data).toEqual(first.data)
  const other = await resend.emails.send({ ...mail(), subject: 'Other' }, options)
  expect(other.error).toMatchObject({
    statusCode: 409,
    name: 'invalid_idempotent_request',
    code: 'idempotency_key_reused',
  })
  const [one, two] = [await resend.emails.send(mail()), await resend.emails.send(mail())]
  expect(one.data!.id).not.toBe(two.data!.id)
})

test('the list goes on after an id', async () => {
  for (let sent = 0; sent < 3; sent++) expect((await resend.emails.send(mail())).error).toBeNull()
  const { data: page } = await resend.emails.list({ limit: 2 })
  expect(page).toMatchObject({ object: 'list', has_more: true })
  const { data: next } = await resend.emails.list({ limit: 2, after: page!.data[1]!.id })
  const ids = [...page!.data, ...next!.data].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(ids.toSorted().reverse())
  const wrong = await resend.emails.list({ after: 'nothing' })
  expect(wrong.error).toMatchObject({ statusCode: 400, name: 'validation_error' })
  expect(wrong.error!.message).toContain('after: ')
})

test('a batch of 100 is sent, and its repeat sends nothing', async () => {
  const mails = Array.from({ length: 100 }, (_, index) => ({ ...mail(), subject: `Batch ${index}` }))
  const first = await resend.batch.send(mails, { idempotencyKey: 'resend-batch' })
  expect(first.data!.data).toHaveLength(100)
  const second = await resend.batch.send(mails, { idempotencyKey: 'resend-batch' })
  expect(second.data).toEqual(first.data)
})

test('a strict batch with a malformed mail sends nothing, and a permissive one the others', async () => {
  const mails = [
    { ...mail(), subject: 'Strict one' },
    { ...mail(), from: 'nobody' },
  ]
  const strict = await resend.batch.send(mails)
  expect(strict.error).toMatchObject({ statusCode: 400, name: 'validation_error', code: 'invalid_request' })
  expect(strict.error!.message).toContain('1.from: ')
  const { data: found } = await resend.emails.list({ limit: 1 })
  expect(found!.data[0]!.subject).not.toBe('Strict one')
  const permissive = await resend.batch.send(mails, { batchValidation: 'permissive' })
  expect(permissive.data!.data).toHaveLength(1)
  expect(permissive.data).toMatchObject({ errors: [{ index: 1, message: expect.stringMatching(/^from: /) }] })
  const odd = [
    { ...mail(), from: undefined },
    mail(),
    { ...mail(), tags: [1, 2].map(() => ({ name: 'a', value: 'b' })) },
  ]
  const others = await resend.batch.send(odd as never, { batchValidation: 'permissive' })
  expect(others.data!.data).toHaveLength(1)
  expect(others.data).toMatchObject({ errors: [{ index: 0 }, { index: 2, message: expect.stringMatching(/^tags: /) }] })
})

test('a strict batch of which a rule refuses some says so, and its repeat sends the others once', async () => {
  const mails = [mail(), { ...mail(), from: 'me@stranger.example' }]
  const options = { idempotencyKey: 'resend-partly' }
  const { error } = await resend.batch.send(mails, options)
  expect(error!.message).toMatch(/^1: .*1 of the 2 mails were accepted/)
  const repaired = await resend.batch.send([mail(), { ...mail(), subject: 'Repaired' }], options)
  expect(repaired.error).toBeNull()
  const { data: found } = await resend.emails.list({ limit: 2 })
  expect(repaired.data!.data[1]!.id).toBe(found!.data[0]!.id)
  expect(found!.data.map(({ id }) => id)).toContain(repaired.data!.data[1]!.id)
})

test('bad fields are named as Resend names them', async () => {
  const { error } = await resend.emails.send({ ...mail(), from: 'nobody' })
  expect(error).toMatchObject({ statusCode: 400, name: 'validation_error', code: 'invalid_request' })
  expect(error!.message).toMatch(/^from: /)
  const response = await post('/emails', { from: FROM, to: 7 })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ details: [{ path: 'to' }], request_id: expect.any(String) })
})

test('unknown fields are named in a header at any depth, and nothing else has the header', async () => {
  const response = await post('/emails', { ...mail(), colour: 'red', tags: [{ name: 'a', value: 'b', x: 1 }] })
  expect(response.status).toBe(200)
  expect(response.headers.get('postline-ignored')?.split(', ').toSorted()).toEqual(['colour', 'tags.*.x'])
  expect((await post('/emails', mail())).headers.get('postline-ignored')).toBeNull()
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`field${index}`, 1]))
  expect((await post('/emails', { ...mail(), ...many })).status).toBe(400)
})

test('without a counterpart the answer is 501 and says what to use', async () => {
  const fetched = await resend.emails.send({
    ...mail(),
    attachments: [{ filename: 'a.txt', path: 'https://a.example' }],
  })
  expect(fetched.error).toMatchObject({ statusCode: 501, name: 'application_error', code: 'not_supported' })
  expect(fetched.error!.message).toContain('attachments.path')
  const moved = await resend.emails.update({ id: 'msg_1', scheduledAt: new Date().toISOString() })
  expect(moved.error).toMatchObject({ statusCode: 501 })
  expect((await resend.emails.list({ before: 'msg_1' })).error).toMatchObject({ statusCode: 501 })
  for (const call of [resend.automations.list(), resend.inboxes.list(), resend.emails.share('x'), resend.logs.list()]) {
    expect((await call).error).toMatchObject({ statusCode: 501 })
  }
})

test('an unknown path is a 404 of Resend', async () => {
  const response = await post('/nothing/here', {})
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ statusCode: 404, name: 'not_found', code: 'not_found' })
})

test('keys are checked as under /v1, before the body is read', async () => {
  const wrong = await sdk('re_wrong').emails.send(mail())
  expect(wrong.error).toMatchObject({ statusCode: 401, name: 'invalid_api_key', code: 'unauthorized' })
  const none = await fetch(`${app.url}/compat/resend/emails`, { method: 'POST' })
  expect(await none.json()).toMatchObject({ statusCode: 401, name: 'missing_api_key' })
  const read = await sdk(await app.key('read')).emails.send({ ...mail(), from: 'nobody' })
  expect(read.error).toMatchObject({ statusCode: 403, name: 'restricted_api_key', code: 'forbidden' })
  const send = await sdk(await app.key('send')).emails.list()
  expect(send.error).toMatchObject({ statusCode: 403, name: 'restricted_api_key' })
})

test('a stranger finds nothing', async () => {
  const { data } = await resend.emails.send(mail())
  const { key } = await app.app.services.accounts.create('stranger@example.com')
  expect((await sdk(key).emails.get(data!.id)).error).toMatchObject({ statusCode: 404, name: 'not_found' })
  expect((await sdk(key).emails.cancel(data!.id)).error).toMatchObject({ statusCode: 404 })
  expect((await sdk(key).emails.list()).data!.data).toEqual([])
})

test('the rate limit of the account counts here', async () => {
  const limited = await startApp({ COMPAT_APIS: 'resend', RATE_LIMIT_PER_SECOND: '1' })
  try {
    const client = new Resend(limited.adminKey, { baseUrl: `${limited.url}/compat/resend` })
    const calls = await Promise.all(Array.from({ length: 20 }, () => client.emails.list()))
    const refused = calls.find(({ error }) => error !== null)
    expect(refused?.error).toMatchObject({ statusCode: 429, name: 'rate_limit_exceeded' })
    expect(refused?.headers?.['retry-after']).toBeDefined()
  } finally {
    await limited.close()
  }
})

test('COMPAT_APIS=none serves none of it', async () => {
  const without = await startApp({ COMPAT_APIS: 'none' })
  try {
    const response = await fetch(`${without.url}/compat/resend/emails`)
    expect(await response.json()).toMatchObject({ error: { code: 'not_found' } })
  } finally {
    await without.close()
  }
})

test('adding a contact brings nobody back who left, and nothing lifts what stops all mail', async () => {
  const stateOf = async (email: string) => (await app.call('GET', `/v1/suppressions/${email}`)).body.state
  const entries = [
    { email: 'left@example.com', state: 'unsubscribed', reason: 'recipient_unsubscribe' },
    { email: 'bounced@example.com', state: 'suppressed', reason: 'hard_bounce' },
  ]
  await app.call('POST', '/v1/suppressions/import', { body: { entries } })
  for (const { email } of entries) {
    for (let added = 0; added < 2; added++)
      expect((await resend.contacts.create({ email, unsubscribed: false })).error).toBeNull()
  }
  expect(await stateOf('left@example.com')).toBe('unsubscribed')
  await resend.contacts.update({ email: 'bounced@example.com', unsubscribed: false })
  expect(await stateOf('bounced@example.com')).toBe('suppressed')
  await resend.contacts.update({ email: 'left@example.com', unsubscribed: false })
  expect(await stateOf('left@example.com')).toBeUndefined()
})

test('of a batch of suppressions each address that fails is named, and a batch of nothing is refused', async () => {
  await resend.suppressions.batch.add({ emails: ['one@example.com', 'two@example.com'] })
  const emails = ['one@example.com', 'never@example.com', 'two@example.com']
  const { data } = await resend.suppressions.batch.remove({ emails })
  expect(data).toMatchObject({ errors: [{ index: 1 }] })
  expect(data!.data).toHaveLength(2)
  for (const none of [{ emails: [] }, { emails: Array.from({ length: 101 }, () => 'a@example.com') }]) {
    expect((await resend.suppressions.batch.remove(none)).error).toMatchObject({ statusCode: 400 })
  }
})

test('a broadcast that may not be sent leaves no draft, and a time needs send', async () => {
  const { data: segment } = await resend.segments.create({ name: 'Drafts' })
  const content = { segmentId: segment!.id, subject: 'News', html: '<p>News</p>', from: 'me@stranger.example' }
  const before = (await resend.broadcasts.list()).data!.data.length
  expect((await resend.broadcasts.create({ ...content, send: true })).error).toMatchObject({ statusCode: 422 })
  const at = new Date(Date.now() + 3_600_000).toISOString()
  const timed = await post('/broadcasts', { segment_id: segment!.id, subject: 'A', html: 'A', scheduled_at: at })
  expect([timed.status, await timed.json()]).toMatchObject([400, { message: 'scheduled_at: needs send: true' }])
  expect((await resend.broadcasts.list()).data!.data).toHaveLength(before)
})
