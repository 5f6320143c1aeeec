import { Schema } from 'mongoose'
import type { BroadcastFailure, BroadcastStatus } from '../contract/broadcasts.js'
import { dueIndex, type WorkFields, workPaths } from '../streams/engine/work-row.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/**
 * A mail to everybody in a list. A worker takes the members in portions. After each, one write moves `cursor` and adds
 * to the counts, so a portion that is repeated after a crash is counted once.
 */
export interface BroadcastDoc extends WorkFields {
  _id: string
  account_id: string
  name: string
  list_id: string
  /** Null for the shared sender. */
  from_email: string | null
  reply_to: string[]
  /** Null for that of the template. */
  subject: string | null
  body_html: string | null
  body_text: string | null
  template_id: string | null
  /** Characters of subject and bodies. */
  size: number
  /** Null for what the deployment tracks. */
  tracking: { opens: boolean; clicks: boolean } | null
  /** Null for no limit. */
  throttle_per_minute: number | null
  scheduled_at: Date | null
  status: BroadcastStatus
  /** `requested`, or the code of what stopped it; null unless it is paused. */
  paused_reason: string | null
  /** Set if a test key made it: its mail is simulated, whoever sends it. */
  test_mode?: true
  /** The key that it is sent with, and its mode. Null for a draft. */
  sent_by: { key_id: string; test_mode: boolean } | null
  /** When it started. Members who come later do not get it. Null before. */
  started_at: Date | null
  /** When it was sent or canceled; null before. */
  finished_at: Date | null
  /** Position of the last member taken; null before the first. */
  cursor: string | null
  /** Whether all members are taken. */
  all_taken: boolean
  /** Members of the list when it was created, and again when it started. */
  audience: number
  /** Messages that were accepted, those to suppressed recipients included. */
  taken: number
  /** Members for whom no message could be made. */
  refused: number
  /** The first of these. */
  failures: BroadcastFailure[]
  /** When a throttled one may take the next portion, if it is on time; null before it starts. */
  paced_at: Date | null
  updated_at: Date
  /** How often the draft was changed; absent for never. */
  revision?: number
  /** When there is something to do for a worker; absent for nothing. */
  expand_at?: Date
}

const schema = ledgerSchema('broadcasts', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  name: { type: String, required: true },
  list_id: { type: String, required: true },
  from_email: { type: String, default: null },
  reply_to: { type: [String], default: [] },
  subject: { type: String, default: null },
  body_html: { type: String, default: null },
  body_text: { type: String, default: null },
  template_id: { type: String, default: null },
  size: { type: Number, required: true },
  tracking: { type: Schema.Types.Mixed, default: null },
  throttle_per_minute: { type: Number, default: null },
  scheduled_at: { type: Date, default: null },
  status: { type: String, required: true },
  paused_reason: { type: String, default: null },
  test_mode: Boolean,
  sent_by: { type: Schema.Types.Mixed, default: null },
  started_at: { type: Date, default: null },
  finished_at: { type: Date, default: null },
  cursor: { type: String, default: null },
  all_taken: { type: Boolean, default: false },
  audience: { type: Number, default: 0 },
  taken: { type: Number, default: 0 },
  refused: { type: Number, default: 0 },
  failures: { type: Schema.Types.Mixed, default: [] },
  paced_at: { type: Date, default: null },
  updated_at: { type: Date, required: true },
  revision: Number,
  expand_at: Date,
  ...workPaths,
})
schema.index({ account_id: 1, _id: -1 })
schema.index(...dueIndex('expand_at'))
schema.index({ held: 1 }, { sparse: true })

export const broadcastModel = ledgerModel<BroadcastDoc>('Broadcast', schema)
