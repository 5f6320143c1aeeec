import { isIP } from 'node:net'
import { z } from 'zod'
import { parseCidrList } from './lib/public-address.js'

/** Parts of the service that a process can run. */
export const ROLES = ['api', 'worker', 'scheduler'] as const

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
    message: `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  })
const email = () => z.string().regex(/^[^\s@<>]+@[^\s@<>]+$/, 'must be a bare mail address')
const domainName = () =>
  z
    .string()
    .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, 'must be a domain name')
const isNameServer = (text: string) => {
  const [, v6, v4, port = '53'] = /^(?:\[(.+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  if (isIP(text) !== 0) return true
  return (isIP(v6 ?? '') === 6 || isIP(v4 ?? '') === 4) && Number(port) >= 1 && Number(port) <= 65_535
}
const isCidr = (text: string) => {
  try {
    return parseCidrList(text).length === 1
  } catch {
    return false
  }
}

interface Setting<S extends z.ZodType<unknown, string>, D extends string | null> {
  /** What it means, with its unit; shown in the README and in `.env.example`. */
  doc: string
  schema: S
  /** The text that stands for it when it is not set; null when it then is absent. */
  fallback: D
}

const setting = <S extends z.ZodType<unknown, string>, D extends string | null>(
  fallback: D,
  schema: S,
  doc: string,
): Setting<S, D> => ({ doc, schema, fallback })

/** Every setting, read from the environment. A wrong value stops the start with its name and what is allowed. */
export const SETTINGS = {
  HOST: setting('127.0.0.1', z.string().min(1), 'Address the HTTP API listens on.'),
  PORT: setting('3000', whole(0, 65_535), 'Port of the HTTP API. 0 takes any free one.'),
  BASE_URL: setting(null, url('http:', 'https:'), 'Public address of the API. Default: http://HOST:PORT.'),
  ROLES: setting(
    'api,worker,scheduler',
    list().pipe(z.array(z.enum(ROLES, `must be a comma list of ${ROLES.join(', ')}`)).min(1)),
    `Parts that run, a comma list of ${ROLES.join(', ')}. With the api and others, each side gets a process of its own.`,
  ),
  DATA_DIR: setting(
    '.data',
    z.string().min(1),
    'Folder of the embedded servers. Not used with MONGODB_URI and REDIS_URL.',
  ),
  MONGODB_URI: setting(
    null,
    // No URL in the eyes of the standard: it may name several hosts with their ports.
    z.string().regex(/^mongodb(\+srv)?:\/\/[^\s/]/, 'must be an address that begins with mongodb:// or mongodb+srv://'),
    'MongoDB replica set to use, with the name of the database. Unset: an embedded one.',
  ),
  REDIS_URL: setting(
    null,
    url('redis:', 'rediss:'),
    'Redis 7 or Valkey 7.2 (or later) to use. Unset: an embedded one.',
  ),
  REDIS_PREFIX: setting(
    'postline',
    z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/, 'must be 1 to 64 letters, digits, dots, dashes or underscores'),
    'Prefix of every key in Redis, for servers that several deployments share.',
  ),
  STREAM_PARTITIONS: setting(
    '1',
    whole(1, 64),
    'Partitions of each work stream, by account. The same in every process.',
  ),
  MAIL_PROVIDER: setting(
    'capture',
    z.enum(['capture', 'smtp', 'ses'], 'must be capture, smtp or ses'),
    'How mail leaves: capture keeps and shows it and sends nothing, smtp hands it to SMTP_URL, ses to Amazon SES.',
  ),
  SMTP_URL: setting(
    null,
    url('smtp:', 'smtps:'),
    'Mail server of the provider smtp, like smtp://user:password@host:587.',
  ),
  AWS_REGION: setting(
    null,
    z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be a region of AWS, like eu-central-1'),
    'Region of the provider ses. Its credentials are found as the AWS tools find theirs.',
  ),
  SES_ENDPOINT: setting(null, url('http:', 'https:'), 'Address of the SES API. Unset: that of AWS_REGION.'),
  SES_CONFIGURATION_SET: setting(
    null,
    z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, dashes or underscores'),
    'Configuration set of SES that publishes the events of every mail.',
  ),
  SNS_TOPIC_ARNS: setting(
    '',
    list().pipe(z.array(z.string().regex(/^arn:aws[a-z-]*:sns:\S+$/, 'must be a comma list of arn:aws:sns:…'))),
    'Topics whose SNS envelopes are taken at /v1/callbacks/ses, a comma list. Empty: none.',
  ),
  CALLBACK_SECRET: setting(
    null,
    z.string().min(32, 'must have at least 32 characters'),
    'Secret that signs provider callbacks, 32 characters or more. Unset: one is made and kept in MongoDB.',
  ),
  MAIL_FROM_LABEL: setting(
    'send',
    z.string().regex(/^[a-z0-9]([a-z0-9-]{0,48}[a-z0-9])?$/, 'must be one label of a domain name, up to 50 characters'),
    'Label of the MAIL FROM subdomain of every sending domain.',
  ),
  DKIM_ZONE: setting(
    null,
    domainName(),
    'Zone that holds the DKIM keys, without SES. Default: dkim. and the host of BASE_URL.',
  ),
  MAIL_FROM_MX_HOST: setting(
    null,
    domainName(),
    'Mail server of the MAIL FROM subdomains, without SES. Default: feedback. and the host of BASE_URL.',
  ),
  SPF_INCLUDE: setting(
    null,
    domainName(),
    'Name that the SPF records include, without SES. Default: spf. and the host of BASE_URL.',
  ),
  TRACKING_OPENS: setting('false', flag(), 'Whether opens are tracked where a send does not say.'),
  TRACKING_CLICKS: setting('false', flag(), 'Whether clicks are tracked where a send does not say.'),
  PRICE_PER_EMAIL_MICROS: setting('400', whole(0, 1_000_000_000), 'Price of one recipient, in micro-dollars.'),
  TEST_SEND_ENABLED: setting('true', flag(), 'Whether sends with test_send work.'),
  VALIDATION_ENABLED: setting('true', flag(), 'Whether addresses can be validated by POST /v1/validate.'),
  SANDBOX_DOMAIN: setting('sandbox.postline.localhost', z.string().min(1), 'Domain of the shared sender.'),
  SHARED_EMAIL_SENDER: setting(null, email(), 'Sender of accounts without a domain. Default: hello@SANDBOX_DOMAIN.'),
  BOOTSTRAP_OWNER_EMAIL: setting(
    'owner@postline.localhost',
    email(),
    'Address of the first account, made on the first start.',
  ),
  BOOTSTRAP_ADMIN_KEY: setting(
    null,
    z
      .string()
      .regex(
        /^sk_live_[A-Za-z0-9_-]{32,192}$/,
        'must be sk_live_ and at least 32 letters, digits, dashes or underscores',
      ),
    'Admin key that the first account gets, 40 characters or more. Unset: one is made and printed once.',
  ),
  SESSION_SECRET: setting(
    null,
    z.string().min(32, 'must have at least 32 characters'),
    'Secret that signs the sessions of browsers, 32 characters or more. Unset: one is made and kept in MongoDB.',
  ),
  RATE_LIMIT_PER_SECOND: setting(
    null,
    whole(0, 1_000_000),
    'Requests a second for each account, and for each address without a key. 0 switches the limit off. Unset: by plan, 10 to 100.',
  ),
  TRUST_PROXY: setting(
    'false',
    flag(),
    'Whether X-Forwarded-For names the client: true only behind a proxy that sets it.',
  ),
  DNS_SERVERS: setting(
    '',
    list().pipe(z.array(z.string().refine(isNameServer, 'must be a comma list of IP:port'))),
    'Name servers to ask, a comma list of IP:port. Empty: those of the system.',
  ),
  GRAPHQL_INTROSPECTION: setting('true', flag(), 'Whether GraphQL tells its schema, which GraphiQL and tools ask for.'),
  HEADER_PREFIX: setting(
    'Svc',
    z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,30}$/, 'must be up to 31 letters and digits, a letter first'),
    'Prefix of the headers of a webhook request and of a signed callback, as in Svc-Signature.',
  ),
  WEBHOOK_ALLOW_HTTP: setting('false', flag(), 'Whether a webhook endpoint may be plain http. For local work only.'),
  WEBHOOK_ALLOW_CIDRS: setting(
    '',
    list().pipe(z.array(z.string().refine(isCidr, 'must be a comma list of address ranges, like 127.0.0.0/8'))),
    'Address ranges that webhooks may reach although they are not public, like 127.0.0.0/8. For local work only.',
  ),
  WEBHOOK_RETRY_BASE_MS: setting(
    '30000',
    whole(1, 3_600_000),
    'Delay before the second webhook attempt, in ms; it then doubles.',
  ),
  WEBHOOK_TIMEOUT_MS: setting('30000', whole(10, 300_000), 'Time a webhook endpoint has to answer, in ms.'),
  DISPATCH_RETRY_BASE_MS: setting(
    '30000',
    whole(1, 3_600_000),
    'Delay before a deferred mail is tried again, in ms; it then doubles.',
  ),
  DISPATCH_TIMEOUT_MS: setting('30000', whole(10, 300_000), 'Time a mail provider has to take a mail, in ms.'),
  MAX_WAITING_MESSAGES: setting(
    '20000',
    whole(1_000, 1_000_000),
    'Messages that may wait for MongoDB in one process. More are refused with 503.',
  ),
  LOG_LEVEL: setting(
    'info',
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'must be trace, debug, info, warn, error or silent'),
    'Least important kind of log line to write.',
  ),
  METRICS_PORT: setting('9464', whole(0, 65_534), 'Loopback port of the Prometheus metrics. 0 switches them off.'),
} as const

type Settings = typeof SETTINGS
type Camel<S extends string> = S extends `${infer Head}_${infer Rest}`
  ? `${Lowercase<Head>}${Capitalize<Camel<Rest>>}`
  : Lowercase<S>
type Value<S> =
  S extends Setting<infer Schema, infer Fallback> ? z.output<Schema> | (Fallback extends null ? null : never) : never

/** The settings of one process, by their camel-case names, with the defaults that depend on others filled in. */
export type Config = { [Name in keyof Settings as Camel<Name>]: Value<Settings[Name]> } & {
  baseUrl: string
  sharedEmailSender: string
  dkimZone: string
  mailFromMxHost: string
  spfInclude: string
}

/** A setting that is not allowed. The message names each one and what it may be. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const camel = (name: string) => name.toLowerCase().replace(/_(.)/g, (_match, letter: string) => letter.toUpperCase())

/**
 * Reads the settings. An empty value counts as not set.
 * @throws ConfigError naming every wrong setting at once.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, { schema, fallback }] of Object.entries(SETTINGS)) {
    const text = env[name] || fallback
    const parsed = text === null ? { success: true as const, data: null } : schema.safeParse(text)
    if (parsed.success) values[camel(name)] = parsed.data
    else problems.push(`${name} ${parsed.error.issues[0]?.message ?? 'is not allowed'}`)
  }
  const config = values as Config
  if (config.mailProvider === 'smtp' && !config.smtpUrl)
    problems.push('SMTP_URL must be set when MAIL_PROVIDER is smtp')
  if (config.mailProvider === 'ses' && !config.awsRegion)
    problems.push('AWS_REGION must be set when MAIL_PROVIDER is ses')
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
