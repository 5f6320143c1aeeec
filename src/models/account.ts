import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** A paid plan; null for none. It determines the request rate. */
export type Plan = 'starter' | 'pro' | 'growth' | 'scale'

/** A tenant, to which everything else belongs. */
export interface AccountDoc {
  _id: string
  owner_email: string
  plan: Plan | null
  suspended_at: Date | null
  created_at: Date
}

const schema = ledgerSchema('accounts', {
  _id: { type: String, required: true },
  owner_email: { type: String, required: true },
  plan: { type: String, default: null },
  suspended_at: { type: Date, default: null },
  created_at: { type: Date, required: true },
})

export const accountModel = ledgerModel<AccountDoc>('Account', schema)
