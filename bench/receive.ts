import { createHmac, randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import mongoose from 'mongoose'
import nodemailer from 'nodemailer'
import { freePort } from '../test/support/built-program.js'
import { type DnsZone, startDnsServer } from '../test/support/dns-server.js'
import { api, cpuMs, type Ground, say, startApi, startSubject } from './ground.js'
import { openWork } from './open-work.js'
import { until } from './until.js'

const DOMAIN = 'bench.test'
const MAIL_BYTES = 10 * 1024
const CONNECTIONS = 32
const SMTP_CONNECTIONS = 32
const POLL_MS = 100

/** What the senders' domain publishes, so that the checks have something to check. */
const RECORDS: DnsZone = {
  'example.org': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] },
  '_dmarc.example.org': { TXT: ['v=DMARC1; p=none'] },
}

/** One way in. */
export interface ReceiveResult {
  way: 'callback' | 'listener'
  mails: number
  /** Mails per second that were acknowledged, while a worker parsed. */
  receivedPerSecond: number
  /** Mails per second from the first one until the last one was parsed. */
  parsedPerSecond: number
  /** CPU time for each mail of each process, in ms; null where it is unknown. */
  cpuMs: Record<'receiver' | 'worker' | 'mongod', number | null>
}

/**
 * Measures how fast mails of 10 KiB come in, by callback and by the SMTP listener, with a worker running that parses
 * them and files them in threads.
 */
export async function measureReceiving(ground: Ground, mails: number): Promise<ReceiveResult[]> {
  const port = await freePort()
  const dns = await startDnsServer({ records: RECORDS })
  const settings: Record<string, string> = {
    ...ground.settings('receive'),
    DNS_SERVERS: dns.address,
    CALLBACK_SECRET: randomBytes(24).toString('hex'),
    SMTP_PORT: String(port),
    SMTP_CONNECTIONS_PER_ADDRESS: '100',
    SMTP_MAILS_PER_MINUTE: '1000000',
    LOG_LEVEL: 'warn',
  }
  const product = await startApi(ground, { ...settings, LOG_LEVEL: 'info' })
  const worker = await startSubject(
    [ground.main],
    { ...settings, ROLES: 'worker,scheduler', LOG_LEVEL: 'info' },
    STARTED,
  )
  const listener = await startSubject([ground.main], { ...settings, ROLES: 'smtp', LOG_LEVEL: 'info' }, STARTED)
  const connection = await mongoose.createConnection(settings.MONGODB_URI!).asPromise()
  const unparsed = () => connection.collection('inbound_emails').countDocuments(openWork('parse_at'))
  try {
    await prepareDomain(product.url, settings.BOOTSTRAP_ADMIN_KEY!)
    const ways = {
      callback: () => byCallback(product.url, settings.CALLBACK_SECRET!, mails),
      listener: () => byListener(port, mails),
    }
    const results: ReceiveResult[] = []
    for (const way of ['callback', 'listener'] as const) {
      const pids = {
        receiver: (way === 'callback' ? product : listener).pid,
        worker: worker.pid,
        mongod: ground.mongoPid,
      }
      const before = await cpuOf(pids)
      const startedAt = performance.now()
      const perSecond = () => (mails * 1_000) / (performance.now() - startedAt)
      await ways[way]()
      const receivedPerSecond = perSecond()
      await until('the mails are parsed', async () => (await unparsed()) === 0, POLL_MS)
      const parsedPerSecond = perSecond()
      const after = await cpuOf(pids)
      const each = (name: keyof typeof pids) => {
        const [from, to] = [before[name], after[name]]
        return from === null || to === null ? null : (to - from) / mails
      }
      const perMail = { receiver: each('receiver'), worker: each('worker'), mongod: each('mongod') }
      results.push({ way, mails, receivedPerSecond, parsedPerSecond, cpuMs: perMail })
      say(
        `received ${mails} mails by ${way}: ${Math.round(receivedPerSecond)}/s, parsed ${Math.round(parsedPerSecond)}/s`,
      )
    }
    return results
  } finally {
    await Promise.all([connection.close(), product.close(), worker.close(), listener.close(), dns.close()])
  }
}

async function cpuOf<Name extends string>(pids: Record<Name, number>): Promise<Record<Name, number | null>> {
  const names = Object.keys(pids) as Name[]
  const times = await Promise.all(names.map(async (name) => [name, await cpuMs(pids[name])] as const))
  return Object.fromEntries(times) as Record<Name, number | null>
}

const STARTED = /"msg":"started"/

async function prepareDomain(url: string, key: string): Promise<void> {
  await api(url, key, 'POST', '/v1/domains', { domain: DOMAIN })
  await api(url, key, 'POST', `/v1/domains/${DOMAIN}/verify`, {})
  await api(url, key, 'POST', `/v1/domains/${DOMAIN}/inbound`, { enabled: true })
}

/** Mails of different people with texts of their own, each to one of 50 addresses. */
function aMail(way: string, index: number) {
  const words = Array.from({ length: 200 }, (_none, word) => `w${(index * 7 + word * 13) % 5_000}`).join(' ')
  const text = `${words}\n`.repeat(Math.ceil(MAIL_BYTES / (words.length + 1))).slice(0, MAIL_BYTES)
  return {
    from: `person${index % 997}@example.org`,
    to: `box${index % 50}@${DOMAIN}`,
    subject: `${way} ${index}`,
    messageId: `<${way}-${index}@example.org>`,
    text,
  }
}

async function byCallback(url: string, secret: string, mails: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  let next = 0
  const send = async () => {
    for (let index = next; index < mails; index = next) {
      next += 1
      const { from, to, subject, messageId, text } = aMail('callback', index)
      const raw = `From: ${from}\r\nTo: ${to}\r\nSubject: ${subject}\r\nMessage-ID: ${messageId}\r\n\r\n${text.replaceAll('\n', '\r\n')}`
      const timestamp = Math.floor(Date.now() / 1_000)
      const signature = createHmac('sha256', secret).update(`${timestamp}.${raw}`).digest('hex')
      await post(agent, `${url}/v1/callbacks/inbound`, raw, {
        'content-type': 'message/rfc822',
        'svc-timestamp': String(timestamp),
        'svc-signature': signature,
        'svc-sender': from,
        'svc-recipient': to,
      })
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, send))
  agent.destroy()
}

function post(agent: Agent, url: string, body: string, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', agent, headers: { ...headers, 'content-length': Buffer.byteLength(body) } })
      .on('response', (response) => {
        response.resume().on('end', () => {
          if (response.statusCode === 200) resolve()
          else reject(new Error(`a mail was answered with ${response.statusCode}`))
        })
      })
      .on('error', reject)
      .end(body)
  })
}

async function byListener(port: number, mails: number): Promise<void> {
  const options = { host: '127.0.0.1', port, ignoreTLS: true, pool: true, maxConnections: SMTP_CONNECTIONS }
  const mailer = nodemailer.createTransport({ ...options, maxMessages: Infinity })
  let next = 0
  const send = async () => {
    for (let index = next; index < mails; index = next) {
      next += 1
      await mailer.sendMail(aMail('listener', index))
    }
  }
  await Promise.all(Array.from({ length: SMTP_CONNECTIONS }, send))
  mailer.close()
}
