import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** A fact of the whole deployment that must exist once, such as which account was made first. */
export interface SystemRowDoc {
  _id: string
  value: string
}

const schema = ledgerSchema('system', {
  _id: { type: String, required: true },
  value: { type: String, required: true },
})

export const systemRowModel = ledgerModel<SystemRowDoc>('SystemRow', schema)
