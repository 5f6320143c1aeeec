import { Schema } from 'mongoose'
import type { SegmentFilter } from '../contract/segments.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** A list of contacts. Its members are separate rows, or whoever its filter matches. */
export interface ContactListDoc {
  _id: string
  account_id: string
  name: string
  description: string | null
  /** Whether recipients see it on the preference page. */
  is_topic: boolean
  /** Makes it dynamic; null for a list with rows. It stays what it is. */
  filter: SegmentFilter | null
  /** How many contacts the filter has matched. Absent until that was counted, and for accounts with few contacts. */
  counted?: MemberCount & { took_ms: number }
  updated_at: Date
  /** When it was deleted; absent before. The row stays until its members are gone. */
  deleted_at?: Date
}

/** How many contacts are in a list, and when they were counted. */
export interface MemberCount {
  count: number
  at: Date
}

/** A contact in a list that is not dynamic. `_id` holds the time at which it was added. */
export interface ListMemberDoc {
  _id: string
  account_id: string
  list_id: string
  contact_id: string
  /** The import that added it, and the row there; absent for others. */
  import?: { id: string; row: number }
}

/** The index of the lists of an account that are topics. */
export const TOPICS_INDEX = { account_id: 1, is_topic: 1, _id: 1 } as const
export const DYNAMIC_LISTS_INDEX = { account_id: 1, deleted_at: 1, _id: -1 } as const

const schema = ledgerSchema('contact_lists', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  name: { type: String, required: true },
  description: { type: String, default: null },
  is_topic: { type: Boolean, required: true },
  filter: { type: Schema.Types.Mixed, default: null },
  counted: Schema.Types.Mixed,
  updated_at: { type: Date, required: true },
  deleted_at: Date,
})
schema.index({ account_id: 1, _id: -1 })
schema.index({ deleted_at: 1 }, { sparse: true })
// Few lists are topics, and each mail of one asks for them.
schema.index(TOPICS_INDEX, { partialFilterExpression: { is_topic: true } })
// The dynamic lists of an account: which of them a contact is in has to be found out by looking at each.
schema.index(DYNAMIC_LISTS_INDEX, { partialFilterExpression: { filter: { $type: 'object' } } })

const memberSchema = ledgerSchema('list_members', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  list_id: { type: String, required: true },
  contact_id: { type: String, required: true },
  import: { type: Schema.Types.Mixed },
})
memberSchema.index({ account_id: 1, list_id: 1, contact_id: 1 }, { unique: true })
memberSchema.index({ account_id: 1, list_id: 1, _id: 1 })
memberSchema.index({ account_id: 1, contact_id: 1 })

export const contactListModel = ledgerModel<ContactListDoc>('ContactList', schema)
export const listMemberModel = ledgerModel<ListMemberDoc>('ListMember', memberSchema)
