import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askWell } from '../../../graphql/graphql-client.js'
import { dumpLedger } from '../../../support/dump-ledger.js'
import { expectError } from '../../../support/expect-error.js'
import { anImage } from '../../../support/images.js'
import { anotherAccount } from '../../../support/more-processes.js'
import { aSend, eventually, startApp, type TestApp } from '../../../support/start-app.js'
import { uploadFile } from '../../../support/upload-file.js'

let app: TestApp
let key: string
beforeAll(async () => {
  app = await startApp({ TRACKING_OPENS: 'true', TRACKING_CLICKS: 'true' })
  key = await app.testKey()
})
afterAll(() => app.close())

type Body = Record<string, unknown>
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const toOwner = (more: Body = {}) => aSend({ destination: { email: app.ownerEmail }, ...more })
const contentOf = (id: string) => app.call('GET', `/v1/messages/${id}/content`)
const deleteContent = (id: string) => app.call('DELETE', `/v1/messages/${id}/content`)
const messageOf = async (id: string) => (await app.call('GET', `/v1/messages/${id}`)).body

async function send(body: Body, withKey = app.adminKey): Promise<string> {
  const sent = await app.call('POST', '/v1/send', { key: withKey, body })
  expect(sent.status, JSON.stringify(sent.body)).toBe(201)
  return sent.body.id
}

/** Sends a message and waits until nothing is left to do for it. */
async function sendAndFinish(body: Body, withKey = app.adminKey): Promise<string> {
  const id = await send(body, withKey)
  await eventually('finished', () =>
    app.app.models.messages.exists({ _id: id, status: { $ne: 'queued' }, dispatch_at: { $exists: false } }),
  )
  return id
}

async function isInLedger(text: string): Promise<string[]> {
  const rows = await dumpLedger(app.app.models.connection)
  return rows.filter(({ bytes }) => bytes.includes(text)).map(({ name }) => name)
}

describe('the content of a message', () => {
  test('is everything as it was accepted, with the sizes of files instead of their bytes', async () => {
    const upload = await uploadFile(app, '/v1/uploads', anImage(), { filename: 'logo.png' })
    const id = await send(
      {
        ...aSend(),
        destination: {
          email: 'Ada@Example.com',
          name: 'Ada, Countess',
          cc: ['Bob <bob@example.com>'],
          bcc: ['c@example.com'],
        },
        payload: {
          subject: 'Hello',
          body_html: '<a href="https://shop.example/">Shop</a>',
          body_text: 'Shop',
          reply_to: 'help@example.com',
          headers: { 'X-Order': '4711' },
          attachments: [
            { filename: 'a.txt', content_type: 'text/plain', content: 'YWJj' },
            { upload_id: upload.body.id, content_id: 'logo' },
          ],
        },
        message_type: 'marketing',
      },
      key,
    )
    const { status, headers, body } = await contentOf(id)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toEqual({
      from: app.app.config.sharedEmailSender,
      to: ['"Ada, Countess" <Ada@example.com>'],
      cc: ['Bob <bob@example.com>'],
      bcc: ['c@example.com'],
      reply_to: ['help@example.com'],
      subject: 'Hello',
      // Neither tracked nor with the headers of marketing mail: these are added to the mail.
      body_html: '<a href="https://shop.example/">Shop</a>',
      body_text: 'Shop',
      headers: { 'X-Order': '4711' },
      attachments: [
        { filename: 'a.txt', content_type: 'text/plain', size: 3, content_id: null },
        { filename: 'logo.png', content_type: 'image/png', size: anImage().length, content_id: 'logo' },
      ],
    })
  })

  test('of a template is what it rendered to, whatever happens to the template', async () => {
    const source = { name: 'Greeting', channel: 'email', subject: 'Hi {{ name }}', body_html: '<p>{{ name }}</p>' }
    const template = (await app.call('POST', '/v1/templates', { body: source })).body.id
    const id = await send(toOwner({ payload: undefined, template_id: template, template_vars: { name: 'Ada' } }))
    await app.call('PUT', `/v1/templates/${template}`, { body: { body_html: '<p>Changed</p>' } })
    await app.call('DELETE', `/v1/templates/${template}`)
    expect((await contentOf(id)).body).toMatchObject({ subject: 'Hi Ada', body_html: '<p>Ada</p>', body_text: null })
  })

  test('is complete if it is stored apart from the message', async () => {
    const text = 'x'.repeat(100_000)
    const attachments = [{ filename: 'a', content_type: 'a/b', content: Buffer.alloc(50_000).toString('base64') }]
    const id = await send(toOwner({ payload: { subject: 'Long', body_text: text, attachments } }))
    const { body } = await contentOf(id)
    expect(body).toMatchObject({ subject: 'Long', body_text: text, body_html: null })
    expect(body.attachments[0].size).toBe(50_000)
  })

  test('exists from the acceptance on, also of mail that is never sent', async () => {
    await app.call('POST', '/v1/suppressions', { body: { channel: 'email', recipient: 'gone@example.com' } })
    const body = aSend({ destination: { email: 'gone@example.com' } })
    expectError(await app.call('POST', '/v1/send', { key, body }), 409, 'recipient_suppressed')
    const stopped = (await app.call('GET', `/v1/messages?idempotency_key=${body.idempotency_key}`)).body.id
    const canceled = await send(toOwner({ scheduled_at: inAnHour() }))
    await app.call('POST', `/v1/messages/${canceled}/cancel`)
    for (const id of [stopped, canceled, await send(toOwner({ scheduled_at: inAnHour() }))]) {
      expect((await contentOf(id)).body).toMatchObject({ subject: 'Hello', body_text: 'A text.' })
    }
  })

  test('of another account does not exist', async () => {
    const other = await anotherAccount(app)
    const id = await sendAndFinish(toOwner())
    for (const [method, path] of [
      ['GET', 'content'],
      ['DELETE', 'content'],
      ['POST', 'resend'],
    ] as const) {
      expectError(await app.call(method, `/v1/messages/${id}/${path}`, { key: other.key }), 404, 'not_found')
    }
    expect((await contentOf(id)).status).toBe(200)
  })
})

