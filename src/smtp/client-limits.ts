import { FairQueue, type Permit } from '../lib/concurrency/fair-queue.js'
import { clientNetwork } from '../lib/network/ip-address.js'

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
  /** Networks are its accounts. */
  readonly #connections: FairQueue
  #minute = 0
  #mails = new Map<string, number>()
  #failedLogins = new Map<string, number>()

  constructor({ now = () => performance.now(), ...limits }: Limits) {
    this.#limits = { ...limits, now }
    this.#connections = new FairQueue({ permits: () => Infinity, perAccount: () => limits.connections })
  }

  /** A permit for a new connection, to be released when it ends; null if there are too many. */
  connect(address: string): Permit | null {
    return this.#connections.tryAcquire({ accountId: clientNetwork(address) })
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
