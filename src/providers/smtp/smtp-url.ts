import type { SMTPPoolOptions } from 'nodemailer/lib/smtp-pool'

const DEFAULT_CONNECTIONS = 10

/** The query parameters of an SMTP URL, by lower-case name. */
const PARAMETERS: Record<string, (options: SMTPPoolOptions, value: string, name: string) => void> = {
  pool: () => {},
  maxconnections: (options, value, name) => {
    options.maxConnections = whole(value, name, 1000)
  },
  maxmessages: (options, value, name) => {
    options.maxMessages = whole(value, name, 1_000_000)
  },
  requiretls: (options, value, name) => {
    options.requireTLS = flag(value, name)
  },
  ignoretls: (options, value, name) => {
    options.ignoreTLS = flag(value, name)
  },
  'tls.rejectunauthorized': (options, value, name) => {
    options.tls = { ...options.tls, rejectUnauthorized: flag(value, name) }
  },
  'tls.servername': (options, value) => {
    options.tls = { ...options.tls, servername: value }
  },
  name: (options, value) => {
    options.name = value
  },
  authmethod: (options, value) => {
    options.authMethod = value
  },
}

/**
 * Reads `smtp://user:password@host:587?requireTLS=true` and `smtps://…`.
 *
 * TLS: `smtps` encrypts from the first byte and checks the certificate. `smtp` is opportunistic (RFC 7435): it uses
 * STARTTLS if the server offers it and then accepts any certificate, because without STARTTLS the mail would be sent
 * unencrypted anyway. `requireTLS=true` requires STARTTLS and a valid certificate: set it, or use `smtps`, unless the
 * network to the server is your own. `tls.rejectUnauthorized` overrides the check of the certificate;
 * `NODE_EXTRA_CA_CERTS` adds a private authority.
 *
 * Other parameters: `maxConnections` (10), `maxMessages` per connection (100), `ignoreTLS`, `tls.servername`, `name`
 * (for EHLO), `authMethod`. Default ports: 587, and 465 for `smtps`.
 *
 * @throws Error that says what is wrong, without the password.
 */
export function parseSmtpUrl(text: string): SMTPPoolOptions & { maxConnections: number } {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname) {
    throw new Error('SMTP_URL must look like smtp://user:password@host:587 or smtps://host')
  }
  const options: SMTPPoolOptions & { maxConnections: number } = {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587),
    secure: url.protocol === 'smtps:',
    maxConnections: DEFAULT_CONNECTIONS,
  }
  if (url.username) {
    // Without forceAuth, mail would go unauthenticated to a server that does not advertise AUTH, and be refused there.
    options.auth = { user: decode(url.username), pass: decode(url.password) }
    options.forceAuth = true
  }
  for (const [name, value] of url.searchParams) {
    const apply = PARAMETERS[name.toLowerCase()]
    if (!apply) throw new Error(`SMTP_URL has an unknown parameter: ${name}`)
    apply(options, value, name)
  }
  const verify = options.secure === true || options.requireTLS === true
  options.tls = { rejectUnauthorized: verify, ...options.tls }
  return options
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error('SMTP_URL has a malformed % in its user or password: write % as %25')
  }
}

function flag(value: string, name: string): boolean {
  if (value !== 'true' && value !== 'false') throw new Error(`SMTP_URL: ${name} must be true or false`)
  return value === 'true'
}

function whole(value: string, name: string, max: number): number {
  const number = /^[0-9]+$/.test(value) ? Number(value) : 0
  if (number < 1 || number > max) throw new Error(`SMTP_URL: ${name} must be a whole number from 1 to ${max}`)
  return number
}
