import type { Plan } from '../models/account.js'
import type { KeyScope } from '../models/api-key.js'

/** Who makes a call: the account and the key that a door has authenticated. */
export interface Caller {
  accountId: string
  ownerEmail: string
  plan: Plan | null
  suspended: boolean
  keyId: string
  /** Whether a browser session stands for the key. */
  viaSession: boolean
  /** SHA-256 of the key's secret: another one once it is rotated. */
  keyHash: string
  scope: KeyScope
  testMode: boolean
}
