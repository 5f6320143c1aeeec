import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { messageOf } from './lib/errors/unknown-error.js'
import { isPublicName } from './lib/network/public-name.js'
import { parseRedisUrl } from './lib/redis/redis-address.js'
import { withoutEnd } from './lib/text/trim.js'
import { SETTINGS, type Setting } from './settings/settings.js'

type Settings = typeof SETTINGS
type Camel<S extends string> = S extends `${infer Head}_${infer Rest}`
  ? `${Lowercase<Head>}${Capitalize<Camel<Rest>>}`
  : Lowercase<S>
type Value<S> =
  S extends Setting<infer Schema, infer Fallback> ? z.output<Schema> | (Fallback extends null ? null : never) : never

/** The settings of one process under camel-case names, including the defaults that depend on other settings. */
export type Config = { [Name in keyof Settings as Camel<Name>]: Value<Settings[Name]> } & {
  baseUrl: string
  billingReturnUrl: string
  sharedEmailSender: string
  dkimZone: string
  inboundMxHost: string
  /** Null if links in mail always have BASE_URL. */
  linkHostTarget: string | null
  mailFromMxHost: string
  smtpHost: string
  spfInclude: string
}

/** Settings with invalid values. The message names each one and says what is allowed. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Whether a process has a role that reads or writes the encrypted secrets in MongoDB. */
export function readsSecrets({ roles }: Pick<Config, 'roles'>): boolean {
  return roles.some((role) => SETTINGS.ENCRYPTION_KEY.secretOf?.includes(role))
}

const camel = (name: string) => name.toLowerCase().replace(/_(.)/g, (_match, letter: string) => letter.toUpperCase())

type AnySetting = Setting<z.ZodType<unknown, string>, string | null>
type Environment = Readonly<Record<string, string | undefined>>

/** The text of a setting: its own variable, or for a secret the file that `NAME_FILE` names. */
function textOf(name: string, { secretOf }: AnySetting, env: Environment): string | undefined {
  const file = secretOf && env[`${name}_FILE`]
  if (!file) return env[name]
  if (env[name]) throw new ConfigError(`${name} and ${name}_FILE are both set: keep one of them`)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new ConfigError(`${name}_FILE names a file that cannot be read: ${messageOf(error)}`)
  }
}

function parseSetting(name: string, setting: AnySetting, env: Environment): unknown {
  const text = textOf(name, setting, env) || setting.fallback
  if (text === null) return null
  const parsed = setting.schema.safeParse(text)
  if (parsed.success) return parsed.data
  throw new ConfigError(`${name} ${parsed.error.issues[0]?.message ?? 'is invalid'}`)
}

/**
 * Whether the settings say clearly which servers to run. With one address alone, a forgotten second one would silently
 * split the data of a deployment.
 */
function serverProblems({ mongodbUri, redisUrl, embedded }: Config): string[] {
  const servers = [
    { name: 'MONGODB_URI', kind: 'mongodb', address: mongodbUri },
    { name: 'REDIS_URL', kind: 'redis', address: redisUrl },
  ]
  return servers.flatMap(({ name, kind, address }) => {
    if (address && embedded === kind) return [`EMBEDDED is ${kind}, but ${name} is set: unset one of them`]
    const other = servers.find((server) => server.kind !== kind)?.name
    if (address || embedded === kind) return []
    if (embedded) return [`${name} must be set when EMBEDDED is ${embedded}`]
    return servers.some((server) => server.address)
      ? [`${name} must be set when ${other} is, or EMBEDDED=${kind}, which runs that server here`]
      : []
  })
}