describe('deleting the content of a message', () => {
  test.each([
    ['small', 1],
    ['stored apart', 5_000],
  ])('removes every copy of it, if it is %s', async (_size, times) => {
    const secret = `secret-${times}`
    const attachments = [
      { filename: `${secret}.txt`, content_type: 'text/plain', content: Buffer.from(secret).toString('base64') },
    ]
    const id = await sendAndFinish(
      toOwner({
        payload: {
          subject: 'Receipt',
          body_html: `<p>${secret}</p>`,
          body_text: `${secret} `.repeat(times),
          headers: { 'X-Note': secret },
          reply_to: `${secret}@example.com`,
          attachments,
        },
        tags: { order: '4711' },
      }),
    )
    const before = await messageOf(id)
    expect(await isInLedger(secret)).toEqual(expect.arrayContaining(['outbox']))
    expect((await deleteContent(id)).status).toBe(204)

    expect(await isInLedger(secret)).toEqual([])
    const gone = await contentOf(id)
    expectError(gone, 404, 'not_found')
    expect(gone.body.error.message).toBe('The content of this message was deleted.')
    expect(await messageOf(id)).toEqual(before)
    const { messages } = (await app.call('GET', `/v1/messages?recipient=${app.ownerEmail}&tag=order:4711&limit=1`)).body
    expect(messages[0]).toMatchObject({ id, subject: 'Receipt', from: before.from, to: [app.ownerEmail] })
  })

  test('can be repeated, and is in the audit log', async () => {
    const id = await sendAndFinish(toOwner())
    const results = await Promise.all(Array.from({ length: 8 }, () => deleteContent(id)))
    expect(results.map(({ status }) => status)).toContain(204)
    for (const { status } of results) expect([204, 404]).toContain(status)
    expectError(await deleteContent(id), 404, 'not_found')
    const { entries } = (await app.call('GET', '/v1/audit-log')).body
    const own = entries.filter(({ target }: { target: string }) => target === id)
    expect(own[0]).toMatchObject({ operation: 'messages.deleteContent' })
  })

  test('is refused while the message waits to be sent', async () => {
    const scheduled = await send(toOwner({ scheduled_at: inAnHour() }))
    const refused = await deleteContent(scheduled)
    expectError(refused, 409, 'message_not_sent')
    expect(refused.body.error.message).toContain('cancel')
    expect((await contentOf(scheduled)).status).toBe(200)
    await app.call('POST', `/v1/messages/${scheduled}/cancel`)
    expect((await deleteContent(scheduled)).status).toBe(204)
  })

  test.each([
    [
      'due, though its provider has reported it already',
      { dispatch_at: new Date(Date.now() + 60_000), status: 'delivered' },
    ],
    ['paused', { held: 'acc_x/sending', status: 'delivered' }],
    ['parked as a dead letter', { crashes: 5, status: 'delivered' }],
    ['accepted', { status: 'queued' }],
  ])('is refused while the message is %s', async (_state, fields) => {
    const id = await sendAndFinish(aSend(), key)
    await app.app.models.messages.updateOne({ _id: id }, { $set: fields })
    expectError(await deleteContent(id), 409, 'message_not_sent')
    expect((await contentOf(id)).status).toBe(200)
    await app.app.models.messages.updateOne(
      { _id: id },
      { $set: { crashes: 0, status: 'delivered' }, $unset: { held: 1, dispatch_at: 1 } },
    )
    expect((await deleteContent(id)).status).toBe(204)
  })

  test('shows null for it in GraphQL', async () => {
    const [kept, gone] = [await sendAndFinish(toOwner()), await sendAndFinish(toOwner())]
    await deleteContent(gone)
    const { messages } = await askWell(app, '{ messages(first: 2) { nodes { id content { subject } } } }')
    expect(messages.nodes).toEqual([
      { id: gone, content: null },
      { id: kept, content: { subject: 'Hello' } },
    ])
  })

  test('works for large mail from before its subject was listed', async () => {
    const id = await sendAndFinish(toOwner({ payload: { subject: 'Old', body_text: 'x'.repeat(100_000) } }))
    await app.app.models.messages.updateOne({ _id: id }, { $unset: { content_summary: 1 } })
    expect((await deleteContent(id)).status).toBe(204)
    expect(await messageOf(id)).toMatchObject({ from: null, to: [], subject: null })
  })
})
