import { generateKeyPairSync } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createResolver } from '../../src/lib/network/dns-resolver.js'
import { ReaderThreads } from '../../src/services/reading/reader-threads.js'
import { Authenticity } from '../../src/services/receiving/authenticity/authenticity.js'
import { type DnsServer, startDnsServer } from '../support/dns-server.js'
import { longestTurn } from '../support/longest-turn.js'

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const readerThreads = new ReaderThreads()
let dns: DnsServer
beforeAll(async () => {
  dns = await startDnsServer()
  dns.records = { 'key._domainkey.sender.test': { TXT: [`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`] } }
})
afterAll(() => Promise.all([dns.close(), readerThreads.close()]))

async function signed(text: string): Promise<Buffer> {
  const dkim = { domainName: 'sender.test', keySelector: 'key', privateKey }
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows', dkim })
  const { message } = await transport.sendMail({ from: 'ada@sender.test', to: 'bob@here.test', subject: 'Hi', text })
  return message as Buffer
}

test('a mail of 20 MiB does not hold up the event loop', async () => {
  const raw = await signed('A line of the mail, with\ttabs and  blanks. \n'.repeat(480_000))
  const authenticity = new Authenticity({
    readerThreads,
    resolver: createResolver({ servers: [dns.address], timeoutMs: 600 }),
  })
  const arrival = { client: { ip: '192.0.2.1', helo: 'mail.sender.test' }, sender: 'ada@sender.test', given: null }
  const { result, share } = await longestTurn(() => authenticity.check('acc_1', raw, arrival))
  expect(result.verdicts.dkim).toBe('PASS')
  expect(share).toBeLessThan(0.5)
})
