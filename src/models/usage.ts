import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** An amount that is requested or granted. */
export interface Amount {
  /** Micro-dollars. */
  micros: number
  /** Recipients, the unit of charging. */
  count: number
}

/** The grant of one message. */
export interface GrantDoc extends Amount {
  message_id: string
  key_id: string
}

/**
 * Grants for messages that are being written, not settled yet. The process that made the grants settles them; if it
 * dies, the sweep does, by looking for the messages.
 */
export interface HoldDoc {
  id: string
  at: Date
  grants: GrantDoc[]
}

/** A reached soft limit. */
export interface SpendAlertDoc {
  cap_id: string
  key_id: string | null
  limit_micros: number
  spent_micros: number
}

/** An account's usage in a month (UTC). `_id` is account and period. Counts everything granted, including holds. */
export interface UsageDoc extends Amount {
  _id: string
  account_id: string
  /** Year and month, like 2026-11. */
  period: string
  /** Micro-dollars by key. */
  by_key: Record<string, number>
  holds: HoldDoc[]
  /**
   * Holds that the sweep gave back because their messages did not exist. Kept for a day, in case the process was only
   * paused. Absent if there are none.
   */
  given_back?: HoldDoc[]
  /** Reached soft limits, each once. */
  alerts: SpendAlertDoc[]
  /** When the oldest unsent alert was added. */
  alert_due_at?: Date
  /** Changes with the spend and the caps. A grant is a compare-and-set on it. */
  version: number
}

const schema = ledgerSchema('usage', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  period: { type: String, required: true },
  micros: { type: Number, required: true },
  count: { type: Number, required: true },
  by_key: { type: Object, required: true },
  holds: { type: [Object], required: true },
  given_back: { type: [Object], default: undefined },
  alerts: { type: [Object], required: true },
  alert_due_at: Date,
  version: { type: Number, required: true },
})
schema.index({ 'holds.at': 1 }, { sparse: true })
schema.index({ 'given_back.at': 1 }, { sparse: true })
schema.index({ alert_due_at: 1 }, { sparse: true })

export const usageModel = ledgerModel<UsageDoc>('Usage', schema)
