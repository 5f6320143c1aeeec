/** A URL that may not be an endpoint. `reason` is a short sentence for the user who gave it. */
export class RefusedUrlError extends Error {
  override readonly name = 'RefusedUrlError'
  readonly reason: string

  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}

/** Where a request goes: the origin names the pool, and the host never ends in a dot. */
export interface Endpoint {
  origin: string
  /** Host name in A-label form, or an IP literal without brackets. */
  host: string
  path: string
}

/**
 * Reads the URL of an endpoint: https (http where allowed), any port, no credentials. The URL parser brings every
 * spelling of an IPv4 address (`0x7f.1`, `2130706433`) to the usual one.
 * @throws RefusedUrlError
 */
export function parseEndpoint(url: string, { allowHttp }: { allowHttp: boolean }): Endpoint {
  if (!URL.canParse(url)) throw new RefusedUrlError('is not a valid URL')
  const parsed = new URL(url)
  const allowed = parsed.protocol === 'https:' || (allowHttp && parsed.protocol === 'http:')
  if (!allowed) throw new RefusedUrlError(allowHttp ? 'must be an http or https URL' : 'must be an https URL')
  if (parsed.username !== '' || parsed.password !== '') throw new RefusedUrlError('must not contain credentials')
  // A final dot would reach certificates and SNI, where names have none.
  const hostname = parsed.hostname.replace(/\.+$/, '')
  if (hostname === '') throw new RefusedUrlError('is not a valid URL')
  const port = parsed.port === '' ? '' : `:${parsed.port}`
  return {
    origin: `${parsed.protocol}//${hostname}${port}`,
    host: hostname.replace(/^\[|\]$/g, ''),
    path: parsed.pathname + parsed.search,
  }
}
