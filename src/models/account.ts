import { Schema } from 'mongoose'
import type { Plan } from '../plan-names.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** What an account is paused for: its share of mail that was reported as spam, or that bounced. */
export const BRAKE_REASONS = ['complaints', 'bounces'] as const
export type BrakeReason = (typeof BRAKE_REASONS)[number]

/** A share of an account's live mail that is too high. */
export interface SendingPauseDoc {
  reason: BrakeReason
  /** Mails that were reported as spam, or bounced, among `mails`. */
  affected: number
  /** Live mails of the 24 hours before. */
  mails: number
  /** The share above which sending is paused, in percent. */
  limit_percent: number
  at: Date
}

/** A warning or a pause that the owner has not been told yet. */
export interface BrakeNoticeDoc extends SendingPauseDoc {
  kind: 'warning' | 'pause'
}

/** A tenant, to which everything else belongs. */
export interface AccountDoc {
  _id: string
  owner_email: string
  /** Null for none. */
  plan: Plan | null
  suspended_at: Date | null
  /** Why its live mail is not sent; null or absent while it is. */
  sending_pause?: SendingPauseDoc | null
  /** Mail sent before this does not count towards a pause. Set when the account is resumed. */
  sending_counted_from?: Date | null
  /** When the owner was last warned, by reason. */
  sending_warned?: Partial<Record<BrakeReason, Date>>
  sending_news?: BrakeNoticeDoc[]
  /** Changes with its keys and domains; absent before the first change (see `revisions.ts`). */
  revision?: number
  /** Changes with its suppression list and its opt-outs of topics; absent before the first change. */
  suppressions_revision?: number
  created_at: Date
}

const schema = ledgerSchema('accounts', {
  _id: { type: String, required: true },
  owner_email: { type: String, required: true },
  plan: { type: String, default: null },
  suspended_at: { type: Date, default: null },
  sending_pause: { type: Schema.Types.Mixed, default: null },
  sending_counted_from: { type: Date, default: null },
  sending_warned: { type: Schema.Types.Mixed, default: {} },
  sending_news: { type: [Object], default: [] },
  revision: Number,
  suppressions_revision: Number,
  created_at: { type: Date, required: true },
})
schema.index({ 'sending_pause.reason': 1 }, { sparse: true })
schema.index({ 'sending_news.at': 1 }, { sparse: true })

export const accountModel = ledgerModel<AccountDoc>('Account', schema)
