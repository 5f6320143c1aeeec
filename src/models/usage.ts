import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** What is asked for, or was given, of a month's budget. */
export interface Amount {
  /** Micro-dollars. */
  micros: number
  /** Recipients, the unit that is charged. */
  count: number
}

/** What is granted to one message. */
export interface GrantDoc extends Amount {
  message_id: string
  key_id: string
}

/**
 * A part of what is spent that is not settled yet: it was granted for messages that are being written. Whoever
 * granted it settles it; one whose process died is settled by looking for its messages.
 */
export interface HoldDoc {
  id: string
  at: Date
  grants: GrantDoc[]
}

/** A soft limit that was reached. */
export interface SpendAlertDoc {
  cap_id: string
  key_id: string | null
  limit_micros: number
  spent_micros: number
}

/** What an account has used in one month (UTC). `_id` is account and period. Counts everything granted, holds included. */
export interface UsageDoc extends Amount {
  _id: string
  account_id: string
  /** Year and month, like 2026-11. */
  period: string
  /** Micro-dollars by key. */
  by_key: Record<string, number>
  holds: HoldDoc[]
  /**
   * What the sweep gave back because no message was there with it. Kept for a day, in case the process that wanted to
   * write those messages had only stopped for a while. Absent when there is nothing.
   */
  given_back?: HoldDoc[]
  /** Soft limits that were reached, each once. */
  alerts: SpendAlertDoc[]
  /** When an alert came that nobody was told of yet. */
  alert_due_at?: Date
  /** Another one whenever what is spent, or a cap, has changed: a grant is a compare-and-set on it. */
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
