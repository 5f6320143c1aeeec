import { withoutEnd } from '../text/trim.js'

/** The URL is not allowed as an endpoint. `reason` is a short text for the user. */
export class RefusedUrlError extends Error {
  override readonly name = 'RefusedUrlError'
  readonly reason: string

  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}

/**
 * Ports from 1024 on that belong to other protocols: what a stranger makes this service send there could be understood
 * as one of them. From the list of the Fetch standard ("port blocking").
 */
const PORTS_OF_OTHERS = new Set([
  ...[1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566],
  ...[6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
])
/** Below it, ports belong to the system, and only those of http and https take requests. */
const FIRST_FREE_PORT = 1024

/** The target of a request: the origin identifies the pool, and the host has no final dot. */
export interface EndpointUrl {
  /** The whole URL, as the parser writes it. */
  href: string
  origin: string
  /** Host name as A-labels, or an IP literal without brackets. */
  host: string
  path: string
}

/**
 * Parses the URL of an endpoint: https (or http if allowed), no credentials, the usual port or one from 1024 on that
 * belongs to no other protocol. The URL parser normalizes every notation of an IPv4 address (`0x7f.1`, `2130706433`).
 * @throws RefusedUrlError
 */
export function parseEndpoint(url: string, { allowHttp }: { allowHttp: boolean }): EndpointUrl {
  if (!URL.canParse(url)) throw new RefusedUrlError('is not a valid URL')
  const parsed = new URL(url)
  const allowed = parsed.protocol === 'https:' || (allowHttp && parsed.protocol === 'http:')
  if (!allowed) throw new RefusedUrlError(allowHttp ? 'must be an http or https URL' : 'must be an https URL')
  if (parsed.username !== '' || parsed.password !== '') throw new RefusedUrlError('must not contain credentials')
  if (!isHttpPort(parsed.port)) throw new RefusedUrlError(BAD_PORT)
  // Names in certificates and SNI have no final dot.
  const hostname = withoutEnd(parsed.hostname, '.')
  if (hostname === '') throw new RefusedUrlError('is not a valid URL')
  const port = parsed.port === '' ? '' : `:${parsed.port}`
  return {
    href: parsed.href,
    origin: `${parsed.protocol}//${hostname}${port}`,
    host: hostname.replace(/^\[|\]$/g, ''),
    path: parsed.pathname + parsed.search,
  }
}

/**
 * Whether requests may go to a port: elsewhere a stranger could reach other services of a host through this one.
 * @param port as in `URL.port`; empty for the usual one.
 */
export const isHttpPort = (port: string): boolean =>
  port === '' || (Number(port) >= FIRST_FREE_PORT && !PORTS_OF_OTHERS.has(Number(port)))

export const BAD_PORT = 'must have the usual port, or one from 1024 on that belongs to no other protocol than HTTP'
