import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'

/** All A and AAAA addresses of a host; none if it does not exist. Rejects if there was no answer. */
export type Resolve = (hostname: string, signal?: AbortSignal) => Promise<string[]>

export type GuardErrorCode = 'REFUSED_ADDRESS' | 'HOST_NOT_FOUND' | 'DNS_NO_ANSWER'

/** The guard refused a connection. */
export class GuardError extends Error {
  override readonly name = 'GuardError'
  readonly code: GuardErrorCode

  constructor(code: GuardErrorCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

export interface GuardOptions {
  isAllowed: (ip: string) => boolean
  resolve: Resolve
  /** Time-out for DNS, TCP and TLS together. */
  connectTimeoutMs: number
  tls?: { ca?: string } | undefined
}

/** Time before the next address is tried, in ms, if an address does not respond. */
const NEXT_ADDRESS_MS = 1_000

/**
 * The addresses of a host, all checked: one refused address refuses the host.
 * @throws GuardError
 */
export async function vettedAddresses(host: string, guard: GuardOptions): Promise<string[]> {
  if (isIP(host) !== 0) {
    if (!guard.isAllowed(host)) throw new GuardError('REFUSED_ADDRESS')
    return [host]
  }
  let addresses: string[]
  try {
    addresses = await guard.resolve(host, AbortSignal.timeout(guard.connectTimeoutMs))
  } catch (cause) {
    throw new GuardError('DNS_NO_ANSWER', { cause })
  }
  if (addresses.length === 0) throw new GuardError('HOST_NOT_FOUND')
  if (!addresses.every(guard.isAllowed)) throw new GuardError('REFUSED_ADDRESS')
  return addresses
}

/**
 * A connector for undici that connects only to checked addresses. The socket uses the very result of this look-up, so a
 * second look-up cannot answer differently (DNS rebinding).
 */
export function buildGuardedConnector(guard: GuardOptions): buildConnector.connector {
  const lookup: LookupFunction = (hostname, options, callback) => {
    vettedAddresses(hostname, guard).then(
      (addresses) => {
        const all = addresses.map((address) => ({ address, family: isIP(address) }))
        const first = all[0]
        if (options.all || !first) callback(null, all)
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
  }
  const connect = buildConnector({
    ...guard.tls,
    lookup,
    timeout: guard.connectTimeoutMs,
    allowH2: false,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
  })
  return (options, callback) => {
    // The socket does not call `lookup` for IP literals, so they are checked here.
    const host = options.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && !guard.isAllowed(host)) {
      callback(new GuardError('REFUSED_ADDRESS'), null)
      return
    }
    connect(options, callback)
  }
}
