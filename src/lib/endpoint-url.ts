/** The URL is not allowed as an endpoint. `reason` is a short text for the user. */
export class RefusedUrlError extends Error {
  override readonly name = 'RefusedUrlError'
  readonly reason: string

  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}

/** The target of a request: the origin identifies the pool, and the host has no final dot. */
export interface Endpoint {
  origin: string
  /** Host name as A-labels, or an IP literal without brackets. */
  host: string
  path: string
}

/**
 * Parses the URL of an endpoint: https (or http if allowed), any port, no credentials. The URL parser normalizes every
 * notation of an IPv4 address (`0x7f.1`, `2130706433`).
 * @throws RefusedUrlError
 */
export function parseEndpoint(url: string, { allowHttp }: { allowHttp: boolean }): Endpoint {
  if (!URL.canParse(url)) throw new RefusedUrlError('is not a valid URL')
  const parsed = new URL(url)
  const allowed = parsed.protocol === 'https:' || (allowHttp && parsed.protocol === 'http:')
  if (!allowed) throw new RefusedUrlError(allowHttp ? 'must be an http or https URL' : 'must be an https URL')
  if (parsed.username !== '' || parsed.password !== '') throw new RefusedUrlError('must not contain credentials')
  // Names in certificates and SNI have no final dot.
  const hostname = parsed.hostname.replace(/\.+$/, '')
  if (hostname === '') throw new RefusedUrlError('is not a valid URL')
  const port = parsed.port === '' ? '' : `:${parsed.port}`
  return {
    origin: `${parsed.protocol}//${hostname}${port}`,
    host: hostname.replace(/^\[|\]$/g, ''),
    path: parsed.pathname + parsed.search,
  }
}
