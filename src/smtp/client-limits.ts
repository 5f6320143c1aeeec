import { clientNetwork } from '../lib/ip-address.js'

const MINUTE_MS = 60_000
/** Failed logins of a network in a minute; further ones are not even looked at. */
const MAX_FAILED_LOGINS = 20

interface Limits {
  /** Most open connections of a network. */
  connections: number
  /** Most mails of a network in a minute, without a login. 0 for no limit. */
  mailsPerMinute: number
  /** In ms; only differences matter. */
  now?: () => number
}

/**
 * Counts what clients do in this process, by network: an IPv4 address or an IPv6 /64. Minutes are fixed windows, so
 * twice the limit may pass where two of them meet.
 */
export class ClientLimits {
  readonly #limits: Required<Limits>
  readonly #connections = new Map<string, number>()
  #minute = 0
  #mails = new Map<string, number>()
  #failedLogins = new Map<string, number>()

  constructor({ now = () => performance.now(), ...limits }: Limits) {
    this.#limits = { ...limits, now }
  }

  /** Counts a new connection; false if there are too many. Each that was counted must be uncounted by `disconnect`. */
  connect(address: string): boolean {
    const network = clientNetwork(address)
    const open = this.#connections.get(network) ?? 0
    if (open >= this.#limits.connections) return false
    this.#connections.set(network, open + 1)
    return true
  }

  disconnect(address: string): void {
    const network = clientNetwork(address)
    const open = this.#connections.get(network) ?? 0
    if (open > 1) this.#connections.set(network, open - 1)
    else this.#connections.delete(network)
  }

  /** Counts a mail without a login; false if there were too many in this minute. */
  takesMail(address: string): boolean {
    const { mailsPerMinute } = this.#limits
    this.#turn()
    return mailsPerMinute === 0 || count(this.#mails, clientNetwork(address)) <= mailsPerMinute
  }

  /** Whether a login may be tried. */
  takesLogin(address: string): boolean {
    this.#turn()
    return (this.#failedLogins.get(clientNetwork(address)) ?? 0) < MAX_FAILED_LOGINS
  }

  /** Counts a login that failed. */
  loginFailed(address: string): void {
    this.#turn()
    count(this.#failedLogins, clientNetwork(address))
  }

  #turn(): void {
    const minute = Math.floor(this.#limits.now() / MINUTE_MS)
    if (minute === this.#minute) return
    this.#minute = minute
    this.#mails = new Map()
    this.#failedLogins = new Map()
  }
}

function count(counts: Map<string, number>, key: string): number {
  const value = (counts.get(key) ?? 0) + 1
  counts.set(key, value)
  return value
}
