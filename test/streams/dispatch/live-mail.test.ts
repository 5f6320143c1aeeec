import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink.js'
import { aSend, eventually, startApp, type TestApp } from '../../support/start-app.js'

/** A mail as its receiver reads it, and its envelope recipients. */
interface Arrived {
  raw: Buffer
  recipients: string[] | null
}

let sink: SmtpSink
const apps = new Map<string, TestApp>()
beforeAll(async () => {
  sink = await startSmtpSink()
  apps.set('capture', await startApp())
  apps.set('smtp', await startApp({ MAIL_PROVIDER: 'smtp', SMTP_URL: sink.url }))
})
afterAll(async () => {
  for (const app of apps.values()) await app.close()
  await sink.close()
})

async function arrived(provider: string, app: TestApp, providerMessageId: string): Promise<Arrived> {
  const needle = `<${providerMessageId}>`
  if (provider === 'smtp') {
    const mail = sink.mails.find(({ parsed }) => parsed.messageId === needle)!
    return { raw: mail.raw, recipients: mail.envelope.to }
  }
  const { mails } = (await app.call('GET', '/dev/outbox')).body
  for (const { id } of mails) {
    const raw = Buffer.from((await app.call('GET', `/dev/outbox/${id}`)).body)
    if (raw.includes(needle)) return { raw, recipients: null }
  }
  throw new Error('the mail did not arrive')
}

