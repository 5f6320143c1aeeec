import type { BrakeReason } from '../../../models/account.js'

/** Fewer mails than this say nothing about an account. */
export const MIN_MAILS = 500

/** Percentages have at most three decimals: as a share of 100,000 they are whole numbers, and the rule is exact. */
const WHOLE = 100_000

/** The share of mail above which an account is paused. */
export interface BrakeLimit {
  reason: BrakeReason
  percent: number
}

const shareOf = (percent: number) => Math.round((percent * WHOLE) / 100)

/**
 * What follows from the mail of an account: above the limit it is paused, and from a third of the limit on its owner is
 * warned.
 */
export function verdict(affected: number, mails: number, { percent }: BrakeLimit): SendingVerdict | null {
  if (mails < MIN_MAILS) return null
  const share = shareOf(percent)
  if (affected * WHOLE > share * mails) return 'pause'
  return 3 * affected * WHOLE >= share * mails ? 'warning' : null
}
export type SendingVerdict = 'pause' | 'warning'

/** The number of mails among which so many affected ones have no consequence any more. */
export function mailsUntilClear(affected: number, { percent }: BrakeLimit, isWarned: boolean): number {
  const share = shareOf(percent)
  return isWarned ? Math.ceil((affected * WHOLE) / share) : Math.floor((3 * affected * WHOLE) / share) + 1
}

/** The fewest affected mails that can have a consequence. */
export function fewestAffected({ percent }: BrakeLimit): number {
  return Math.max(1, Math.ceil((shareOf(percent) * MIN_MAILS) / (3 * WHOLE)))
}
