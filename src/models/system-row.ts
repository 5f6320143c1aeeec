import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** A value that exists once in a deployment, such as the id of the first account. */
export interface SystemRowDoc {
  _id: string
  value: string
  /** Of a lock: how often a transaction was tied to it. */
  guarded?: number
}

const schema = ledgerSchema('system', {
  _id: { type: String, required: true },
  value: { type: String, required: true },
  guarded: Number,
})

export const systemRowModel = ledgerModel<SystemRowDoc>('SystemRow', schema)
