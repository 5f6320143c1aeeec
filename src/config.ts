import { createSecretKey } from 'node:crypto'
import { accessSync, constants, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { z } from 'zod'
import { parseCidrList } from './lib/public-address.js'
import { parseTrustedProxies } from './lib/trusted-proxies.js'
import { messageOf } from './lib/unknown-error.js'

/** Roles that a process can have. */
export const ROLES = ['api', 'worker', 'scheduler'] as const
type Role = (typeof ROLES)[number]

const commaList = (text: string) => text.split(',').flatMap((part) => part.trim() || [])

const list = () => z.string().transform(commaList)
const flag = () => z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true')
const whole = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number from ${from} to ${to}`)
    .transform(Number)
    .refine((value) => value >= from && value <= to, `must be a whole number from ${from} to ${to}`)
const url = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    message: `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  })
const email = () => z.string().regex(/^[^\s@<>]+@[^\s@<>]+$/, 'must be an email address without a name')
const domainName = () =>
  z
    .string()
    .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, 'must be a domain name')
const isNameServer = (text: string) => {
  const [, v6, v4, port = '53'] = /^(?:\[(.+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  if (isIP(text) !== 0) return true
  return (isIP(v6 ?? '') === 6 || isIP(v4 ?? '') === 4) && Number(port) >= 1 && Number(port) <= 65_535
}
const KEY_RULE = 'must be 32 bytes in base64, or several such keys separated by commas, the newest first'
/** Several 256-bit keys. As key objects, so that nothing prints them by mistake. */
const keys = () =>
  list()
    .pipe(z.array(z.string().regex(/^[A-Za-z0-9+/_-]{43}=?$/, KEY_RULE)).min(1, KEY_RULE))
    .transform((texts) => texts.map((text) => createSecretKey(text, 'base64')))
/** Path of a file that this user can read. */
const readableFile = () =>
  z.string().refine((path) => {
    try {
      accessSync(path, constants.R_OK)
      return true
    } catch {
      return false
    }
  }, 'must name a file that this user can read')
const proxies = () =>
  z.string().transform((text, context) => {
    try {
      return parseTrustedProxies(text)
    } catch (error) {
      const allowed = 'must be false, a number of proxies, or a comma-separated list of their addresses and ranges'
      context.addIssue(`${allowed}: ${messageOf(error)}`)
      return z.NEVER
    }
  })
const isCidr = (text: string) => {
  try {
    return parseCidrList(text).length === 1
  } catch {
    return false
  }
}

interface Setting<S extends z.ZodType<unknown, string>, D extends string | null> {
  /** Description, with the unit; shown in the README and in `.env.example`. */
  doc: string
  schema: S
  /** The default; null if there is none. */
  fallback: D
  /** For a secret, the roles that read it. `NAME_FILE` can name a file that contains it. */
  secretOf?: readonly Role[]
}

const setting = <S extends z.ZodType<unknown, string>, D extends string | null>(
  fallback: D,
  schema: S,
  doc: string,
): Setting<S, D> => ({ doc, schema, fallback })

const secret = <S extends z.ZodType<unknown, string>>(
  secretOf: readonly Role[],
  schema: S,
  doc: string,
): Setting<S, null> => ({ doc, schema, fallback: null, secretOf })

/** Every setting, read from the environment. On an invalid value the service does not start, and the error says what is allowed. */
export const SETTINGS = {
  HOST: setting('127.0.0.1', z.string().min(1), 'Address the HTTP API listens on.'),
  PORT: setting('3000', whole(0, 65_535), 'Port of the HTTP API. 0 picks a free one.'),
  BASE_URL: setting(null, url('http:', 'https:'), 'Public URL of the API. Default: http://HOST:PORT.'),
  ROLES: setting(
    'api,worker,scheduler',
    list().pipe(z.array(z.enum(ROLES, `must be a comma-separated list of ${ROLES.join(', ')}`)).min(1)),
    `Roles to run: a comma-separated list of ${ROLES.join(', ')}. If api is not alone, it gets its own process.`,
  ),
  DATA_DIR: setting(
    '.data',
    z.string().min(1),
    'Folder for the data of the embedded servers. Not used with MONGODB_URI and REDIS_URL.',
  ),
  MONGODB_URI: secret(
    ROLES,
    // Not a standard URL: it may name several hosts with ports.
    z.string().regex(/^mongodb(\+srv)?:\/\/[^\s/]/, 'must be a URL that starts with mongodb:// or mongodb+srv://'),
    'URI of the MongoDB replica set, with the name of the database. Unset: an embedded MongoDB.',
  ),
  REDIS_URL: secret(
    ROLES,
    url('redis:', 'rediss:'),
    'URL of Redis 7 or Valkey 7.2, or later; rediss:// for TLS. Unset: an embedded Valkey.',
  ),
  REDIS_TLS_CA_FILE: setting(
    null,
    readableFile(),
    'PEM file with the certificate authority of Redis, for rediss://. Unset: the public ones that Node.js trusts.',
  ),
  REDIS_TLS_CERT_FILE: setting(
    null,
    readableFile(),
    'PEM file with a client certificate and its private key, if Redis requires one.',
  ),
  REDIS_PREFIX: setting(
    'postline',
    z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/, 'must be 1 to 64 letters, digits, dots, dashes or underscores'),
    'Prefix of every key in Redis. Set it if several deployments share a server.',
  ),
  STREAM_PARTITIONS: setting(
    '1',
    whole(1, 64),
    'Number of partitions of each work stream, by account. Must be the same in all processes.',
  ),
  MAIL_PROVIDER: setting(
    'capture',
    z.enum(['capture', 'smtp', 'ses'], 'must be capture, smtp or ses'),
    'How mail is sent: capture stores it for reading and sends nothing, smtp uses SMTP_URL, ses uses Amazon SES.',
  ),
  SMTP_URL: secret(
    ['worker'],
    url('smtp:', 'smtps:'),
    'Mail server for the provider smtp, like smtp://user:password@host:587.',
  ),
  AWS_REGION: setting(
    null,
    z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be an AWS region, like eu-central-1'),
    'AWS region for the provider ses. Credentials are found the same way as by the AWS tools.',
  ),
  SES_ENDPOINT: setting(null, url('http:', 'https:'), 'URL of the SES API. Unset: that of AWS_REGION.'),
  SES_CONFIGURATION_SET: setting(
    null,
    z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, dashes or underscores'),
    'SES configuration set that publishes the events of every mail.',
  ),
  SNS_TOPIC_ARNS: setting(
    '',
    list().pipe(
      z.array(z.string().regex(/^arn:aws[a-z-]*:sns:\S+$/, 'must be a comma-separated list of arn:aws:sns:…')),
    ),
    'SNS topics whose envelopes /v1/callbacks/ses accepts, comma-separated. Empty: none.',
  ),
  CALLBACK_SECRET: secret(
    ['api'],
    z.string().min(32, 'must have at least 32 characters'),
    'Secret that signs provider callbacks, at least 32 characters. Unset: one is generated and stored in MongoDB.',
  ),
  MAIL_FROM_LABEL: setting(
    'send',
    z.string().regex(/^[a-z0-9]([a-z0-9-]{0,48}[a-z0-9])?$/, 'must be one label of a domain name, up to 50 characters'),
    'Label of the MAIL FROM subdomain of each sending domain.',
  ),
  DKIM_ZONE: setting(
    null,
    domainName(),
    'DNS zone of the DKIM keys, without SES. Default: dkim. and the host of BASE_URL.',
  ),
  MAIL_FROM_MX_HOST: setting(
    null,
    domainName(),
    'MX host of the MAIL FROM subdomains, without SES. Default: feedback. and the host of BASE_URL.',
  ),
  SPF_INCLUDE: setting(
    null,
    domainName(),
    'Name that SPF records include, without SES. Default: spf. and the host of BASE_URL.',
  ),
  TRACKING_OPENS: setting('false', flag(), 'Tracks opens by default. A send can override it.'),
  TRACKING_CLICKS: setting('false', flag(), 'Tracks clicks by default. A send can override it.'),
  PRICE_PER_EMAIL_MICROS: setting('400', whole(0, 1_000_000_000), 'Price for each recipient, in micro-dollars.'),
  TEST_SEND_ENABLED: setting('true', flag(), 'Enables sends with test_send.'),
  VALIDATION_ENABLED: setting('true', flag(), 'Enables POST /v1/validate.'),
  SANDBOX_DOMAIN: setting('sandbox.postline.localhost', z.string().min(1), 'Domain of the shared sender.'),
  SHARED_EMAIL_SENDER: setting(null, email(), 'Sender for accounts without a domain. Default: hello@SANDBOX_DOMAIN.'),
  BOOTSTRAP_OWNER_EMAIL: setting(
    'owner@postline.localhost',
    email(),
    'Address of the owner of the first account, created on the first start.',
  ),
  BOOTSTRAP_ADMIN_KEY: secret(
    ['api'],
    z
      .string()
      .regex(
        /^sk_live_[A-Za-z0-9_-]{32,192}$/,
        'must be sk_live_ followed by at least 32 letters, digits, dashes or underscores',
      ),
    'Admin key of the first account, at least 40 characters. Unset: one is generated and printed once.',
  ),
  SESSION_SECRET: secret(
    ['api'],
    z.string().min(32, 'must have at least 32 characters'),
    'Secret that signs browser sessions, at least 32 characters. Unset: one is generated and stored in MongoDB.',
  ),
  ENCRYPTION_KEY: secret(
    ['api', 'worker'],
    keys(),
    'Key that encrypts DKIM keys and signing secrets in MongoDB: 32 bytes in base64 (`openssl rand -base64 32`). To change it, put the new key first and the old one after a comma. Unset: with the embedded MongoDB one is made in DATA_DIR, otherwise nothing is encrypted.',
  ),
  RATE_LIMIT_PER_SECOND: setting(
    null,
    whole(0, 1_000_000),
    'Requests a second for each account, and for each client address without a key. 0 disables the limit. Unset: 10 to 100 by plan.',
  ),
  MAX_CONNECTIONS: setting(
    '10000',
    whole(1, 1_000_000),
    'Most open connections of an API process. Further ones are closed at once.',
  ),
  TRUST_PROXY: setting(
    'false',
    proxies(),
    'Proxies whose X-Forwarded-For tells the client address: how many there are, or a comma-separated list of their addresses and ranges. true means 1.',
  ),
  DNS_SERVERS: setting(
    '',
    list().pipe(z.array(z.string().refine(isNameServer, 'must be a comma-separated list of IP:port'))),
    'Name servers to use, comma-separated IP:port. Empty: those of the system.',
  ),
  GRAPHQL_INTROSPECTION: setting('true', flag(), 'Enables GraphQL introspection, which GraphiQL and other tools need.'),
  HEADER_PREFIX: setting(
    'Svc',
    z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,30}$/, 'must be up to 31 letters and digits, starting with a letter'),
    'Prefix of the headers of webhook requests and signed callbacks, as in Svc-Signature.',
  ),
  WEBHOOK_ALLOW_HTTP: setting('false', flag(), 'Allows webhook endpoints with http. For local work only.'),
  WEBHOOK_ALLOW_CIDRS: setting(
    '',
    list().pipe(
      z.array(z.string().refine(isCidr, 'must be a comma-separated list of address ranges, like 127.0.0.0/8')),
    ),
    'Non-public address ranges that webhooks may reach, like 127.0.0.0/8. For local work only.',
  ),
  WEBHOOK_RETRY_BASE_MS: setting(
    '30000',
    whole(1, 3_600_000),
    'Delay before the first retry of a webhook, in ms. It doubles with each retry.',
  ),
  WEBHOOK_TIMEOUT_MS: setting('30000', whole(10, 300_000), 'Time-out of a webhook attempt, in ms.'),
  DISPATCH_RETRY_BASE_MS: setting(
    '30000',
    whole(1, 3_600_000),
    'Delay before the first retry of a deferred mail, in ms. It doubles with each retry.',
  ),
  DISPATCH_TIMEOUT_MS: setting('30000', whole(10, 300_000), 'Time-out of handing a mail to the provider, in ms.'),
  MAX_WAITING_MESSAGES: setting(
    '20000',
    whole(1_000, 1_000_000),
    'Most messages that wait for MongoDB in one process. Further sends are refused with 503.',
  ),
  LOG_LEVEL: setting(
    'info',
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'must be trace, debug, info, warn, error or silent'),
    'Lowest level of log lines to write.',
  ),
  METRICS_PORT: setting('9464', whole(0, 65_534), 'Loopback port of the Prometheus metrics. 0 disables them.'),
} as const