/** What is wrong with settings that are valid one by one. */
function contradictions(config: Config): string[] {
  const { mailProvider, smtpUrl, awsRegion, roles, redisUrl, redisTlsCaFile, redisTlsCertFile } = config
  // Only a worker hands mail over, so only a worker needs to know the mail server.
  const lacksSmtp = mailProvider === 'smtp' && !smtpUrl && roles.includes('worker')
  const plainRedis = (redisTlsCaFile || redisTlsCertFile) && !(redisUrl && parseRedisUrl(redisUrl).tls)
  return [
    ...serverProblems(config),
    ...(lacksSmtp ? ['SMTP_URL must be set when MAIL_PROVIDER is smtp and ROLES has worker'] : []),
    ...(mailProvider === 'ses' && !awsRegion ? ['AWS_REGION must be set when MAIL_PROVIDER is ses'] : []),
    ...smtpProblems(config),
    ...stripeProblems(config),
    ...(plainRedis ? ['REDIS_URL must start with rediss when REDIS_TLS_CA_FILE or REDIS_TLS_CERT_FILE is set'] : []),
  ]
}

/** Billing needs all of its settings. Only the API bills, and only it has the secrets. */
function stripeProblems({ roles, stripeSecretKey, stripeWebhookSecret, stripePrices }: Config): string[] {
  if (!roles.includes('api')) return []
  const needed = Object.entries({
    STRIPE_SECRET_KEY: stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
    STRIPE_PRICES: stripePrices,
  })
  const given = needed.filter(([, value]) => value !== null).map(([name]) => name)
  if (given.length === 0) return []
  const missing = needed.filter(([, value]) => value === null).map(([name]) => name)
  return missing.map((name) => `${name} must be set when ${given.join(' and ')} is, or billing cannot work`)
}

/** Whether the SMTP listener can do what the settings say. */
function smtpProblems({ roles, smtpPort, smtpsPort, smtpTlsCert, smtpTlsKey }: Config): string[] {
  const isPair = (smtpTlsCert === null) === (smtpTlsKey === null)
  const isIdle = roles.every((role) => role === 'smtp') && smtpPort === 0 && smtpsPort === 0
  return [
    ...(isPair ? [] : ['SMTP_TLS_CERT and SMTP_TLS_KEY must be set together']),
    // An API without the listener tells accounts the port, and has no certificate.
    ...(roles.includes('smtp') && smtpsPort !== 0 && smtpTlsCert === null
      ? ['SMTP_TLS_CERT and SMTP_TLS_KEY must be set with SMTPS_PORT']
      : []),
    ...(isIdle ? ['SMTP_PORT or SMTPS_PORT must be a port when smtp is the only one of ROLES'] : []),
  ]
}

/** Whether the SMTP listener listens anywhere. */
export function listensForSmtp({
  roles,
  smtpPort,
  smtpsPort,
}: Pick<Config, 'roles' | 'smtpPort' | 'smtpsPort'>): boolean {
  return roles.includes('smtp') && (smtpPort !== 0 || smtpsPort !== 0)
}

/** The host of BASE_URL, if other names can lead there, each with its own certificate; otherwise null. */
function ownLinkHost({ baseUrl }: Pick<Config, 'baseUrl'>): string | null {
  const { protocol, hostname, port } = new URL(baseUrl)
  return protocol === 'https:' && port === '' && isPublicName(hostname) ? hostname : null
}

/**
 * Reads the settings, and the files that contain secrets. An empty value or file counts as unset.
 * @throws ConfigError naming all invalid settings.
 */
export function readConfig(env: Environment): Config {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries(SETTINGS)) {
    try {
      values[camel(name)] = parseSetting(name, setting, env)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      problems.push(error.message)
    }
  }
  const config = values as Config
  if (problems.length === 0) problems.push(...contradictions(config))
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))

  config.baseUrl ??= `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`
  config.baseUrl = withoutEnd(config.baseUrl, '/')
  config.billingReturnUrl ??= config.baseUrl
  config.sharedEmailSender ??= `hello@${config.sandboxDomain}`
  const { hostname } = new URL(config.baseUrl)
  config.dkimZone ??= `dkim.${hostname}`
  config.mailFromMxHost ??= `feedback.${hostname}`
  config.inboundMxHost ??= `inbound.${hostname}`
  config.linkHostTarget = config.linkHostTarget === 'off' ? null : (config.linkHostTarget ?? ownLinkHost(config))
  config.smtpHost ??= config.host
  config.spfInclude ??= `spf.${hostname}`
  return config
}
