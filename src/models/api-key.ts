import { KEY_SCOPES, type KeyScope } from '../contract/api-keys.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** An API key. Only the SHA-256 of the secret is stored: it has 256 random bits, so a slow hash would add nothing. */
export interface ApiKeyDoc {
  _id: string
  account_id: string
  /** Hex SHA-256 of the complete key. */
  hash: string
  key_prefix: string
  /** What its owner calls it; absent if it has no name. */
  name?: string
  scope: KeyScope
  test_mode: boolean
  /** The inboxes that it is bound to; absent for a key that sees all mail. */
  inbox_ids?: string[]
  /** Normalized addresses and domains that it may write to; absent for everybody. */
  send_to?: string[]
  expires_at: Date | null
  revoked_at: Date | null
  /** The minute of the last use; absent before the first. */
  last_used_at?: Date
  created_at: Date
}

/**
 * Filter for keys that are valid at this time: not revoked and not expired. Sessions and event streams of a key end
 * when it no longer matches.
 */
export function validKeys(now: Date) {
  return { revoked_at: null, $or: [{ expires_at: null }, { expires_at: { $gt: now } }] }
}

const schema = ledgerSchema('api_keys', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  hash: { type: String, required: true },
  key_prefix: { type: String, required: true },
  name: String,
  scope: { type: String, enum: KEY_SCOPES, required: true },
  test_mode: { type: Boolean, required: true },
  inbox_ids: { type: [String], default: undefined },
  send_to: { type: [String], default: undefined },
  expires_at: { type: Date, default: null },
  revoked_at: { type: Date, default: null },
  last_used_at: Date,
  created_at: { type: Date, required: true },
})
schema.index({ hash: 1 }, { unique: true })
schema.index({ account_id: 1, _id: -1 })
// For counting the active keys: those that were revoked are kept.
schema.index({ account_id: 1, revoked_at: 1 })

export const apiKeyModel = ledgerModel<ApiKeyDoc>('ApiKey', schema)