type Settings = typeof SETTINGS
type Camel<S extends string> = S extends `${infer Head}_${infer Rest}`
  ? `${Lowercase<Head>}${Capitalize<Camel<Rest>>}`
  : Lowercase<S>
type Value<S> =
  S extends Setting<infer Schema, infer Fallback> ? z.output<Schema> | (Fallback extends null ? null : never) : never

/** The settings of one process under camel-case names, including the defaults that depend on other settings. */
export type Config = { [Name in keyof Settings as Camel<Name>]: Value<Settings[Name]> } & {
  baseUrl: string
  sharedEmailSender: string
  dkimZone: string
  mailFromMxHost: string
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

/** What is wrong with settings that are valid one by one. */
function contradictions(config: Config): string[] {
  const { mailProvider, smtpUrl, awsRegion, roles, redisUrl, redisTlsCaFile, redisTlsCertFile } = config
  // Only a worker hands mail over, so only a worker needs to know the mail server.
  const lacksSmtp = mailProvider === 'smtp' && !smtpUrl && roles.includes('worker')
  const plainRedis = (redisTlsCaFile || redisTlsCertFile) && !redisUrl?.startsWith('rediss:')
  return [
    ...(lacksSmtp ? ['SMTP_URL must be set when MAIL_PROVIDER is smtp and ROLES has worker'] : []),
    ...(mailProvider === 'ses' && !awsRegion ? ['AWS_REGION must be set when MAIL_PROVIDER is ses'] : []),
    ...(plainRedis ? ['REDIS_URL must start with rediss:// when REDIS_TLS_CA_FILE or REDIS_TLS_CERT_FILE is set'] : []),
  ]
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
  config.baseUrl = config.baseUrl.replace(/\/+$/, '')
  config.sharedEmailSender ??= `hello@${config.sandboxDomain}`
  const { hostname } = new URL(config.baseUrl)
  config.dkimZone ??= `dkim.${hostname}`
  config.mailFromMxHost ??= `feedback.${hostname}`
  config.spfInclude ??= `spf.${hostname}`
  return config
}
