import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { ClientLimits } from '../../src/smtp/client-limits.js'
import { SmtpListener } from '../../src/smtp/smtp-listener.js'
import { atData, smtpClient } from '../support/smtp-client.js'
import { eventually } from '../support/start-app.js'
import { DOMAIN, type SmtpListenerApp, startListener } from './smtp-app.js'

let app: SmtpListenerApp | null = null
afterEach(async () => {
  await app?.close()
  app = null
})

const greeting = async (port: number) => {
  const client = await smtpClient(port, { greets: false })
  return { client, reply: await client.reply() }
}

test('a client address has a limited number of connections, and gets a new one when it closes one', async () => {
  app = await startListener({ SMTP_CONNECTIONS_PER_ADDRESS: '2' })
  const first = await smtpClient(app.port)
  const second = await smtpClient(app.port)
  const third = await greeting(app.port)
  expect(third.reply).toMatch(/^421 4\.7\.0 Too many connections/)
  await third.client.ended
  expect(await first.command('EHLO client.test')).toMatch(/^250/)
  second.close()
  await eventually('a place is free', async () => {
    const { client, reply } = await greeting(app!.port)
    client.close()
    return reply.startsWith('220 ')
  })
  first.close()
})

test('all clients together have a limited number of connections', async () => {
  app = await startListener({ SMTP_MAX_CONNECTIONS: '1' })
  const first = await smtpClient(app.port)
  expect((await greeting(app.port)).reply).toMatch(/^421 /)
  first.close()
})

test('a client address may send a limited number of mails a minute', async () => {
  app = await startListener({ SMTP_MAILS_PER_MINUTE: '1' })
  const client = await smtpClient(app.port)
  await client.command('EHLO client.test')
  const replies: string[] = []
  for (let time = 0; time < 3; time += 1) {
    replies.push(await client.command('MAIL FROM:<ada@elsewhere.test>'))
    await client.command('RSET')
  }
  expect(replies[0]).toMatch(/^250 /)
  // One of them at least, even if a minute ends just now.
  const refused = replies.filter((reply) => !reply.startsWith('250 '))
  expect(refused.length).toBeGreaterThan(0)
  for (const reply of refused) expect(reply).toMatch(/^450 4\.7\.1 Too many mails/)
  client.close()
})

test('the counts of a network begin anew each minute, and a /64 is one network', () => {
  let now = 0
  const limits = new ClientLimits({ connections: 1, mailsPerMinute: 2, now: () => now })
  expect([1, 2, 3].map((host) => limits.takesMail(`2001:db8::${host}`))).toEqual([true, true, false])
  expect(limits.takesMail('2001:db8:0:1::1')).toBe(true)
  expect(limits.takesMail('::ffff:192.0.2.1')).toBe(true)
  now = 60_000
  expect(limits.takesMail('2001:db8::4')).toBe(true)

  const place = limits.connect('2001:db8::1')
  expect(limits.connect('2001:db8::2')).toBeNull()
  expect(limits.connect('2001:db8:0:1::1')).not.toBeNull()
  place!.release()
  place!.release()
  expect(limits.connect('2001:db8::2')).not.toBeNull()
  expect(limits.connect('2001:db8::3')).toBeNull()

  for (let time = 0; time < 20; time += 1) limits.loginFailed('192.0.2.1')
  expect(limits.takesLogin('192.0.2.1')).toBe(false)
  expect(limits.takesLogin('192.0.2.2')).toBe(true)
  now = 120_000
  expect(limits.takesLogin('192.0.2.1')).toBe(true)
})

test('a client that is silent, talks too soon, sends nonsense or guesses recipients is disconnected', async () => {
  app = await startListener({}, { smtp: { idleMs: 400 } })
  const silent = await smtpClient(app.port)
  expect(await silent.reply()).toMatch(/^421 .*[Tt]imeout/)
  await silent.ended

  const hasty = await smtpClient(app.port, { greets: false })
  hasty.write('EHLO client.test\r\n')
  expect(await hasty.reply()).toMatch(/^421 /)
  await hasty.ended

  const long = await smtpClient(app.port)
  long.write('x'.repeat(64 * 1024))
  expect(await long.reply()).toMatch(/^421 /)
  await long.ended

  const browser = await smtpClient(app.port)
  expect(await browser.command('POST / HTTP/1.1')).toMatch(/^421 /)
  await browser.ended

  const guessing = await smtpClient(app.port)
  await guessing.command('EHLO client.test')
  await guessing.command('MAIL FROM:<a@elsewhere.test>')
  for (let guess = 0; guess < 20; guess += 1) {
    expect(await guessing.command(`RCPT TO:<${guess}@elsewhere.test>`)).toMatch(/^550 /)
  }
  expect(await guessing.command('RCPT TO:<21@elsewhere.test>')).toMatch(/^421 /)
  await guessing.ended
})

test('a mail whose client goes away in the middle leaves nothing behind', async () => {
  app = await startListener()
  const client = await atData(app.port, `half@${DOMAIN}`)
  client.write(`Subject: half\r\n\r\n${'x'.repeat(100_000)}`)
  client.close()
  const again = await atData(app.port, `half@${DOMAIN}`)
  expect(await again.command('Subject: whole\r\n\r\nWhole.\r\n.')).toMatch(/^250 /)
  again.close()
  expect(await app.app.models.inboundEmails.countDocuments()).toBe(1)
})

test('a close answers the mail that is being transferred, and lets idle clients go', async () => {
  app = await startListener()
  const idle = await smtpClient(app.port)
  const busy = await atData(app.port, `last@${DOMAIN}`)
  const closing = app.app.close()
  expect(await idle.reply()).toMatch(/^421 4\.3\.2 /)
  const late = connect(app.port, '127.0.0.1')
  await expect(once(late, 'connect')).rejects.toThrow('ECONNREFUSED')
  const reply = await busy.command('Subject: last\r\n\r\nThe last one.\r\n.')
  expect(reply).toMatch(/^250 /)
  await busy.ended
  await closing
})

test('a port that is taken is named with its setting', async () => {
  app = await startListener()
  const { config, log, metrics, services } = app.app
  const limiter = { take: async () => null }
  await expect(new SmtpListener({ config, limiter, log, metrics, services }).start()).rejects.toThrow(
    `Port ${app.port} on 127.0.0.1 is in use. Set SMTP_PORT to a free port.`,
  )
})
