import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** A link that opens one browser session, with the rights of a key. It is deleted when it is used. */
export interface SignInLinkDoc {
  /** Hex SHA-256 of the link's token. */
  _id: string
  account_id: string
  key_id: string
  /** The hash of the key when the link was made. After a rotation it no longer matches. */
  key_hash: string
  created_at: Date
  expires_at: Date
}

const schema = ledgerSchema('sign_in_links', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  key_id: { type: String, required: true },
  key_hash: { type: String, required: true },
  created_at: { type: Date, required: true },
  expires_at: { type: Date, required: true },
})
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 })

export const signInLinkModel = ledgerModel<SignInLinkDoc>('SignInLink', schema)
