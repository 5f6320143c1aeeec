import { z } from 'zod'
import { compatApis } from './compat-apis.js'
import {
  baseUrl,
  cidrs,
  domainName,
  domainNameOrOff,
  email,
  flag,
  host,
  keys,
  list,
  nameServers,
  origins,
  pemFile,
  percentage,
  prices,
  proxies,
  redisUrl,
  secrets,
  serverUrl,
  url,
  whole,
} from './kinds.js'

/** Roles that a process can have. */
export const ROLES = ['api', 'worker', 'scheduler', 'smtp'] as const
type Role = (typeof ROLES)[number]
const ROLES_RULE = `must be a comma-separated list of ${ROLES.join(', ')}`

/** The servers that Postline can run itself. */
const EMBEDDABLE = ['mongodb', 'redis'] as const

/** Idempotency keys are kept this long, and with them their messages. */
const MIN_RETENTION_DAYS = 30

export interface Setting<S extends z.ZodType<unknown, string>, D extends string | null> {
  /** Description, with the unit; shown in `docs/settings.md` and in `.env.example`. */
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
  HOST: setting('127.0.0.1', host(), 'Address the HTTP API listens on.'),
  PORT: setting(
    '3000',
    whole(0, 65_535),
    'Port of the HTTP API. 0 picks a free one. Workers that are started on their own need BASE_URL then, for links.',
  ),
  BASE_URL: setting(null, baseUrl(), 'Public URL of the API. Default: http://HOST:PORT.'),
  ROLES: setting(
    'api,worker,scheduler,smtp',
    list()
      .pipe(z.array(z.enum(ROLES, ROLES_RULE)).min(1, ROLES_RULE))
      .transform((roles) => [...new Set(roles)]),
    `Roles to run: a comma-separated list of ${ROLES.join(', ')}. With api and other roles, the API and the SMTP listener get separate processes.`,
  ),
  DATA_DIR: setting(
    '.data',
    z.string().min(1),
    'Folder for the data of the embedded servers. Not used with MONGODB_URI and REDIS_URL.',
  ),
  MONGODB_URI: secret(
    ROLES,
    // Not a standard URL: it may name several hosts with ports.
    z
      .string()
      .regex(/^mongodb(\+srv)?:\/\/[^\s/]/, 'must be a URL that starts with mongodb:// or mongodb+srv://')
      .regex(
        /^(?!mongodb\+srv:\/\/(?:[^/@]*@)?[^/?@]*[,:][^/?@]*[/?])/,
        'must name one host without a port after mongodb+srv://, which finds the members and their ports in DNS',
      )
      // Otherwise the driver would use the database `test`.
      .regex(
        /^[^/]*\/\/[^\s/?]+\/[^\s/?]/,
        'must contain the name of the database after the hosts, like mongodb://host:27017/postline',
      ),
    'URI of the MongoDB replica set, mongodb:// or mongodb+srv://, with the name of the database. Unset: an embedded MongoDB.',
  ),
  REDIS_URL: secret(
    ROLES,
    redisUrl(),
    'URL of Redis 7 or Valkey 7.2, or later: redis://host:port of one server, redis+cluster://host:port,host:port of a cluster, or redis+sentinel://host:port,host:port?name=master; with rediss in place of redis for TLS. Unset: an embedded Valkey.',
  ),
  EMBEDDED: setting(
    null,
    z.enum(EMBEDDABLE, `must be ${EMBEDDABLE.join(' or ')}`),
    'The one server to run embedded, mongodb or redis, if the other one is your own. Unset: both are embedded, or neither if both URIs are set.',
  ),
  REDIS_TLS_CA_FILE: setting(
    null,
    pemFile(),
    'PEM file with the certificate authority of Redis, for an address with TLS. Unset: the public ones that Node.js trusts.',
  ),
  REDIS_TLS_CERT_FILE: setting(
    null,
    pemFile(),
    'PEM file with a client certificate and its private key, if Redis requires one.',
  ),
  REDIS_PREFIX: setting(
    'postline',
    z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/, 'must be 1 to 64 letters, digits, dots, dashes or underscores'),
    'Prefix of every key in Redis. Set it if several deployments share a server.',
  ),
  MIGRATE_ON_START: setting(
    'true',
    flag(),
    'Whether the first process of a new version migrates the ledger. false: run `postline migrate` before it starts.',
  ),
  STREAM_PARTITIONS: setting(
    '1',
    whole(1, 64),
    'Number of partitions of each work stream, by account. Must be the same in all processes.',
  ),
  MAIL_PROVIDER: setting(
    'capture',
    z.enum(['capture', 'smtp', 'ses'], 'must be capture, smtp or ses'),
    'How mail is sent: capture stores it for reading and sends nothing; smtp hands it to the server of SMTP_URL, and the SMTP listener takes the bounces; ses uses Amazon SES, which reports deliveries, bounces and complaints.',
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
    'SNS topics whose envelopes /v1/callbacks/ses and /v1/callbacks/inbound accept, comma-separated. Empty: none.',
  ),
  SES_INBOUND_ENCODING: setting(
    'base64',
    z.enum(['base64', 'utf-8'], 'must be base64 or utf-8'),
    'Encoding of the mail in SES inbound notifications that do not name it: base64 or utf-8, as in the SNS action of the SES rule.',
  ),
  CALLBACK_SECRET: secret(
    ['api'],
    secrets(),
    'Secret that signs provider callbacks, at least 32 characters. To change it, put the new one first and the old one after a comma. Unset: one is generated and stored in MongoDB.',
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
    'MX host of the MAIL FROM subdomains, without SES: the SMTP listener, which takes bounces. Default: feedback. and the host of BASE_URL.',
  ),
  INBOUND_ENABLED: setting(
    'true',
    flag(),
    'Receives mail on the domains that have it turned on. false answers the routes of inbound mail with 404.',
  ),
  INBOUND_MX_HOST: setting(
    null,
    domainName(),
    'Host that the MX record of a domain names to receive its mail here. Default: inbound. and the host of BASE_URL.',
  ),
  SMTP_HOST: setting(null, host(), 'Address the SMTP listener listens on. Default: HOST.'),
  SMTP_PORT: setting(
    '2525',
    whole(0, 65_535),
    'Port of the SMTP listener, which takes mail for domains that receive mail here, bounces, and mail to send. 0 disables it.',
  ),
  SMTPS_PORT: setting(
    '0',
    whole(0, 65_535),
    'Port on which the SMTP listener speaks TLS from the first byte (usually 465). Needs a certificate. 0 disables it.',
  ),
  SMTP_TLS_CERT: setting(
    null,
    pemFile(),
    'PEM file with the certificate of the SMTP listener and its chain, for STARTTLS and SMTPS_PORT. A changed file is used within seconds.',
  ),
  SMTP_TLS_KEY: setting(null, pemFile(), 'PEM file with the private key of SMTP_TLS_CERT.'),
  SMTP_MAX_CONNECTIONS: setting(
    '1000',
    whole(1, 100_000),
    'Most open SMTP connections on a port. Further ones are told to try again later.',
  ),
  SMTP_CONNECTIONS_PER_ADDRESS: setting(
    '50',
    whole(1, 100_000),
    'Most open SMTP connections of a client address (of an IPv6 /64).',
  ),
  SMTP_MAILS_PER_MINUTE: setting(
    '600',
    whole(0, 1_000_000),
    'Mails a minute that the SMTP listener takes from a client address without a login. 0 for no limit.',
  ),
  MAIL_APP_ENABLED: setting('true', flag(), 'Enables the mail app. false answers its routes with 404.'),
  THREAD_SUBJECT_MATCH: setting(
    'true',
    flag(),
    'Mail joins the thread of a mail that it names only if the subjects agree. false lets it join whatever the subject.',
  ),
  SPF_INCLUDE: setting(
    null,
    domainName(),
    'Name that SPF records include, without SES. Default: spf. and the host of BASE_URL.',
  ),
  TRACKING_OPENS: setting('false', flag(), 'Tracks opens by default. A send can override it.'),
  TRACKING_CLICKS: setting('false', flag(), 'Tracks clicks by default. A send can override it.'),
  LINK_HOST_TARGET: setting(
    null,
    domainNameOrOff(),
    'Host that the CNAME record of links.{domain} names, so that links in the mail of a domain have its name. A proxy there needs certificates for such names. off: links always have BASE_URL. Default: the host of BASE_URL, if that is https on port 443 with a public name; otherwise off.',
  ),
  FORMER_HOSTS: setting(
    '',
    list().pipe(z.array(domainName())),
    'Hosts that BASE_URL had before, comma-separated. Links in mail from that time keep working there.',
  ),
  PRICE_PER_EMAIL_MICROS: setting('400', whole(0, 1_000_000_000), 'Price for each recipient, in micro-dollars.'),
  STRIPE_SECRET_KEY: secret(
    ['api'],
    z.string().regex(/^\S+$/, 'must be a secret key of Stripe, without spaces'),
    'Secret key of Stripe, which bills the plans. Billing needs it, STRIPE_WEBHOOK_SECRET and STRIPE_PRICES: set all three, or none to turn it off.',
  ),
  STRIPE_WEBHOOK_SECRET: secret(
    ['api'],
    z.string().regex(/^\S+$/, 'must be the signing secret of a Stripe webhook endpoint, without spaces'),
    'Signing secret of the Stripe webhook endpoint that calls /v1/callbacks/stripe, like whsec_….',
  ),
  STRIPE_PRICES: setting(
    null,
    prices(),
    'Stripe price of each plan and period that is for sale, as JSON like {"starter":{"month":"price_…","year":"price_…"}}. The plans are starter, pro, growth and scale.',
  ),
  STRIPE_API_BASE: setting(
    'https://api.stripe.com',
    serverUrl(),
    'URL of the API of Stripe, without a path. For tests against a stand-in.',
  ),
  BILLING_RETURN_URL: setting(
    null,
    url('http:', 'https:'),
    'Page that customers return to from the checkout and the portal of Stripe. Default: BASE_URL.',
  ),
  COMPLAINT_PAUSE_PERCENT: setting(
    '0',
    percentage(),
    'Pauses the sending of an account if more than this percentage of its mail of 24 hours is reported as spam. 0 disables it.',
  ),
  BOUNCE_PAUSE_PERCENT: setting(
    '0',
    percentage(),
    'Pauses the sending of an account if more than this percentage of its mail of 24 hours bounces permanently. 0 disables it.',
  ),
  CONTACTS_PER_ACCOUNT: setting(
    '500000',
    whole(1, 1_000_000_000),
    'Most contacts of an account without a plan or with Starter. The other plans allow ten times that.',
  ),
  LIST_MEMBERS_PER_ACCOUNT: setting(
    '5000000',
    whole(1, 1_000_000_000),
    'Most members of all contact lists of an account without a plan or with Starter. The other plans allow ten times that.',
  ),
  RETENTION_BODY_DAYS: setting(
    '0',
    whole(0, 36_500),
    'Days after which the bodies, attachments and headers of sent messages and of received mail are removed. 0 keeps them.',
  ),
  RETENTION_RAW_DAYS: setting(
    '0',
    whole(0, 36_500),
    'Days after which processed provider callbacks and the raw bytes of received mail are deleted. 0 keeps raw mail. Callbacks are kept for 30 days at most.',
  ),
  RETENTION_DAYS: setting(
    '0',
    whole(0, 36_500).refine(
      (days) => days === 0 || days >= MIN_RETENTION_DAYS,
      `must be 0, or at least ${MIN_RETENTION_DAYS}: idempotency keys are kept that long`,
    ),
    `Days after which messages are deleted with their events and webhook deliveries, counted from the last event, and received mail, counted from its arrival. 0 keeps them; otherwise at least ${MIN_RETENTION_DAYS}.`,
  ),
  TEST_SEND_ENABLED: setting('true', flag(), 'Enables sends with test_send.'),
  VALIDATION_ENABLED: setting('true', flag(), 'Enables POST /v1/validate.'),
  SANDBOX_DOMAIN: setting('sandbox.postline.localhost', domainName(), 'Domain of the shared sender.'),
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
    secrets(),
    'Secret that signs browser sessions, at least 32 characters. To change it, put the new one first and the old one after a comma. Unset: one is generated and stored in MongoDB.',
  ),
  ENCRYPTION_KEY: secret(
    ['api', 'worker', 'smtp'],
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
  DRAIN_SECONDS: setting(
    '0',
    whole(0, 300),
    'Seconds that an API process goes on serving after SIGTERM while /readyz fails, so that load balancers turn away from it first.',
  ),
  TRUST_PROXY: setting(
    'false',
    proxies(),
    'Proxies whose X-Forwarded-For gives the client address: how many there are, or a comma-separated list of their addresses and ranges. true means 1.',
  ),
  CORS_ORIGINS: setting(
    '',
    origins(),
    'Origins whose pages may call the API from a browser with a key, comma-separated, like https://app.example.com. Empty: none.',
  ),
  COMPAT_APIS: setting(
    'all',
    compatApis(),
    'APIs of other services to understand under /compat, comma-separated, like resend. all: every API; none: no API.',
  ),
  DNS_SERVERS: setting('', nameServers(), 'Name servers to use, comma-separated IP:port. Empty: those of the system.'),
  GRAPHQL_INTROSPECTION: setting('true', flag(), 'Enables GraphQL introspection, which GraphiQL and other tools need.'),
  MCP: setting('true', flag(), 'Serves the operations to language models as tools at /mcp. false answers it with 404.'),
  MCP_READ_ONLY: setting('false', flag(), 'Offers models only the tools that read.'),
  MCP_SEND_APPROVAL: setting(
    'false',
    flag(),
    'Mail that models send by their tools waits until a key with the scope admin approves it, for 24 hours at most.',
  ),
  HEADER_PREFIX: setting(
    'Svc',
    z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9]{0,30}$/, 'must be up to 31 letters and digits, starting with a letter')
      .refine(
        (text) => text.toLowerCase() !== 'webhook',
        'must not be Webhook, because Standard Webhooks has these headers',
      ),
    'Prefix of the headers of webhook requests and signed callbacks, as in Svc-Signature.',
  ),
  WEBHOOK_ALLOW_HTTP: setting('false', flag(), 'Allows webhook endpoints with http. For local work only.'),
  WEBHOOK_ALLOW_CIDRS: setting(
    '',
    cidrs(),
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
    whole(2_000, 1_000_000),
    'Most messages that one process accepts at the same time, however fast MongoDB is. More are refused with 503.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    null,
    url('http:', 'https:'),
    'URL of an OpenTelemetry collector that takes traces over OTLP/HTTP, like http://127.0.0.1:4318. Unset: no traces.',
  ),
  LOG_LEVEL: setting(
    'info',
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'must be trace, debug, info, warn, error or silent'),
    'Lowest level of log lines to write.',
  ),
  METRICS_HOST: setting(
    '127.0.0.1',
    host(),
    'Address the Prometheus metrics listen on. They need no key, so strangers must not reach it.',
  ),
  METRICS_PORT: setting('9464', whole(0, 65_533), 'Port of the Prometheus metrics. 0 disables them.'),
} as const
