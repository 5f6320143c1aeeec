import { randomBytes } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { atData, smtpClient } from '../support/smtp-client.js'
import { DOMAIN, type SmtpListenerApp, startListener } from './smtp-app.js'

const MIB = 1024 * 1024
let app: SmtpListenerApp
beforeAll(async () => {
  app = await startListener({ SMTP_MAILS_PER_MINUTE: '0' })
})
afterAll(() => app.close())

const rowsTo = (recipient: string) => app.app.models.inboundEmails.find({ recipient }).lean()
const mail = (text: string) => `From: ada@elsewhere.test\r\nSubject: Hello\r\n\r\n${text}\r\n`

test('a mail from nodemailer is stored byte for byte, with its envelope and its client', async () => {
  const transport = createTransport({ host: '127.0.0.1', port: app.port, name: 'client.test' })
  const raw = mail('Hello, world.\r\n.a line with a dot\r\n..two')
  const info = await transport.sendMail({
    envelope: { from: 'ada@elsewhere.test', to: [`help@${DOMAIN}`, `Sales@${DOMAIN.toUpperCase()}`] },
    raw,
  })
  expect(info.accepted).toHaveLength(2)
  expect(info.response).toMatch(/^250 2\.6\.0 Received as inb_\w{26} and 1 more$/)
  const [row] = await rowsTo(`help@${DOMAIN}`)
  expect(row).toMatchObject({
    account_id: app.accountId,
    envelope_from: 'ada@elsewhere.test',
    client: { ip: '127.0.0.1', helo: 'client.test' },
    size_bytes: raw.length,
  })
  expect(await rowsTo(`sales@${DOMAIN}`)).toHaveLength(1)
  expect((await app.stored(raw))?.toString()).toBe(raw)
})

test('the null sender and 8-bit bytes are taken as they are', async () => {
  const client = await atData(app.port, `bytes@${DOMAIN}`, { sender: '' })
  const body = Buffer.from(randomBytes(64 * 1024).filter((byte) => byte !== 10 && byte !== 13 && byte !== 46))
  const raw = Buffer.concat([Buffer.from('Subject: bytes\r\n\r\n'), body, Buffer.from('\r\n')])
  client.write(raw)
  expect(await client.command('.')).toMatch(/^250 /)
  expect((await app.stored(raw))?.equals(raw)).toBe(true)
  expect(await rowsTo(`bytes@${DOMAIN}`)).toMatchObject([{ envelope_from: '' }])
  client.close()
})

test('a recipient whose domain does not receive mail is refused, and the others get theirs', async () => {
  const client = await smtpClient(app.port)
  await client.command('EHLO client.test')
  await client.command('MAIL FROM:<ada@elsewhere.test>')
  expect(await client.command('RCPT TO:<ada@elsewhere.test>')).toBe('550 5.1.1 There is no such recipient here.')
  expect(await client.command(`RCPT TO:<one@${DOMAIN}>`)).toMatch(/^250 /)
  expect(await client.command('DATA')).toMatch(/^354 /)
  expect(await client.command(`${mail('To one.')}.`)).toMatch(/^250 /)
  expect(await rowsTo(`one@${DOMAIN}`)).toHaveLength(1)
  client.close()
})

test('mail to the postmaster without a domain goes to that of the domain of this server', async () => {
  const own = await startListener({ INBOUND_MX_HOST: `mx.in.${DOMAIN}` })
  const client = await smtpClient(own.port)
  await client.command('EHLO client.test')
  await client.command('MAIL FROM:<ada@elsewhere.test>')
  expect(await client.command('RCPT TO:<Postmaster>')).toMatch(/^250 /)
  expect(await client.command('RCPT TO:<abuse>')).toMatch(/^501 /)
  expect(await client.command('DATA')).toMatch(/^354 /)
  expect(await client.command(`${mail('To whoever runs this.')}.`)).toMatch(/^250 /)
  const { inboundEmails } = own.app.models
  expect(await inboundEmails.find().lean()).toMatchObject([{ recipient: `postmaster@${DOMAIN}` }])
  client.close()
  await own.close()
})

test('without such a domain there is no postmaster', async () => {
  const client = await smtpClient(app.port)
  await client.command('EHLO client.test')
  await client.command('MAIL FROM:<ada@elsewhere.test>')
  expect(await client.command('RCPT TO:<postmaster>')).toMatch(/^550 5\.1\.1 /)
  client.close()
})

test('a mail without an accepted recipient is not transferred', async () => {
  const client = await smtpClient(app.port)
  await client.command('EHLO client.test')
  await client.command('MAIL FROM:<ada@elsewhere.test>')
  await client.command('RCPT TO:<ada@elsewhere.test>')
  expect(await client.command('DATA')).toMatch(/^503 /)
  client.close()
})

test('the same mail again is the same inbound email', async () => {
  const replies: string[] = []
  for (let time = 0; time < 2; time += 1) {
    const client = await atData(app.port, `again@${DOMAIN}`)
    replies.push(await client.command(`${mail('Once.')}.`))
    client.close()
  }
  expect(replies[0]).toMatch(/^250 /)
  expect(replies[1]).toBe(replies[0])
  expect(await rowsTo(`again@${DOMAIN}`)).toHaveLength(1)
})