describe.each([
  // The outbox is where captured mail ends.
  { provider: 'capture', last: 'delivered' },
  { provider: 'smtp', last: 'sent' },
])('with the provider $provider', ({ provider, last }) => {
  async function send(overrides: Record<string, unknown>) {
    const app = apps.get(provider)!
    const body = aSend({ destination: { email: app.ownerEmail }, ...overrides })
    const sent = await app.call('POST', '/v1/send', { body })
    expect(sent.status, JSON.stringify(sent.body)).toBe(201)
    const message = await eventually(last, async () => {
      const found = (await app.call('GET', `/v1/messages/${sent.body.id}`)).body
      return found.status === last ? found : null
    })
    const { raw, recipients } = await arrived(provider, app, message.provider_message_id)
    return { app, message, raw, recipients, mail: await simpleParser(raw) }
  }

  test('the timeline shows sent with the Message-ID without brackets', async () => {
    const { message, mail } = await send({})
    expect(message.events.map(({ type }: { type: string }) => type)).toEqual([...new Set(['sent', last])])
    expect(message.events[0]).toMatchObject({
      type: 'sent',
      source: 'worker',
      payload: { provider_message_id: message.provider_message_id },
    })
    expect(Object.keys(message.events[0].payload)).toEqual(['provider_message_id'])
    expect(message.provider_message_id).not.toMatch(/[<>]/)
    expect(message.provider_message_id).toContain(message.id)
    expect(mail.messageId).toBe(`<${message.provider_message_id}>`)
    const sentAt = Date.parse(message.events[0].occurred_at)
    expect(sentAt).toBeGreaterThanOrEqual(Date.parse(message.created_at) - 5)
    expect(sentAt).toBeLessThanOrEqual(Date.now())
  })

  test('text, html, subject and names in every script arrive unchanged', async () => {
    const { mail, app } = await send({
      destination: { email: apps.get(provider)!.ownerEmail, name: 'Ünal “世界” 🌍, Inc.' },
      payload: {
        subject: 'Grüße 世界 🌍 — “quoted”',
        body_text: 'Zeile 1\nZeile 2: ümläut 世界 🌍\n.\nFrom here\n',
        body_html: '<p>ümläut 世界 🌍 &amp; <b>fett</b></p>',
      },
      metadata: { from_email: `"Łódź & Söhne" <${apps.get(provider)!.app.config.sharedEmailSender}>` },
    })
    expect(mail.subject).toBe('Grüße 世界 🌍 — “quoted”')
    expect(mail.text).toBe('Zeile 1\nZeile 2: ümläut 世界 🌍\n.\nFrom here\n')
    expect(mail.html).toContain('<p>ümläut 世界 🌍 &amp; <b>fett</b></p>')
    expect(mail.from!.value).toEqual([{ name: 'Łódź & Söhne', address: app.app.config.sharedEmailSender }])
    expect([mail.to!].flat()[0]!.value).toEqual([{ name: 'Ünal “世界” 🌍, Inc.', address: app.ownerEmail }])
  })

  test('cc is in the header, bcc only in the envelope, and Reply-To is set', async () => {
    const own = apps.get(provider)!.ownerEmail
    const { mail, raw, recipients } = await send({
      destination: { email: own, cc: [`Chef <${own.toUpperCase()}>`], bcc: [`Hidden Person <${own}>`] },
      payload: { subject: 's', body_text: 't', reply_to: ['Help <help@example.com>', 'sales@example.com'] },
    })
    expect([mail.cc!].flat()[0]!.value).toMatchObject([{ name: 'Chef' }])
    expect(mail.bcc).toBeUndefined()
    expect(raw.toString()).not.toMatch(/^bcc:|Hidden Person/im)
    expect(mail.replyTo!.value).toEqual([
      { name: 'Help', address: 'help@example.com' },
      { name: '', address: 'sales@example.com' },
    ])
    if (recipients) expect(new Set(recipients.map((address) => address.toLowerCase()))).toEqual(new Set([own]))
  })

  test('custom headers and attachments arrive', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000', 'hex')
    const { mail } = await send({
      payload: {
        subject: 's',
        body_html: '<img src="cid:logo@x">',
        headers: { 'X-Order': '4711 ü', 'In-Reply-To': '<before@example.com>' },
        attachments: [
          {
            filename: 'Rechnung März.txt',
            content_type: 'text/plain',
            content: Buffer.from('zwölf €\n').toString('base64'),
          },
          { filename: 'logo.png', content_type: 'image/png', content: png.toString('base64'), content_id: 'logo@x' },
        ],
      },
    })
    expect(mail.headers.get('x-order')).toBe(`=?UTF-8?B?${Buffer.from('4711 ü').toString('base64')}?=`)
    expect(mail.inReplyTo).toBe('<before@example.com>')
    const [image, text] = mail.attachments
    expect(text).toMatchObject({
      filename: 'Rechnung März.txt',
      contentType: 'text/plain',
      contentDisposition: 'attachment',
    })
    expect(text!.content.toString()).toBe('zwölf €\n')
    expect(image).toMatchObject({ filename: 'logo.png', contentType: 'image/png', cid: 'logo@x', related: true })
    expect(image!.content.equals(png)).toBe(true)
  })

  test('mail without a sender comes from the shared sender', async () => {
    const { mail, app } = await send({})
    expect(mail.from!.value).toEqual([{ name: '', address: app.app.config.sharedEmailSender }])
  })

  test('no input can inject a header', async () => {
    const { raw } = await send({
      destination: { email: apps.get(provider)!.ownerEmail, name: 'A"> <evil@example.com>, B' },
      payload: {
        subject: '=?utf-8?Q?=0D=0ABcc:_evil@example.com?=',
        body_text: 'x\r\n.\r\nMAIL FROM:<evil@example.com>\r\n',
        headers: { 'X-A': 'Bcc: evil@example.com' },
      },
    })
    const head = raw.toString().split('\r\n\r\n', 1)[0]!
    expect(head).not.toMatch(/^(bcc|cc):/im)
    expect(head.match(/^to:/gim)).toHaveLength(1)
    const parsed = await simpleParser(raw)
    expect([parsed.to!].flat()[0]!.value.map(({ address }) => address)).toEqual([apps.get(provider)!.ownerEmail])
    expect(parsed.text).toContain('MAIL FROM:<evil@example.com>')
  })
})
