import { getServers } from 'node:dns'
import type { Connection } from 'mongoose'
import { pino } from 'pino'
import { systemClock } from '../../clock.js'
import type { Config } from '../../config.js'
import { withTimeout } from '../../lib/concurrency/time-limit.js'
import { toError } from '../../lib/errors/unknown-error.js'
import { createResolver } from '../../lib/network/dns-resolver.js'
import { isMachineName } from '../../lib/network/public-name.js'
import { capabilitiesOf } from '../../providers/capabilities.js'
import { createProvider } from '../../providers/index.js'
import { hostsInRecords } from '../../services/domains/dns-warnings.js'
import { type Check, fail, notChecked, ok, reasonOf, warn } from './check.js'

const DNS_TIMEOUT_MS = 3_000
const PROVIDER_TIMEOUT_MS = 15_000
const HTTP_TIMEOUT_MS = 3_000
/** A name that IANA reserves forever. "Does not exist" would also be an answer. */
const KNOWN_NAME = 'example.com'

/** The name servers answer. Those in the settings must; those of the system may be missing if there is no network. */
export async function checkDns({ dnsServers }: Pick<Config, 'dnsServers'>): Promise<Check> {
  const servers = dnsServers.length > 0 ? dnsServers : getServers()
  const answers = await Promise.all(
    servers.map(async (server) => {
      const resolver = createResolver({ servers: [server], timeoutMs: DNS_TIMEOUT_MS })
      const answer = await resolver.mx(KNOWN_NAME)
      return { server, silence: answer.status === 'unknown' ? answer.code : null }
    }),
  )
  const silent = answers.filter(({ silence }) => silence !== null)
  if (answers.length > 0 && silent.length === 0) return ok('DNS', `answers from ${servers.join(', ')}`)
  const found =
    answers.length === 0
      ? 'the system has no name servers'
      : `no answer from ${silent.map(({ server, silence }) => `${server} (${silence})`).join(', ')}`
  const advice = 'Set DNS_SERVERS to servers that answer. Without DNS, webhooks cannot be delivered.'
  return dnsServers.length > 0 && silent.length === answers.length
    ? fail('DNS', found, advice)
    : warn('DNS', found, advice)
}

/** Mail can be handed over now. */
export async function checkProvider(config: Config, connection: Connection | null): Promise<Check> {
  if (!connection) return notChecked('Mail provider', 'MongoDB cannot be used')
  const { name, lacks, openTransport } = createProvider({
    config,
    connection,
    clock: systemClock,
    log: pino({ level: 'silent' }),
  })
  if (lacks) {
    const advice = 'Run this where the role worker runs: only a worker needs the mail server.'
    return warn('Mail provider', `${name}, not checked: ${lacks} is not set here`, advice)
  }
  const transport = openTransport(PROVIDER_TIMEOUT_MS)
  try {
    await withTimeout(PROVIDER_TIMEOUT_MS, transport.check())
    const restriction = await withTimeout(PROVIDER_TIMEOUT_MS, transport.restriction?.() ?? Promise.resolve(null))
    if (restriction) return warn('Mail provider', `${name}: ${restriction}`, 'Ask AWS for production access.')
    const note = capabilitiesOf(config).keepsOutbox
      ? ': mail is captured and never sent. Domains of this service that receive mail get it'
      : ' accepts mail'
    return ok('Mail provider', `${name}${note}`)
  } catch (error) {
    const advice = 'Correct its settings or fix the provider. Until then mail waits, for up to 4 hours.'
    return fail('Mail provider', `${name}: ${reasonOf(error)}`, advice)
  } finally {
    await transport.close()
  }
}

/** BASE_URL leads to a running API. */
export async function checkBaseUrl({ baseUrl }: Pick<Config, 'baseUrl'>): Promise<Check> {
  const advice = 'Start the API, or set BASE_URL to its public URL.'
  try {
    const response = await fetch(`${baseUrl}/healthz`, { signal: AbortSignal.timeout(HTTP_TIMEOUT_MS) })
    const body = (await response.json().catch(() => null)) as { status?: string } | null
    if (response.status !== 200 || body?.status !== 'ok') {
      return warn('Base URL', `${baseUrl} belongs to something else (status ${response.status})`, advice)
    }
  } catch (error) {
    const { cause } = toError(error)
    return warn('Base URL', `${baseUrl} does not answer: ${reasonOf(cause ?? error)}`, advice)
  }
  if (isPublicPlainHttp(baseUrl)) {
    return warn(
      'Base URL',
      `${baseUrl} is not encrypted`,
      'Put a proxy with TLS in front of the API and set BASE_URL to its https URL.',
    )
  }
  return ok('Base URL', `${baseUrl} answers`)
}

/** The records that domains are to publish name hosts that others can find. */
export function checkDnsRecords(config: Config): Check {
  const hosts = Object.entries(hostsInRecords(config))
  const unusable = hosts.filter(([, host]) => isMachineName(host))
  if (unusable.length === 0)
    return ok('DNS records', `name ${hosts.map(([, host]) => host).join(', ') || 'Amazon SES'}`)
  return warn(
    'DNS records',
    `those of domains name ${unusable.map(([, host]) => host).join(', ')}, which nobody can publish`,
    `Set BASE_URL to the public URL of this service, or ${unusable.map(([name]) => name).join(', ')}.`,
  )
}

function isPublicPlainHttp(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'http:' && !/^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
}