test('twenty clients at once, each with several mails over one connection', async () => {
  const send = async (index: number) => {
    const transport = createTransport({ host: '127.0.0.1', port: app.port, pool: true, maxConnections: 1 })
    for (let time = 0; time < 5; time += 1) {
      const raw = mail(`Mail ${index}.${time}`)
      await transport.sendMail({ envelope: { from: 'a@elsewhere.test', to: [`many@${DOMAIN}`] }, raw })
    }
    transport.close()
  }
  await Promise.all(Array.from({ length: 20 }, (_none, index) => send(index)))
  expect(await rowsTo(`many@${DOMAIN}`)).toHaveLength(100)
})

test('pipelined commands are answered in order, and the next mail may follow at once', async () => {
  const client = await smtpClient(app.port)
  expect(await client.command('EHLO client.test')).toContain('PIPELINING')
  const envelope = `MAIL FROM:<a@elsewhere.test>\r\nRCPT TO:<pipe@${DOMAIN}>\r\nDATA\r\n`
  client.write(envelope)
  for (const code of ['250', '250', '354']) expect(await client.reply()).toMatch(new RegExp(`^${code} `))
  client.write(`${mail('First.')}.\r\n${envelope}`)
  for (const code of ['250', '250', '250', '354']) expect(await client.reply()).toMatch(new RegExp(`^${code} `))
  expect(await client.command(`${mail('Second.')}.`)).toMatch(/^250 /)
  expect(await client.command('QUIT')).toMatch(/^221 /)
  await client.ended
  expect(await rowsTo(`pipe@${DOMAIN}`)).toHaveLength(2)
})

describe('size', () => {
  test('a mail of 25 MiB is taken, and one byte more is refused after it', async () => {
    const lines = Buffer.alloc(25 * MIB, `${'x'.repeat(76)}\r\n`)
    lines.write('\r\n', lines.length - 2)
    // The last whole line may have been cut.
    lines.write('yyyy', lines.length - 6)
    const client = await atData(app.port, `large@${DOMAIN}`)
    client.write(lines)
    expect(await client.command('.')).toMatch(/^250 /)
    expect((await app.stored(lines))?.equals(lines)).toBe(true)

    await client.command('MAIL FROM:<a@elsewhere.test>')
    await client.command(`RCPT TO:<large@${DOMAIN}>`)
    await client.command('DATA')
    client.write('x')
    client.write(lines)
    expect(await client.command('.')).toBe(`552 5.3.4 The mail has more than ${25 * MIB} bytes.`)
    expect(await client.command('NOOP')).toMatch(/^250 /)
    client.close()
    expect(await rowsTo(`large@${DOMAIN}`)).toHaveLength(1)
  })

  test('a size that is announced is refused before the transfer', async () => {
    const client = await smtpClient(app.port)
    expect(await client.command('EHLO client.test')).toContain(`SIZE ${25 * MIB}`)
    expect(await client.command(`MAIL FROM:<a@elsewhere.test> SIZE=${25 * MIB + 1}`)).toMatch(/^552 /)
    client.close()
  })

  test('an empty mail is refused', async () => {
    const client = await atData(app.port, `empty@${DOMAIN}`)
    expect(await client.command('.')).toBe('554 5.6.0 The mail is empty.')
    client.close()
  })

  test('more than 100 recipients are too many', async () => {
    const client = await smtpClient(app.port)
    await client.command('EHLO client.test')
    await client.command('MAIL FROM:<a@elsewhere.test>')
    for (let index = 0; index < 100; index += 1) {
      expect(await client.command(`RCPT TO:<r${index}@${DOMAIN}>`)).toMatch(/^250 /)
    }
    expect(await client.command(`RCPT TO:<r100@${DOMAIN}>`)).toMatch(/^452 /)
    client.close()
  })
})

test('a mail that has passed more than 100 servers is refused', async () => {
  const client = await atData(app.port, `loop@${DOMAIN}`)
  const hops = (count: number) => 'Received: from a by b; Sun, 22 Nov 2026 10:00:00 +0000\r\n'.repeat(count)
  expect(await client.command(`${hops(101)}${mail('Round.')}.`)).toMatch(/^554 5\.4\.6 /)
  await client.command('MAIL FROM:<a@elsewhere.test>')
  await client.command(`RCPT TO:<loop@${DOMAIN}>`)
  await client.command('DATA')
  expect(await client.command(`${hops(100)}${mail('Far.')}.`)).toMatch(/^250 /)
  client.close()
})

test('nothing tells who exists: VRFY and EXPN say nothing', async () => {
  const client = await smtpClient(app.port)
  await client.command('EHLO client.test')
  const known = await client.command(`VRFY help@${DOMAIN}`)
  expect(known).toMatch(/^252 /)
  expect(await client.command('VRFY nobody@elsewhere.test')).toBe(known)
  expect(await client.command('EXPN staff')).toMatch(/^500 /)
  client.close()
})

test('with INBOUND_ENABLED=false no domain receives mail', async () => {
  const without = await startListener({ INBOUND_ENABLED: 'false' })
  const client = await smtpClient(without.port)
  await client.command('EHLO client.test')
  await client.command('MAIL FROM:<a@elsewhere.test>')
  expect(await client.command(`RCPT TO:<help@${DOMAIN}>`)).toMatch(/^550 5\.1\.1 /)
  client.close()
  await without.close()
})
