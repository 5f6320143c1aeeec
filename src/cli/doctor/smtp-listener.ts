import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls, createSecureContext } from 'node:tls'
import { systemClock } from '../../clock.js'
import type { Config } from '../../config.js'
import { withTimeout } from '../../lib/concurrency/time-limit.js'
import { createResolver } from '../../lib/network/dns-resolver.js'
import { type Check, fail, ok, reasonOf, warn } from './check.js'

const TIMEOUT_MS = 3_000
const DAY_MS = 86_400_000
/** Certificates are renewed earlier than this. */
const RENEWED_DAYS = 14
const LISTENER = 'SMTP listener'
const CERTIFICATE = 'SMTP certificate'
const MX_HOST = 'MX host'

type Environment = Readonly<Record<string, string | undefined>>
type ListenerConfig = Pick<
  Config,
  'roles' | 'smtpHost' | 'smtpPort' | 'smtpsPort' | 'smtpTlsCert' | 'smtpTlsKey' | 'inboundMxHost' | 'dnsServers'
>

/**
 * The SMTP listener answers, its certificate is valid, and other mail servers find it. No checks where nothing is to
 * listen: the role is missing, or the ports are off.
 */
export async function checkSmtpListener(config: ListenerConfig, env: Environment): Promise<Check[]> {
  const isWanted = config.roles.includes('smtp') || Boolean(env.SMTP_PORT)
  if (!isWanted || (config.smtpPort === 0 && config.smtpsPort === 0)) return []
  return Promise.all([checkPorts(config), checkCertificate(config), checkMxHost(config, env)])
}

async function checkPorts({ smtpHost, smtpPort, smtpsPort }: ListenerConfig): Promise<Check> {
  const host = addressOf(smtpHost)
  const ports = [
    ...(smtpPort === 0 ? [] : [{ port: smtpPort, open: () => connectPlain({ host, port: smtpPort }) }]),
    // Whether the certificate is valid is another check.
    ...(smtpsPort === 0
      ? []
      : [{ port: smtpsPort, open: () => connectTls({ host, port: smtpsPort, rejectUnauthorized: false }) }]),
  ]
  const problems = await Promise.all(
    ports.map(async ({ port, open }) => {
      const problem = await problemAt(open)
      return problem === null ? [] : [`${smtpHost}:${port} ${problem}`]
    }),
  )
  const found = ports.map(({ port }) => `${smtpHost}:${port}`).join(' and ')
  if (problems.flat().length === 0) return ok(LISTENER, `${found} answer${ports.length === 1 ? 's' : ''}`)
  const advice = 'Start a process with the role smtp, or set SMTP_PORT=0 if no mail comes in by SMTP.'
  return warn(LISTENER, problems.flat().join('; '), advice)
}

/** What is wrong at a port; null if the listener greets there. */
async function problemAt(open: () => Socket): Promise<string | null> {
  const socket = open()
  try {
    const [greeting] = (await withTimeout(TIMEOUT_MS, once(socket, 'data'))) as [Buffer]
    return /^220[ -].*Postline/.test(greeting.toString('latin1')) ? null : 'belongs to something else'
  } catch (error) {
    return `does not answer: ${reasonOf(error)}`
  } finally {
    socket.on('error', () => {})
    socket.destroy()
  }
}

async function checkCertificate(config: ListenerConfig): Promise<Check> {
  const { smtpTlsCert, smtpTlsKey, smtpHost, inboundMxHost } = config
  const advice = 'Set SMTP_TLS_CERT and SMTP_TLS_KEY. A changed file is used within seconds.'
  if (smtpTlsCert === null || smtpTlsKey === null) {
    if (isLoopback(smtpHost)) return ok(CERTIFICATE, 'none is set, and only this machine connects')
    return warn(CERTIFICATE, 'none is set: mail comes unencrypted, and only this machine can log in to send', advice)
  }
  try {
    const [cert, key] = await Promise.all([readFile(smtpTlsCert), readFile(smtpTlsKey)])
    createSecureContext({ cert, key })
    return judge(new X509Certificate(cert), inboundMxHost)
  } catch (error) {
    return fail(CERTIFICATE, `cannot be used: ${reasonOf(error)}`, advice)
  }
}

function judge(certificate: X509Certificate, host: string): Check {
  const nowMs = systemClock.now().getTime()
  const [from, until] = [new Date(certificate.validFrom), new Date(certificate.validTo)]
  const renew = 'Renew it, and look whether what should do that is running.'
  const day = (at: Date) => at.toISOString().slice(0, 10)
  if (until.getTime() <= nowMs) return fail(CERTIFICATE, `expired on ${day(until)}`, renew)
  if (from.getTime() > nowMs) return fail(CERTIFICATE, `is not valid before ${day(from)}`, 'Check the clock.')
  const daysLeft = Math.floor((until.getTime() - nowMs) / DAY_MS)
  if (daysLeft < RENEWED_DAYS) return warn(CERTIFICATE, `expires on ${day(until)}, in ${daysLeft} days`, renew)
  if (certificate.checkHost(host) === undefined) {
    const found = `is not for ${host}, the host of MX records`
    return warn(CERTIFICATE, found, 'Get one for this host, or set INBOUND_MX_HOST to a host that it is for.')
  }
  return ok(CERTIFICATE, `for ${host}, valid until ${day(until)}`)
}

/** Other mail servers find the listener by this name. */
async function checkMxHost({ inboundMxHost, smtpHost, dnsServers }: ListenerConfig, env: Environment): Promise<Check> {
  if (!env.INBOUND_MX_HOST) {
    const found = `INBOUND_MX_HOST is not set, so MX records name ${inboundMxHost}`
    if (isLoopback(smtpHost)) return ok(MX_HOST, found)
    return warn(MX_HOST, found, 'Set it to the public name of the machine with the SMTP listener.')
  }
  const resolver = createResolver({ servers: dnsServers, timeoutMs: TIMEOUT_MS })
  const answer = await resolver.addresses(inboundMxHost)
  if (answer.status === 'not-found') {
    return warn(MX_HOST, `${inboundMxHost} has no address`, 'Add an A or AAAA record, or correct INBOUND_MX_HOST.')
  }
  // Whether the name servers answer is another check.
  return ok(MX_HOST, answer.status === 'found' ? `${inboundMxHost} is ${answer.records.join(', ')}` : inboundMxHost)
}

/** Where a listener on all addresses is reached. */
const addressOf = (host: string) => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host)

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')
