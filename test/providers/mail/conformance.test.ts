import { type ParsedMail, simpleParser } from 'mailparser'
import mongoose, { type Connection } from 'mongoose'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { outboxMailModel } from '../../../src/models/outbox-mail.js'
import { createCaptureTransport } from '../../../src/providers/capture/transport.js'
import type { MailTransport, OutgoingMail } from '../../../src/providers/mail/mail-transport.js'
import { createSesTransport } from '../../../src/providers/ses/transport.js'
import { createSmtpTransport } from '../../../src/providers/smtp/transport.js'
import { startSesStandIn } from '../../support/ses-stand-in.js'
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink.js'
import { outgoingMail, patient, silentLog } from './outgoing-mail.js'

/** A mail as it was received. */
interface Arrived {
  raw: Buffer
  parsed: ParsedMail
  recipients: string[]
}

/** A provider under test, with access to the mail that it received for a message. */
interface Candidate {
  transport: MailTransport
  arrived(mail: OutgoingMail): Promise<Arrived[]>
  /** The provider's id of the latest copy, if it is not the Message-ID. */
  idOf?(mail: OutgoingMail): Promise<string>
  close(): Promise<void>
}

const candidates: Record<MailTransport['name'], () => Promise<Candidate>> = {
  async capture() {
    const connection: Connection = await mongoose
      .createConnection(inject('mongoUri'), {
        dbName: `mail_conformance_${process.pid}_${Date.now()}`,
        autoIndex: false,
      })
      .asPromise()
    const outbox = outboxMailModel(connection)
    await outbox.createIndexes()
    const transport = createCaptureTransport({ connection, log: silentLog })
    return {
      transport,
      async arrived({ messageId }) {
        const documents = await outbox.find({ message_id: messageId }).lean()
        return Promise.all(
          documents.map(async ({ mime, to, cc, bcc }) => {
            const raw = Buffer.from(mime.buffer)
            return { raw, parsed: await simpleParser(raw), recipients: [...to, ...cc, ...bcc] }
          }),
        )
      },
      async close() {
        await transport.close()
        await connection.dropDatabase()
        await connection.close()
      },
    }
  },

  async smtp() {
    const sink: SmtpSink = await startSmtpSink()
    const transport = createSmtpTransport({ url: sink.url, log: silentLog })
    return {
      transport,
      async arrived({ rfcMessageId }) {
        return sink.mails
          .filter(({ parsed }) => parsed.messageId === `<${rfcMessageId}>`)
          .map(({ raw, parsed, envelope }) => ({ raw, parsed, recipients: envelope.to }))
      },
      async close() {
        await transport.close()
        await sink.close()
      },
    }
  },

  async ses() {
    const ses = await startSesStandIn()
    const { region, endpoint, credentials } = ses
    const transport = createSesTransport({ region, endpoint, credentials, log: silentLog })
    const takenFor = ({ messageId }: OutgoingMail) => ses.mails.filter(({ tags }) => tags.message_id === messageId)
    return {
      transport,
      async arrived(mail) {
        return takenFor(mail).map(({ raw, parsed, destination: { to, cc, bcc } }) => ({
          raw,
          parsed,
          recipients: [...to, ...cc, ...bcc],
        }))
      },
      idOf: async (mail) => takenFor(mail).at(-1)?.id ?? '',
      async close() {
        await transport.close()
        await ses.close()
      },
    }
  },
}

