import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { promisify } from 'node:util'
import { createTransport } from 'nodemailer'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CertificateFiles } from '../../src/smtp/certificate-files.js'
import { freePort } from '../support/built-program.js'
import { makeScratch } from '../support/scratch.js'
import { smtpClient } from '../support/smtp-client.js'
import { eventually } from '../support/start-app.js'
import { createTestCa } from '../support/test-ca.js'
import { verifiedDomain } from '../support/verified-domain.js'
import { DOMAIN, type SmtpListenerApp, startListener } from './smtp-app.js'

const ca = createTestCa()
let folder: string
let files: { SMTP_TLS_CERT: string; SMTP_TLS_KEY: string }
let app: SmtpListenerApp
let tlsPort: number
const lines: string[] = []

beforeAll(async () => {
  folder = await makeScratch('smtp-tls')
  files = { SMTP_TLS_CERT: join(folder, 'cert.pem'), SMTP_TLS_KEY: join(folder, 'key.pem') }
  renew()
  tlsPort = await freePort()
  app = await startListener(
    { ...files, SMTP_HOST: '0.0.0.0', SMTPS_PORT: String(tlsPort) },
    { smtp: { certificateMs: 20 }, log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }) },
  )
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

function renew(): string {
  const { cert, key } = ca.issue(['127.0.0.1', 'localhost'])
  writeFileSync(files.SMTP_TLS_CERT, cert)
  writeFileSync(files.SMTP_TLS_KEY, key)
  return cert
}

/** The certificate that the listener shows on the port of implicit TLS, PEM without its frame. */
async function shown(): Promise<string> {
  const socket = connect({ port: tlsPort, host: '127.0.0.1', ca: ca.cert })
  await once(socket, 'secureConnect')
  const { raw } = socket.getPeerCertificate()
  socket.destroy()
  return raw.toString('base64')
}

/** An address of this machine that is not loopback, as seen by itself. */
const outside = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address

describe.skipIf(!outside)('from another machine', () => {
  test('a password is asked for over TLS only', async () => {
    const client = await smtpClient(app.port, { host: outside! })
    expect(await client.command('EHLO client.test')).not.toContain('AUTH')
    expect(await client.command('AUTH PLAIN AHBvc3RsaW5lAHg=')).toMatch(/^500 /)
    // Nor is the client asked to go on.
    for (const line of ['AUTH PLAIN', 'AUTH LOGIN', 'AUTH LOGIN cG9zdGxpbmU=', 'AUTH CRAM-MD5']) {
      expect([line, await client.command(line)]).toEqual([line, expect.stringMatching(/^5\d\d /)])
    }
    expect(await client.command('cG9zdGxpbmU=')).toMatch(/^5/)
    client.close()
    const near = await smtpClient(app.port)
    expect(await near.command('EHLO client.test')).toContain('AUTH PLAIN LOGIN')
    near.close()
  })

  test("Python's smtplib sends after STARTTLS, and over TLS from the first byte", async () => {
    await verifiedDomain(app, 'send.test')
    const caFile = join(folder, 'ca.pem')
    writeFileSync(caFile, ca.cert)
    const script = `
import smtplib, ssl, sys
host, port, tls_port, key, ca = sys.argv[1:]
context = ssl.create_default_context(cafile=ca)
context.check_hostname = False
mail = 'From: hello@send.test\\r\\nTo: ada@example.net\\r\\nSubject: %s\\r\\n\\r\\nHello.\\r\\n'
with smtplib.SMTP(host, int(port)) as smtp:
    smtp.starttls(context=context)
    smtp.login('postline', key)
    print(smtp.sendmail('hello@send.test', ['ada@example.net'], mail % 'one'))
with smtplib.SMTP_SSL(host, int(tls_port), context=context) as smtp:
    smtp.login('postline', key)
    print(smtp.sendmail('hello@send.test', ['ada@example.net'], mail % 'two'))
`
    const args = [outside!, String(app.port), String(tlsPort), await app.key('send'), caFile]
    const { stdout } = await promisify(execFile)('python3', ['-c', script, ...args])
    expect(stdout).toBe('{}\n{}\n')
    expect(await app.app.models.messages.countDocuments()).toBe(2)
  })
})

const body = (pem: string) => pem.replace(/-----[^-]+-----|\s/g, '')

test.each([
  ['STARTTLS', () => ({ port: app.port, requireTLS: true })],
  ['TLS from the first byte', () => ({ port: tlsPort, secure: true })],
])('nodemailer sends over %s and trusts the certificate', async (name, options) => {
  const transport = createTransport({ host: '127.0.0.1', ...options(), tls: { ca: ca.cert } })
  const recipient = `${name.slice(0, 3).toLowerCase()}@${DOMAIN}`
  await transport.sendMail({ from: 'ada@elsewhere.test', to: recipient, subject: name, text: 'Hello.' })
  expect(await app.app.models.inboundEmails.countDocuments({ recipient })).toBe(1)
})

test('what a client sent before STARTTLS does not count inside it', async () => {
  const client = await smtpClient(app.port)
  expect(await client.command('EHLO client.test')).toContain('STARTTLS')
  await client.command('MAIL FROM:<ada@elsewhere.test>')
  // All in one write: the command after STARTTLS arrives in plain text.
  client.write('STARTTLS\r\nNOOP\r\n')
  expect(await client.reply()).toMatch(/^220 /)
  const secure = connect({ socket: client.socket.removeAllListeners('data'), ca: ca.cert, servername: 'localhost' })
  let said = ''
  secure.on('data', (bytes: Buffer) => {
    said += bytes.toString()
  })
  await once(secure, 'secureConnect')
  secure.write(`RCPT TO:<a@${DOMAIN}>\r\n`)
  await eventually('an answer', () => said.includes('\r\n'))
  expect(said).toMatch(/^503 .*HELO\/EHLO first\r\n$/)
  secure.destroy()
})

test('old versions of TLS are refused', async () => {
  const socket = connect({ port: tlsPort, host: '127.0.0.1', ca: ca.cert, maxVersion: 'TLSv1.1', minVersion: 'TLSv1' })
  await expect(once(socket, 'secureConnect')).rejects.toThrow()
})

test('a renewed certificate is used without a restart, and half a renewal changes nothing', async () => {
  const before = body(readFileSync(files.SMTP_TLS_CERT, 'utf8'))
  expect(await shown()).toBe(before)
  const { cert, key } = ca.issue(['127.0.0.1', 'localhost'])
  writeFileSync(files.SMTP_TLS_CERT, cert)
  await eventually('it was noticed', () => lines.some((line) => line.includes('the earlier one stays in use')))
  expect(await shown()).toBe(before)
  writeFileSync(files.SMTP_TLS_KEY, key)
  await eventually('the new certificate is shown', async () => (await shown()) === body(cert))
})

test.each([
  ['a key that is not its own', () => ca.issue(['127.0.0.1']).key],
  ['no key at all', () => 'nothing'],
])('a certificate with %s stops the start', async (_name, key) => {
  const keyFile = join(folder, 'other.pem')
  writeFileSync(keyFile, key())
  const found = new CertificateFiles({
    ...{ certFile: files.SMTP_TLS_CERT, keyFile, log: pino({ level: 'silent' }) },
    onChange: () => undefined,
  })
  await expect(found.start()).rejects.toThrow(/^SMTP_TLS_CERT and SMTP_TLS_KEY cannot be used: /)
})
