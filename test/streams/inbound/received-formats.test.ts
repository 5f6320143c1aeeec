import { createHmac, createPublicKey, createVerify, randomBytes } from 'node:crypto'
import { EventWebhook } from '@sendgrid/eventwebhook'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inboundDomain } from '../../support/inbound-domain.js'
import { eventually, startApp, type TestApp } from '../../support/start-app.js'
import { type Hit, startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.js'

/* Received mail as other mail APIs hand it over: from its bytes to a handler that reads it as that API documents. */

let app: TestApp
let receiver: WebhookReceiver
const domain = 'inbox.acme.test'
const recipient = `support+42@${domain}`
const pixel = Buffer.from('R0lGODlhAQABAAAAACw=', 'base64')

beforeAll(async () => {
  app = await startApp({ WEBHOOK_RETRY_BASE_MS: '200' })
  receiver = await startWebhookReceiver()
  await inboundDomain({ models: app.app.models, accountId: app.accountId }, domain)
})
afterAll(async () => {
  await app.close()
  await receiver.close()
})
beforeEach(async () => {
  const { subscriptions, inboundRoutes } = app.app.models
  await Promise.all([subscriptions.deleteMany({}), inboundRoutes.deleteMany({})])
  receiver.hits.length = 0
  receiver.fallback = {}
})

let number = 0

/** A mail with an inline image and a file whose name is not in ASCII. */
const mailWith = (file: Buffer) => {
  number += 1
  return Buffer.from(
    [
      'From: =?utf-8?q?Ada_L=C3=B6velace?= <ada+7@example.org>',
      `To: Support <${recipient}>, second@example.com`,
      'Cc: "Boole, George" <george@example.net>',
      'Reply-To: answers@example.org',
      'Date: Thu, 26 Nov 2026 10:00:00 +0100',
      'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
      `Message-ID: <formats-${number}@example.org>`,
      'signature: forged',
      'X-Twice: one',
      'X-Twice: two',
      'Content-Type: multipart/mixed; boundary=outer',
      '',
      '--outer',
      'Content-Type: multipart/alternative; boundary=inner',
      '',
      '--inner',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'Yes, please.',
      '',
      'On Monday, Support wrote:',
      '> Shall we?',
      '--inner',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>Yes, please.</p><img src="cid:logo@acme">',
      '--inner--',
      '--outer',
      'Content-Type: image/gif; name=logo.gif',
      'Content-Disposition: inline; filename=logo.gif',
      'Content-ID: <logo@acme>',
      'Content-Transfer-Encoding: base64',
      '',
      pixel.toString('base64'),
      '--outer',
      'Content-Type: application/pdf',
      "Content-Disposition: attachment; filename*=utf-8''Gr%C3%BC%C3%9Fe.pdf",
      'Content-Transfer-Encoding: base64',
      '',
      ...(file.toString('base64').match(/.{1,76}/g) ?? []),
      '--outer--',
      '',
    ].join('\r\n'),
  )
}

async function receive(raw: Buffer): Promise<string> {
  const client = { ip: '203.0.113.9', helo: 'mx.example.org' }
  const mail = { raw, sender: 'bounces@example.org', recipients: [recipient], client, givenVerdicts: null }
  return (await app.app.services.inboundReceiver.receive(mail)).accepted[0]!.id
}

async function post(path: string, body: object) {
  const answer = await app.call('POST', path, { body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}
const subscribe = (format: string, event_types: string[] = ['email.received']) =>
  post('/v1/webhooks', { endpoint_url: receiver.url, format, event_types })
const route = (format: string) =>
  post('/v1/inbound/routes', { domain, destination_type: 'webhook', forward_url: receiver.url, format })

const nextHit = (count = 1) => eventually('the handler is called', () => receiver.hits[count - 1])
const formOf = ({ rawBody, headers }: Hit) =>
  new Response(new Uint8Array(rawBody), { headers: { 'content-type': headers['content-type']! } }).formData()
const bytesOf = async (file: FormDataEntryValue | null) => Buffer.from(await (file as File).arrayBuffer())
const logOf = async (id: string) => (await app.call('GET', `/v1/webhooks/${id}/deliveries`)).body.deliveries[0]

/** ECDSA with SHA-256 of the timestamp and the body. The library of SendGrid reads bodies as UTF-8, and so not those with files. */
const isGenuine = ({ headers, rawBody }: Pick<Hit, 'headers' | 'rawBody'>, verificationKey: string) =>
  createVerify('sha256')
    .update(String(headers['x-twilio-email-event-webhook-timestamp']))
    .update(rawBody)
    .verify(
      createPublicKey({ key: Buffer.from(verificationKey, 'base64'), format: 'der', type: 'spki' }),
      String(headers['x-twilio-email-event-webhook-signature']),
      'base64',
    )

const file = randomBytes(3_000)

describe.each(['subscription', 'route'])('a %s', (kind) => {
  const made = (format: string) => (kind === 'route' ? route(format) : subscribe(format))

  test('in the format postmark gets the inbound JSON', async () => {
    const { signing_secret } = await made('postmark')
    const id = await receive(mailWith(file))
    const hit = await nextHit()
    expect(hit.headers['content-type']).toBe('application/json')
    expect(hit.isSignedWith(signing_secret)).toBe(true)
    const { Headers, ...rest } = hit.body
    expect(rest).toEqual({
      FromName: 'Ada Lövelace',
      MessageStream: 'inbound',
      From: 'ada+7@example.org',
      FromFull: { Email: 'ada+7@example.org', Name: 'Ada Lövelace', MailboxHash: '7' },
      To: `Support <${recipient}>, second@example.com`,
      ToFull: [
        { Email: recipient, Name: 'Support', MailboxHash: '42' },
        { Email: 'second@example.com', Name: '', MailboxHash: '' },
      ],
      Cc: '"Boole, George" <george@example.net>',
      CcFull: [{ Email: 'george@example.net', Name: 'Boole, George', MailboxHash: '' }],
      Bcc: '',
      BccFull: [],
      OriginalRecipient: recipient,
      ReplyTo: 'answers@example.org',
      Subject: 'Grüße',
      MessageID: id,
      Date: 'Thu, 26 Nov 2026 10:00:00 +0100',
      MailboxHash: '42',
      TextBody: expect.stringContaining('> Shall we?'),
      HtmlBody: expect.stringContaining('<p>Yes, please.</p>'),
      StrippedTextReply: 'Yes, please.',
      Tag: '',
      Attachments: [
        {
          ...{ Name: 'logo.gif', Content: pixel.toString('base64'), ContentType: 'image/gif' },
          ...{ ContentLength: pixel.length, ContentID: 'logo@acme' },
        },
        {
          ...{ Name: 'Grüße.pdf', Content: file.toString('base64'), ContentType: 'application/pdf' },
          ...{ ContentLength: file.length, ContentID: '' },
        },
      ],
    })
    expect(Headers).toContainEqual({ Name: 'X-Twice', Value: 'two' })
  })

  test('in the format sendgrid gets the form of Inbound Parse, signed for its library', async () => {
    const { verification_key, signing_secret } = await made('sendgrid')
    await receive(mailWith(file))
    const hit = await nextHit()
    const form = await formOf(hit)
    const text = (name: string) => String(form.get(name))
    expect(text('from')).toBe('Ada Lövelace <ada+7@example.org>')
    expect(text('to')).toBe(`Support <${recipient}>, second@example.com`)
    expect(text('subject')).toBe('Grüße')
    expect(text('text')).toContain('Yes, please.')
    expect(text('html')).toContain('<p>Yes, please.</p>')
    expect(text('headers')).toMatch(/X-Twice: one\r\nX-Twice: two\r\n/)
    expect(text('sender_ip')).toBe('203.0.113.9')
    expect(JSON.parse(text('envelope'))).toEqual({ to: [recipient], from: 'bounces@example.org' })
    expect(text('attachments')).toBe('2')
    expect(JSON.parse(text('attachment-info'))).toEqual({
      attachment1: { filename: 'logo.gif', name: 'logo.gif', type: 'image/gif', 'content-id': 'logo@acme' },
      attachment2: { filename: 'Grüße.pdf', name: 'Grüße.pdf', type: 'application/pdf' },
    })
    expect(JSON.parse(text('content-ids'))).toEqual({ 'logo@acme': 'attachment1' })
    expect(text('SPF')).toMatch(/^(none|fail|neutral)$/)
    expect(text('dkim')).toMatch(/^\{@example.org : \w+\}$/)
    expect(await bytesOf(form.get('attachment1'))).toEqual(pixel)
    expect(await bytesOf(form.get('attachment2'))).toEqual(file)
    expect((form.get('attachment2') as File).name).toBe('Grüße.pdf')
    expect(hit.isSignedWith(signing_secret)).toBe(true)
    expect(isGenuine(hit, verification_key)).toBe(true)
    expect(isGenuine({ ...hit, rawBody: Buffer.concat([hit.rawBody, Buffer.from('x')]) }, verification_key)).toBe(false)
  })

  test('in the format mailgun gets the form of its routes, signed as its documentation says', async () => {
    const { signing_secret } = await made('mailgun')
    await receive(mailWith(file))
    const form = await formOf(await nextHit())
    const text = (name: string) => String(form.get(name))
    expect(text('recipient')).toBe(recipient)
    expect(text('sender')).toBe('bounces@example.org')
    expect(text('from')).toBe('Ada Lövelace <ada+7@example.org>')
    expect(text('subject')).toBe('Grüße')
    expect(text('body-plain')).toContain('> Shall we?')
    expect(text('body-html')).toContain('<p>Yes, please.</p>')
    expect(text('stripped-text')).toBe('Yes, please.')
    expect(text('X-Twice')).toBe('one')
    expect(JSON.parse(text('message-headers'))).toContainEqual(['X-Twice', 'two'])
    expect(text('attachment-count')).toBe('2')
    expect(JSON.parse(text('content-id-map'))).toEqual({ '<logo@acme>': 'attachment-1' })
    expect(await bytesOf(form.get('attachment-2'))).toEqual(file)
    const signed = createHmac('sha256', signing_secret).update(text('timestamp') + text('token'))
    // A header of the mail with the name of this field must not stand in its place.
    expect(form.getAll('signature')).toEqual([signed.digest('hex')])
  })
})

test('a form of sendgrid without files is verified by the library of SendGrid', async () => {
  const { verification_key } = await subscribe('sendgrid')
  await receive(Buffer.from(`From: ada@example.org\r\nTo: ${recipient}\r\nSubject: Hello\r\n\r\nÄ & ö`))
  const { headers, rawBody } = await nextHit()
  expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  const library = new EventWebhook()
  const [signature, timestamp] = ['signature', 'timestamp'].map((name) =>
    String(headers[`x-twilio-email-event-webhook-${name}`]),
  )
  const key = library.convertPublicKeyToECDSA(verification_key)
  expect(library.verifySignature(key, rawBody, signature!, timestamp!)).toBe(true)
})

test('a form without files is URL-encoded for mailgun, and retries have another token', async () => {
  receiver.next.push({ status: 500 })
  await subscribe('mailgun')
  const id = await receive(Buffer.from(`From: ada@example.org\r\nTo: ${recipient}\r\nSubject: A&b=c\r\n\r\nÄ & ö`))
  const [first, second] = [await nextHit(1), await nextHit(2)]
  expect(first.headers['content-type']).toBe('application/x-www-form-urlencoded')
  const forms = [new URLSearchParams(String(first.rawBody)), new URLSearchParams(String(second.rawBody))]
  expect(forms[0]!.get('subject')).toBe('A&b=c')
  expect(forms[0]!.get('body-plain')).toContain('Ä & ö')
  expect(forms[0]!.get('token')).not.toBe(forms[1]!.get('token'))
  expect(first.eventId).toBe(`evt_${id}`)
})

test('a mail of 20 MB comes whole, and the log has its fields without the files', async () => {
  const large = randomBytes(14 * 1024 * 1024)
  const { id } = await subscribe('postmark')
  await receive(mailWith(large))
  const hit = await nextHit()
  expect(hit.body.Attachments[1].Content === large.toString('base64')).toBe(true)
  const logged = JSON.parse((await logOf(id)).payload)
  expect(logged).toMatchObject({ Subject: 'Grüße', From: 'ada+7@example.org' })
  expect(logged.Attachments[1]).toEqual({
    ...{ Name: 'Grüße.pdf', ContentType: 'application/pdf', ContentLength: large.length, ContentID: '' },
  })
})

test('many large mails are handed over one after the other, each once', async () => {
  await subscribe('sendgrid')
  const large = randomBytes(8 * 1024 * 1024)
  for (let sent = 0; sent < 6; sent++) await receive(mailWith(large))
  await eventually('all are handed over', () => receiver.hits.length === 6)
  expect(new Set(receiver.hits.map(({ eventId }) => eventId)).size).toBe(6)
})

test('of a mail that is not kept any more, a redelivery has what the log has', async () => {
  const { id } = await subscribe('sendgrid')
  const mailId = await receive(mailWith(file))
  await nextHit()
  const delivery = await eventually('it is logged', async () => {
    const logged = await logOf(id)
    return logged?.status === 'succeeded' ? logged : null
  })
  const { inboundEmails, inboundContents } = app.app.models
  await Promise.all([inboundEmails.deleteOne({ _id: mailId }), inboundContents.deleteOne({ _id: mailId })])
  await app.call('POST', `/v1/webhooks/${id}/deliveries/${delivery.id}/redeliver`)
  const form = await formOf(await nextHit(2))
  expect(form.get('text')).toContain('Yes, please.')
  expect(JSON.parse(String(form.get('envelope')))).toEqual({ to: [recipient], from: 'ada+7@example.org' })
  expect(form.get('headers')).toBe('')
  expect(form.get('attachment1')).toBeNull()
})

test('a subscription to everything gets mail that came in only in formats with one handler for all', async () => {
  const ids = await Promise.all(
    ['postline', 'resend', 'postmark', 'sendgrid', 'mailgun'].map(async (format) => (await subscribe(format, [])).id),
  )
  await receive(mailWith(file))
  await eventually('both are called', () => receiver.hits.length === 2)
  const rows = await app.app.models.deliveries.find({ subscription_id: { $in: ids } }).lean()
  expect(rows.map(({ format }) => format ?? 'postline').toSorted()).toEqual(['postline', 'resend'])
})

test.each(['postmark', 'sendgrid', 'mailgun'])('a test event of received mail in the format %s', async (format) => {
  const { id } = await subscribe(format, [])
  const tested = await app.call('POST', `/v1/webhooks/${id}/test`, { body: { event_type: 'email.received' } })
  expect(tested.status).toBe(202)
  const hit = await nextHit()
  expect(decodeURIComponent(String(hit.rawBody))).toContain('recipient@example.com')
})