describe.each(Object.keys(candidates) as MailTransport['name'][])('the mail provider %s', (name) => {
  let candidate: Candidate
  let transport: MailTransport

  beforeAll(async () => {
    candidate = await candidates[name]()
    transport = candidate.transport
  })
  afterAll(() => candidate?.close())

  const idOf = async (mail: OutgoingMail) => (candidate.idOf ? candidate.idOf(mail) : mail.rfcMessageId)

  /** Sends a mail that must be accepted, and returns it as received. */
  async function deliver(changes: Partial<OutgoingMail>): Promise<Arrived & { mail: OutgoingMail }> {
    const mail = outgoingMail(changes)
    const result = await transport.send(mail, patient)
    expect(result).toMatchObject({ outcome: 'accepted', providerMessageId: await idOf(mail) })
    const arrived = await candidate.arrived(mail)
    expect(arrived).toHaveLength(1)
    return { ...(arrived[0] as Arrived), mail }
  }

  test('has its name, and passes its check', async () => {
    expect(transport.name).toBe(name)
    expect(transport.concurrency).toBeGreaterThan(0)
    await expect(transport.check()).resolves.toBeUndefined()
  })

  test('carries subjects, names and bodies in any script', async () => {
    const text = 'Grüße, Ада\n漢字 🎉\n.\n.. dots\nFrom here on\n'
    const html = '<p>Grüße, <b>Ада</b> 漢字 🎉</p>'
    const { parsed } = await deliver({
      subject: 'Grüße, Ада – 漢字 🎉 and then some more words to make it long enough to be folded',
      from: { name: 'Jörg “the” Müller', email: 'joerg@acme.example' },
      to: [{ name: 'Ада, Лавлейс', email: 'ada@example.com' }],
      text,
      html,
    })
    expect(parsed.subject).toBe('Grüße, Ада – 漢字 🎉 and then some more words to make it long enough to be folded')
    expect(parsed.from?.value).toEqual([{ name: 'Jörg “the” Müller', address: 'joerg@acme.example' }])
    expect(parsed.to).toMatchObject({ value: [{ name: 'Ада, Лавлейс', address: 'ada@example.com' }] })
    expect(parsed.text).toBe(text)
    expect(parsed.html).toBe(html)
  })

  test('sends text and HTML as alternatives, or either alone', async () => {
    const both = await deliver({ text: 'plain', html: '<b>rich</b>' })
    expect(both.parsed.headers.get('content-type')).toMatchObject({ value: 'multipart/alternative' })
    expect(both.raw.indexOf('text/plain')).toBeLessThan(both.raw.indexOf('text/html'))
    const textOnly = await deliver({ text: 'plain', html: null })
    expect(textOnly.parsed.headers.get('content-type')).toMatchObject({ value: 'text/plain' })
    const htmlOnly = await deliver({ text: null, html: '<b>rich</b>' })
    expect(htmlOnly.parsed.headers.get('content-type')).toMatchObject({ value: 'text/html' })
  })

  test('delivers attachments unchanged, whatever their names', async () => {
    const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
    const names = [
      ...['report.pdf', 'Zeugnis Müller (2).pdf', '漢字.bin', "it's; a=b.bin", 'say "hi".bin', 'back\\slash.bin'],
      ...['../../etc/passwd', `${'long'.repeat(50)}.bin`, '.hidden', 'no-extension', '100%.bin'],
    ]
    const { parsed } = await deliver({
      attachments: names.map((filename) => ({
        filename,
        contentType: 'application/octet-stream',
        content: everyByte,
        contentId: null,
      })),
    })
    expect(parsed.attachments.map(({ filename }) => filename)).toEqual(names)
    for (const { content, contentDisposition } of parsed.attachments) {
      expect(content).toEqual(everyByte)
      expect(contentDisposition).toBe('attachment')
    }
  })

  test('shows an image in the HTML that refers to it, and attaches the rest', async () => {
    const png = Buffer.from('89504e470d0a1a0a', 'hex')
    const { parsed, raw } = await deliver({
      html: '<img src="cid:logo@acme">',
      attachments: [
        { filename: 'logo.png', contentType: 'image/png', content: png, contentId: 'logo@acme' },
        { filename: 'empty.txt', contentType: 'text/plain', content: Buffer.alloc(0), contentId: null },
      ],
    })
    expect(raw.includes('multipart/related')).toBe(true)
    expect(parsed.attachments).toMatchObject([
      { filename: 'logo.png', cid: 'logo@acme', contentDisposition: 'inline', related: true, content: png },
      { filename: 'empty.txt', contentDisposition: 'attachment', size: 0 },
    ])
    expect(parsed.html).toContain(`data:image/png;base64,${png.toString('base64')}`)
  })

  test('reaches every recipient, and hides the bcc recipients from all', async () => {
    const mailboxes = (kind: string, count: number) =>
      Array.from({ length: count }, (_, n) => ({ name: null, email: `${kind}${n}@example.com` }))
    const { parsed, raw, recipients } = await deliver({
      to: mailboxes('to', 20),
      cc: mailboxes('cc', 20),
      bcc: [...mailboxes('hidden', 10), { name: 'Also hidden', email: 'to0@example.com' }],
      replyTo: [{ name: 'Help', email: 'help@acme.example' }],
    })
    expect(new Set(recipients)).toEqual(
      new Set([...mailboxes('to', 20), ...mailboxes('cc', 20), ...mailboxes('hidden', 10)].map(({ email }) => email)),
    )
    expect(parsed.to).toMatchObject({ value: { length: 20 } })
    expect(parsed.cc).toMatchObject({ value: { length: 20 } })
    expect(parsed.replyTo?.value).toEqual([{ name: 'Help', address: 'help@acme.example' }])
    expect(raw.toString()).not.toMatch(/hidden|bcc/i)
  })

  test('carries the given date, Message-ID and headers', async () => {
    const { parsed, mail } = await deliver({
      date: new Date('2026-02-03T04:05:06Z'),
      headers: {
        'X-Campaign': 'spring',
        'X-Greeting': 'Grüße, 漢字',
        'In-Reply-To': '<one@example.com>',
        References: '<zero@example.com> <one@example.com>',
        'List-Id': 'News <news.acme.example>',
      },
    })
    expect(parsed.date).toEqual(new Date('2026-02-03T04:05:06Z'))
    expect(parsed.messageId).toBe(`<${mail.rfcMessageId}>`)
    expect(parsed.headers.get('x-campaign')).toBe('spring')
    // RFC 2047; the reader decodes only the headers it knows.
    expect(parsed.headers.get('x-greeting')).toBe(`=?UTF-8?B?${Buffer.from('Grüße, 漢字').toString('base64')}?=`)
    expect(parsed.inReplyTo).toBe('<one@example.com>')
    expect(parsed.references).toEqual(['<zero@example.com>', '<one@example.com>'])
    expect(parsed.headers.has('auto-submitted')).toBe(false)
  })

  test('resends a mail byte for byte', async () => {
    const attachments = [
      { filename: 'a.bin', contentType: 'application/x-a', content: Buffer.from('a'), contentId: 'a' },
    ]
    const { raw, mail } = await deliver({ attachments, html: '<img src="cid:a">' })
    const again = await transport.send({ ...mail, date: new Date(mail.date) }, patient)
    expect(again).toMatchObject({ outcome: 'accepted', providerMessageId: await idOf(mail) })
    for (const copy of await candidate.arrived(mail)) expect(copy.raw.equals(raw)).toBe(true)
  })

  test.each<[string, Partial<OutgoingMail>]>([
    ['the subject', { subject: 'Hi\r\nBcc: x@evil.example' }],
    ['a name', { from: { name: 'A\nBcc: x@evil.example', email: 'a@acme.example' } }],
    ['an address', { to: [{ name: null, email: 'a@example.com>\r\nRCPT TO:<x@evil.example' }] }],
    ['a header', { headers: { 'X-A': 'a\r\n\r\n<p>body</p>' } }],
  ])('refuses a mail whose author tries to break out of %s', async (_where, changes) => {
    const mail = outgoingMail(changes)
    expect(await transport.send(mail, patient)).toEqual({ outcome: 'refused', error: expect.any(String) })
    expect(await candidate.arrived(mail)).toEqual([])
  })

  test('takes many mails at once and keeps them apart', async () => {
    const mails = Array.from({ length: 300 }, (_, n) => outgoingMail({ subject: `Mail ${n}` }))
    const results = await Promise.all(mails.map((mail) => transport.send(mail, patient)))
    const ids = await Promise.all(mails.map(idOf))
    expect(results).toMatchObject(ids.map((providerMessageId) => ({ outcome: 'accepted', providerMessageId })))
    const arrived = await Promise.all(mails.map((mail) => candidate.arrived(mail)))
    expect(arrived.map((copies) => copies.map(({ parsed }) => parsed.subject))).toEqual(
      mails.map(({ subject }) => [subject]),
    )
  })

  test('does not start if no time is left', async () => {
    const mail = outgoingMail()
    const result = await transport.send(mail, { signal: AbortSignal.abort() })
    expect(result).toEqual({ outcome: 'deferred', error: 'timed out' })
    expect(await candidate.arrived(mail)).toEqual([])
  })

  test('closes after mail in progress is done, and defers later mail', async () => {
    const other = await candidates[name]()
    const mails = Array.from({ length: 20 }, () => outgoingMail())
    const results = mails.map((mail) => other.transport.send(mail, patient))
    await Promise.all([other.transport.close(), other.transport.close()])
    expect((await Promise.all(results)).map(({ outcome }) => outcome)).toEqual(mails.map(() => 'accepted'))
    for (const mail of mails) expect(await other.arrived(mail)).toHaveLength(1)
    expect(await other.transport.send(outgoingMail(), patient)).toMatchObject({ outcome: 'deferred' })
    await other.close()
  })
})
