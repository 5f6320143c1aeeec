import type { SendingPause } from '../../contract/account.js'
import type { SendingPauseDoc } from '../../models/account.js'
import { isoTime } from '../platform/timestamps.js'

/** A pause as the API shows it. */
export function presentPause(pause: SendingPauseDoc | null | undefined): SendingPause | null {
  if (!pause) return null
  const { reason, affected, mails, limit_percent, at } = pause
  return { reason, affected, mails, rate_percent: ratePercent(pause), limit_percent, since: isoTime(at) }
}

/** A share in percent with at most three decimals, rounded up: what is above a limit never looks equal to it. */
export function ratePercent({ affected, mails }: Pick<SendingPauseDoc, 'affected' | 'mails'>): number {
  return Math.ceil((affected * 100_000) / mails) / 1_000
}
