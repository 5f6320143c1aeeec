import { type Config, ConfigError } from '../../config.js'
import { SETTINGS } from '../../settings/settings.js'
import { findServers, readSettings } from '../servers.js'
import { type Check, fail, ok, warn } from './check.js'
import { checkBaseUrl, checkDns, checkDnsRecords, checkProvider } from './environment.js'
import { checkLedger } from './ledger.js'
import { checkMongo } from './mongodb.js'
import { checkRedis } from './redis.js'
import { checkSecrets } from './secrets.js'
import { checkSmtpListener } from './smtp-listener.js'

const secretNames = new Set(Object.entries(SETTINGS).flatMap(([name, setting]) => (setting.secretOf ? name : [])))

/** Checks everything the service needs. Never throws; each check takes at most some seconds. */
export async function runChecks(env: Readonly<Record<string, string | undefined>>): Promise<Check[]> {
  let config: Config
  try {
    config = readSettings(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message
      .split('\n')
      .map((problem) => fail('Settings', problem, 'Correct it; the service does not start until then.'))
  }
  const { mongodbUri, redisUrl } = await findServers(config)
  const [{ check: mongo, connection }, redis, dns, baseUrl, listener] = await Promise.all([
    checkMongo(mongodbUri),
    checkRedis(redisUrl, config),
    checkDns(config),
    checkBaseUrl(config),
    checkSmtpListener(config, env),
  ])
  try {
    const [ledger, secrets, provider] = await Promise.all([
      checkLedger(connection),
      checkSecrets(connection, config),
      checkProvider(config, connection),
    ])
    const records = checkDnsRecords(config)
    return [
      checkSettings(env, config),
      mongo,
      ...redis,
      ...ledger,
      secrets,
      dns,
      records,
      provider,
      baseUrl,
      ...listener,
    ]
  } finally {
    await connection?.close()
  }
}

/** A setting and its value, masked if it is a secret. */
function inForce(name: string, env: Readonly<Record<string, string | undefined>>): string {
  const isSecret = secretNames.has(name)
  if (isSecret && !env[name]) return `${name}=(from ${env[`${name}_FILE`]})`
  return `${name}=${isSecret ? '(secret)' : env[name]}`
}

/** The settings are valid; some are only for local work. */
function checkSettings(env: Readonly<Record<string, string | undefined>>, config: Config): Check {
  const given = Object.keys(SETTINGS).filter((name) => env[name] || env[`${name}_FILE`])
  const found = given.length > 0 ? given.map((name) => inForce(name, env)).join(', ') : 'all have their defaults'
  const local = [
    ...(config.webhookAllowHttp ? ['WEBHOOK_ALLOW_HTTP'] : []),
    ...(config.webhookAllowCidrs.length > 0 ? ['WEBHOOK_ALLOW_CIDRS'] : []),
  ]
  if (local.length === 0) return ok('Settings', found)
  return warn(
    'Settings',
    found,
    `Unset ${local.join(' and ')} if strangers can add webhooks: they are for local work only.`,
  )
}
