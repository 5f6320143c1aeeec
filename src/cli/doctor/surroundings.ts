import { getServers } from 'node:dns'
import type { Connection } from 'mongoose'
import { pino } from 'pino'
import type { Config } from '../../config.js'
import { createResolver } from '../../lib/dns-resolver.js'
import { withTimeout } from '../../lib/time-limit.js'
import { createMailProvider, providerSettings } from '../../providers/mail/index.js'
import { type Check, fail, notChecked, ok, reasonOf, warn } from './check.js'

const DNS_TIMEOUT_MS = 3_000
const PROVIDER_TIMEOUT_MS = 15_000
const HTTP_TIMEOUT_MS = 3_000
/** A name that IANA keeps for ever. That it does not exist would be an answer too. */
const KNOWN_NAME = 'example.com'

/** The name servers answer. Those of the settings must; those of the system may be missing on a machine without a network. */
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
  if (answers.length > 0 && silent.length === 0) return ok('DNS', `${servers.join(', ')} answer`)
  const found =
    answers.length === 0
      ? 'the system names no server'
      : `no answer from ${silent.map(({ server, silence }) => `${server} (${silence})`).join(', ')}`
  const advice = 'Set DNS_SERVERS to servers that answer: without, no webhook reaches a host by its name.'
  return dnsServers.length > 0 && silent.length === answers.length
    ? fail('DNS', found, advice)
    : warn('DNS', found, advice)
}

/** Mail can be handed over now. */
export async function checkProvider(config: Config, connection: Connection | null): Promise<Check> {
  if (!connection) return notChecked('Mail provider', 'MongoDB cannot be used')
  const provider = createMailProvider({
    ...providerSettings(config),
    connection,
    log: pino({ level: 'silent' }),
    timeoutMs: PROVIDER_TIMEOUT_MS,
  })
  try {
    await withTimeout(PROVIDER_TIMEOUT_MS, provider.check())
    const note = provider.name === 'capture' ? ': mail is kept and shown, never sent' : ' takes mail'
    return ok('Mail provider', `${provider.name}${note}`)
  } catch (error) {
    const advice = 'Correct its settings or set it right; mail waits up to 4 hours meanwhile.'
    return fail('Mail provider', `${provider.name}: ${reasonOf(error)}`, advice)
  } finally {
    await provider.close()
  }
}

/** The public address leads to a running API. */
export async function checkBaseUrl({ baseUrl }: Pick<Config, 'baseUrl'>): Promise<Check> {
  const advice = 'Start the API, or set BASE_URL to where it is reached from outside.'
  try {
    const response = await fetch(`${baseUrl}/healthz`, { signal: AbortSignal.timeout(HTTP_TIMEOUT_MS) })
    const body = (await response.json().catch(() => null)) as { status?: string } | null
    if (response.status !== 200 || body?.status !== 'ok') {
      return warn('Base URL', `${baseUrl} is answered by something else (status ${response.status})`, advice)
    }
  } catch (error) {
    const { cause } = error as Error
    return warn('Base URL', `${baseUrl} does not answer: ${reasonOf(cause ?? error)}`, advice)
  }
  if (isPublicPlainHttp(baseUrl)) {
    return warn('Base URL', `${baseUrl} is not encrypted`, 'Put a proxy with TLS before it and set BASE_URL to https.')
  }
  return ok('Base URL', `${baseUrl} answers`)
}

function isPublicPlainHttp(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'http:' && !/^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
}
