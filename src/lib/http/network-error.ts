/** Short, stable texts for an endpoint's owner: the kind of failure, without addresses. */
const TEXTS: Record<string, string> = {
  DEADLINE: 'timeout',
  ETIMEDOUT: 'timeout while connecting',
  UND_ERR_CONNECT_TIMEOUT: 'timeout while connecting',
  REFUSED_ADDRESS: 'refused address: not public',
  HOST_NOT_FOUND: 'DNS: host name not found',
  DNS_NO_ANSWER: 'DNS: no answer',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  UND_ERR_SOCKET: 'connection reset',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'host unreachable',
  EADDRNOTAVAIL: 'host unreachable',
  CERT_HAS_EXPIRED: 'TLS certificate: expired',
  CERT_NOT_YET_VALID: 'TLS certificate: not yet valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'TLS certificate: wrong host name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'TLS certificate: not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'TLS certificate: not trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'TLS certificate: not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'TLS certificate: not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'TLS certificate: not trusted',
  EPROTO: 'TLS: handshake failed',
  HTTP_PARSER: 'malformed response',
  UND_ERR_HEADERS_OVERFLOW: 'malformed response',
  UND_ERR_DESTROYED: 'shutting down',
  UND_ERR_CLOSED: 'shutting down',
}

const PREFIXES: [string, string][] = [
  ['ERR_SSL_', 'TLS: handshake failed'],
  ['CERT_', 'TLS certificate: not valid'],
]

const FALLBACK = 'connection failed'

/** The text for a failed connection or HTTP exchange, chosen by its `code`. */
export function describeNetworkError(error: unknown): string {
  const code = codeOf(error)
  return TEXTS[code] ?? PREFIXES.find(([prefix]) => code.startsWith(prefix))?.[1] ?? FALLBACK
}

/** The `code` of an error, or the empty string. */
export function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  // undici's parser errors have no code.
  if (name === 'HTTPParserError') return 'HTTP_PARSER'
  return typeof code === 'string' ? code : ''
}
