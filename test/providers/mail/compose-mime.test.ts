import { isAscii } from 'node:buffer'
import fc from 'fast-check'
import { simpleParser } from 'mailparser'
import { describe, expect, test } from 'vitest'
import { composeMime, MailComposeError } from '../../../src/providers/mail/compose-mime.js'
import type { OutgoingMail } from '../../../src/providers/mail/mail-transport.js'
import { outgoingMail } from './outgoing-mail.js'

// No extension, because the tests' MIME reader would guess a type from it.
const file = { filename: 'file', contentType: 'text/plain', content: Buffer.from('a'), contentId: null }

describe('composing a mail', () => {
  test.each<[string, Partial<OutgoingMail>]>([
    ['a line feed in the subject', { subject: 'Hi\nBcc: x@evil.example' }],
    ['a carriage return in the subject', { subject: 'Hi\rBcc: x@evil.example' }],
    ['NUL in the subject', { subject: 'Hi\0' }],
    ['a line break in the name of the sender', { from: { name: 'A\r\nBcc: x@evil.example', email: 'a@acme.example' } }],
    ['a line break in an address', { to: [{ name: null, email: 'a@example.com\r\nBcc: x@evil.example' }] }],
    ['two addresses in one', { to: [{ name: null, email: 'a@example.com>, <x@evil.example' }] }],
    ['a line break in a bcc recipient', { bcc: [{ name: null, email: 'a@example.com\nRCPT TO:<x@evil.example>' }] }],
    ['a line break in a reply address', { replyTo: [{ name: 'x\n', email: 'a@example.com' }] }],
    ['a line break in a header value', { headers: { 'X-A': '1\r\nBcc: x@evil.example' } }],
    ['a line break in a header name', { headers: { 'X-A: 1\r\nBcc': 'x@evil.example' } }],
    ['a colon in a header name', { headers: { 'X-A:': '1' } }],
    ['a line break in a file name', { attachments: [{ ...file, filename: 'a\r\nX: y.txt' }] }],
    ['a very long file name', { attachments: [{ ...file, filename: 'a'.repeat(256) }] }],
    ['a line break in a content type', { attachments: [{ ...file, contentType: 'text/plain\r\nX: y' }] }],
    ['a line break in a content id', { attachments: [{ ...file, contentId: 'a\r\nX: y' }] }],
    ['an angle bracket in a content id', { attachments: [{ ...file, contentId: 'a><b' }] }],
    ['a Message-ID that ends early', { rfcMessageId: 'a@b>\r\nBcc: x@evil.example' }],
    ['a header word longer than a line', { headers: { 'X-A': 'a'.repeat(1000) } }],
    ['a name longer than a line', { from: { name: 'a'.repeat(1000), email: 'a@acme.example' } }],
    ['a message id outside ASCII', { headers: { References: '<é@example.com>' } }],
  ])('refuses %s', async (_what, changes) => {
    await expect(composeMime(outgoingMail(changes))).rejects.toBeInstanceOf(MailComposeError)
  })

  test('writes lines of at most 998 ASCII characters with CRLF for any text', async () => {
    const words = fc.constantFrom(
      'a',
      ' ',
      '\t',
      '.',
      '\n',
      '\r',
      '\r\n',
      '\0',
      'é',
      '漢字',
      '🎉',
      '\ud800',
      'x'.repeat(1200),
    )
    const text = fc.oneof(
      fc.array(words, { maxLength: 12 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary', maxLength: 200 }),
    )
    const inline = text.map((value) => value.replace(/[\0\r\n]/g, ''))
    const name = inline.map((value) => value.slice(0, 250))
    await fc.assert(
      fc.asyncProperty(text, text, inline, name, async (body, html, subject, filename) => {
        const attachments = [
          { ...file, filename },
          { ...file, filename, contentType: 'message/rfc822', content: Buffer.from(body) },
        ]
        const raw = await composeMime(outgoingMail({ text: body, html, subject, attachments }))
        const lines = raw.toString('latin1').split('\r\n')
        for (const line of lines) {
          expect(line.length).toBeLessThanOrEqual(998)
          expect(isAscii(Buffer.from(line, 'latin1'))).toBe(true)
          expect(line).not.toMatch(/[\0\r\n]/)
        }
        const read = await simpleParser(raw)
        expect(read.to).toMatchObject({ value: [{ address: 'ada@example.com' }] })
        expect(read.attachments).toHaveLength(2)
      }),
      { numRuns: 300 },
    )
  })

  test('keeps a subject that looks like an encoded word as literal text', async () => {
    const subject = 'How to write =?utf-8?Q?=42cc?='
    const read = await simpleParser(await composeMime(outgoingMail({ subject })))
    expect(read.subject).toBe(subject)
  })

  test('keeps a subject of one very long word', async () => {
    const subject = 'x'.repeat(3000)
    expect((await simpleParser(await composeMime(outgoingMail({ subject })))).subject).toBe(subject)
  })

  test('attaches a message as a message if it can travel unencoded, otherwise as a plain file', async () => {
    const clean = Buffer.from('Subject: inner\r\n\r\nHello\r\n')
    const eightBit = Buffer.from('Subject: inner\r\n\r\nHé\r\n')
    const loneCr = Buffer.from('Subject: inner\r\n\r\nHe\rllo\r\n')
    const raw = await composeMime(
      outgoingMail({
        attachments: [clean, eightBit, loneCr].map((content) => ({ ...file, contentType: 'message/rfc822', content })),
      }),
    )
    const read = await simpleParser(raw)
    expect(read.attachments.map(({ contentType }) => contentType)).toEqual([
      'message/rfc822',
      'application/octet-stream',
      'application/octet-stream',
    ])
    expect(read.attachments[1]?.content).toEqual(eightBit)
    expect(read.attachments[2]?.content).toEqual(loneCr)
  })

  test.each(['multipart/mixed', 'nonsense', 'a/b/c', 'text/plain; charset="é"', ''])(
    'sends a file of the type %j as a plain file',
    async (contentType) => {
      const raw = await composeMime(outgoingMail({ attachments: [{ ...file, contentType }] }))
      expect((await simpleParser(raw)).attachments[0]).toMatchObject({
        contentType: 'application/octet-stream',
        content: file.content,
      })
    },
  )

  test('adds no Bcc, Auto-Submitted or X-Mailer', async () => {
    const raw = await composeMime(outgoingMail({ bcc: [{ name: null, email: 'hidden@example.com' }] }))
    const { headers } = await simpleParser(raw)
    expect([...headers.keys()].sort()).toEqual([
      ...['content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'],
    ])
    expect(raw.includes('hidden@example.com')).toBe(false)
  })
})
