import { afterAll, beforeAll, expect, test } from 'vitest'
import { DOMAIN, type SmtpListenerApp, startListener } from '../smtp/smtp-app.js'
import { atData, type SmtpClient } from '../support/smtp-client.js'
import { eventually } from '../support/start-app.js'

const MIB = 1024 * 1024

let app: SmtpListenerApp
beforeAll(async () => {
  app = await startListener({ SMTP_MAILS_PER_MINUTE: '0', SMTP_HOST: '127.0.0.1' })
})
afterAll(() => app.close())

const LINE = `${'x'.repeat(998)}\r\n`
const text = (mib: number) => LINE.repeat(Math.ceil((mib * MIB) / LINE.length))
const open: SmtpClient[] = []

/** Begins a mail and does not go on. */
async function begun(mib: number, localAddress: string): Promise<SmtpClient> {
  const client = await atData(app.port, `slow@${DOMAIN}`, { localAddress })
  open.push(client)
  await new Promise<void>((resolve) => client.socket.write(`Subject: slow\r\n\r\n${text(mib)}`, () => resolve()))
  return client
}

/** Sends a whole mail. Returns the reply. */
async function delivered(mib: number, localAddress: string): Promise<string> {
  const client = await atData(app.port, `honest@${DOMAIN}`, { localAddress })
  client.write(`Subject: honest\r\n\r\n${text(mib)}`)
  const reply = await client.command('.')
  client.close()
  return reply
}

test('slow transfers of many addresses keep nobody out: small mails fit beside them, large ones end them', async () => {
  const slow = await Promise.all(Array.from({ length: 12 }, (_none, index) => begun(17, `127.0.1.${index + 1}`)))
  const many = await Promise.all(Array.from({ length: 12 }, (_none, index) => begun(17, `127.0.1.${index + 1}`)))
  // Each brings a byte now and then, which is no progress.
  const drip = setInterval(() => {
    for (const { socket } of [...slow, ...many]) if (socket.writable) socket.write('x')
  }, 500)
  expect(await delivered(0.5, '127.0.2.1')).toMatch(/^250 /)
  expect(await delivered(0.5, '127.0.1.1')).toMatch(/^250 /)
  await eventually('a large mail is taken', async () => (await delivered(20, '127.0.2.1')).startsWith('250 '))
  clearInterval(drip)
  const ended = [...slow, ...many].filter(({ said }) => said.includes('\r\n421 4.4.2 The mail takes too long.'))
  expect(ended.length).toBeGreaterThan(0)
  for (const client of open.splice(0)) client.close()
})
