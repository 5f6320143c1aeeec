import type { SuppressionEntry, SuppressionState } from '../../../contract/suppressions.js'
import { normalizeAddress, parseAddress } from '../../../lib/mail/addresses.js'
import type { SuppressionWrite } from './write-suppressions.js'

/** The reason of entries without one. */
const IMPORTED = 'import'

/** The entries of one import. An invalid address and a repeated one are skipped. */
export class ImportEntries {
  readonly #accountId: string
  readonly #keepsExisting: boolean
  readonly #seen = new Set<string>()

  /** @param keepsExisting whether an entry that blocks as much keeps its reason. */
  constructor(accountId: string, keepsExisting = false) {
    this.#accountId = accountId
    this.#keepsExisting = keepsExisting
  }

  /** The write for an entry, or why it is skipped. An `unsubscribed` entry never weakens a `suppressed` one. */
  take({ email, reason = IMPORTED, state = 'suppressed' }: SuppressionEntry): SuppressionWrite | string {
    const recipient = recipientOf(email)
    if (!recipient) return 'is not a valid address, like user@example.com'
    if (this.#seen.has(recipient)) return 'repeats the address of an earlier entry'
    this.#seen.add(recipient)
    return { accountId: this.#accountId, recipient, reason, state, keeps: this.#keptBy(state) }
  }

  #keptBy(state: SuppressionState): readonly SuppressionState[] {
    if (this.#keepsExisting) return state === 'unsubscribed' ? ['suppressed', 'unsubscribed'] : ['suppressed']
    return state === 'unsubscribed' ? ['suppressed'] : []
  }
}

/** The normalized address in a text; null if there is none. */
export function recipientOf(text: string): string | null {
  const address = parseAddress(text)
  return address && normalizeAddress(address.email)
}
