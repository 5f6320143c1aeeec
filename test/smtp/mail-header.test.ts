import { afterAll, beforeAll, expect, test } from 'vitest'
import { MailHeader } from '../../src/smtp/mail-header.js'
import { atData } from '../support/smtp-client.js'
import { DOMAIN, type SmtpListenerApp, startListener } from './smtp-app.js'

let app: SmtpListenerApp
beforeAll(async () => {
  app = await startListener({ SMTP_MAILS_PER_MINUTE: '0' })
})
afterAll(() => app.close())

async function replyTo(mail: string): Promise<string> {
  const client = await atData(app.port, `a@${DOMAIN}`)
  client.write(mail)
  const reply = await client.command('\r\n.')
  expect(await client.command('NOOP')).toMatch(/^250 /)
  client.close()
  return reply
}

const filler = (bytes: number) => `X-Filler: ${'x'.repeat(900)}\r\n`.repeat(Math.ceil(bytes / 912))
const hops = (count: number) => 'rEceived: from a.test by b.test\r\n'.repeat(count)

test('hops count wherever they are in the header, in upper and lower case, and nowhere else', async () => {
  expect(await replyTo(`${filler(300_000)}${hops(101)}\r\nText.`)).toMatch(/^554 5\.4\.6 .* circle/)
  expect(await replyTo(`${filler(300_000)}${hops(100)}\r\n${hops(50)}`)).toMatch(/^250 /)
  expect(await replyTo(`${'X-Received: a\r\n received: b\r\n'.repeat(101)}\r\nText.`)).toMatch(/^250 /)
})

test('a header of more than 1 MiB is refused, and its connection goes on', async () => {
  expect(await replyTo(`${filler(1024 * 1024)}\r\nText.`)).toBe('552 5.3.4 The header of the mail has more than 1 MiB.')
  expect(await replyTo(`Subject: S\r\n\r\n${filler(2 * 1024 * 1024)}`)).toMatch(/^250 /)
  expect(await replyTo(`${'no field\r\n'.repeat(200_000)}`)).toMatch(/^250 /)
})

test.each([
  ['Received: a\r\nSubject: b\r\nRECEIVED : c\r\n', '\r\nReceived: d\r\n', 2],
  ['From somebody 2026\r\nReceived: a\r\n\tReceived: b\r\n', 'no field\r\nReceived: d\r\n', 1],
  ['>From somebody\r\n Received: a\r\nReceived-SPF: b\r\nReceive: c\r\n', 'From here\r\nReceived: d\r\n', 0],
])('the header %j ends before %j, however it is cut', (head, body, hops) => {
  const mail = Buffer.from(head + body)
  const read = (parts: Buffer[]) => {
    const header = new MailHeader()
    for (const part of parts) header.push(part)
    // The body is noticed by its first bytes.
    expect(header.bytes - head.length).toBeLessThanOrEqual(6)
    return [header.hops, header.bytes]
  }
  const whole = read([mail])
  expect(whole[0]).toBe(hops)
  for (let cut = 0; cut <= mail.length; cut += 1) {
    expect(read([mail.subarray(0, cut), mail.subarray(cut)])).toEqual(whole)
  }
  expect(read(Array.from(mail, (byte) => Buffer.of(byte)))).toEqual(whole)
})

test('the time grows with the length, and not with its square', () => {
  const cpuMs = (lines: number) => {
    const mail = Buffer.from('a: b\r\n'.repeat(lines))
    const times = Array.from({ length: 5 }, () => {
      const begin = process.cpuUsage()
      new MailHeader().push(mail)
      return process.cpuUsage(begin).user / 1_000
    })
    return Math.min(...times)
  }
  cpuMs(100_000)
  // Four times the lines, with 2.5 allowed for each doubling: a square would be 16.
  expect(cpuMs(1_600_000)).toBeLessThan(6.25 * cpuMs(400_000) + 5)
})
