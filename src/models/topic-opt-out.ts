import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/**
 * A recipient who wants no mail of a topic, which is a contact list. Nobody can read who that is: `_id` is a keyed hash of
 * account, list and address.
 */
export interface TopicOptOutDoc {
  _id: string
  account_id: string
  list_id: string
  opted_out_at: Date
}

const schema = ledgerSchema('topic_opt_outs', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  list_id: { type: String, required: true },
  opted_out_at: { type: Date, required: true },
})
schema.index({ account_id: 1, list_id: 1, _id: 1 })

export const topicOptOutModel = ledgerModel<TopicOptOutDoc>('TopicOptOut', schema)
