import { afterAll, beforeAll, expect, test } from 'vitest'
import { BareNewlines } from '../../src/smtp/bare-newlines.js'
import { atData, smtpClient } from '../support/smtp-client.js'
import { DOMAIN, type SmtpListenerApp, startListener } from './smtp-app.js'

/*
 * SMTP smuggling (CVE-2023-51764): a sequence that one server takes for the end of a mail and another one does not,
 * with a second mail behind it.
 */

let app: SmtpListenerApp
beforeAll(async () => {
  app = await startListener({ SMTP_MAILS_PER_MINUTE: '0' })
})
afterAll(() => app.close())

const SMUGGLED = `MAIL FROM:<boss@bank.test>\r\nRCPT TO:<smuggled@${DOMAIN}>\r\nDATA\r\nSubject: forged\r\n\r\nPay.\r\n`

test.each([
  ['LF . LF', '\n.\n'],
  ['LF . CRLF', '\n.\r\n'],
  ['CRLF . LF', '\r\n.\n'],
  ['CR . CRLF', '\r.\r\n'],
  ['CRLF . CR', '\r\n.\r'],
  ['CR . CR', '\r.\r'],
  ['LF . CR LF after CR', '\r\n\n.\r\n'],
  ['CRLF NUL . CRLF', '\r\n\0.\r\n'],
])('%s does not end a mail, so nothing behind it is a command', async (_name, end) => {
  for (const slowly of [false, true]) {
    const client = await atData(app.port, `victim@${DOMAIN}`)
    const bytes = `Subject: outer\r\n\r\nHello.${end}${SMUGGLED}.\r\n`
    if (slowly) for (const byte of bytes) client.write(byte)
    else client.write(bytes)
    const reply = await client.reply()
    // NUL is an ordinary byte: that mail is whole. The others have a bare CR or LF.
    expect(reply).toMatch(end.includes('\0') ? /^250 / : /^550 5\.6\.0 .*CR LF/)
    expect(await client.command('NOOP')).toMatch(/^250 /)
    expect(client.said.match(/^354 /gm)).toHaveLength(1)
    client.close()
  }
  expect(await app.app.models.inboundEmails.countDocuments({ recipient: `smuggled@${DOMAIN}` })).toBe(0)
})

test('commands that arrive in plain text before TLS are not run inside it', async () => {
  const client = await smtpClient(app.port)
  expect(await client.command('EHLO client.test')).not.toContain('STARTTLS')
  expect(await client.command('STARTTLS')).toMatch(/^500 /)
  client.close()
})

test.each([
  [['a\r\nb\r\n'], false],
  [['a\r', '\nb\r\n'], false],
  [['', 'a\r', '', '\n'], false],
  [['a\nb'], true],
  [['\n'], true],
  [['a\r', 'b'], true],
  [['a\rb\r\n'], true],
  [['a\r\r\n'], true],
  [['a\r\n', '\n'], true],
  [['a\r'], true],
  [['a\r', ''], true],
])('bare line ends in %j: %s', (parts, isBare) => {
  const newlines = new BareNewlines()
  for (const part of parts) newlines.push(Buffer.from(part))
  expect(newlines.end()).toBe(isBare)
})
