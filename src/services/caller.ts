import type { KeyScope } from '../contract/api-keys.js'
import type { Plan } from '../models/account.js'

/** An authenticated caller: the account and the key. */
export interface Caller {
  accountId: string
  ownerEmail: string
  plan: Plan | null
  suspended: boolean
  keyId: string
  /** Whether the caller uses a browser session. */
  viaSession: boolean
  /** SHA-256 of the key's secret; changes with a rotation. */
  keyHash: string
  scope: KeyScope
  testMode: boolean
}
