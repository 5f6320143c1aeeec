import type { BrakeReason, SendingPauseDoc } from '../../../models/account.js'
import { ratePercent } from '../../accounts/present-pause.js'
import { isoTime } from '../../platform/timestamps.js'

const HAPPENED: Record<BrakeReason, string> = {
  complaints: 'were reported as spam',
  bounces: 'bounced permanently',
}

/** What the owner can do about it. */
export const ADVICE: Record<BrakeReason, string> = {
  complaints:
    'Find out which mail was reported, write only to people who asked for it, and make it easy to unsubscribe.',
  bounces: 'Remove the addresses that do not exist, and find out where they came from.',
}

/** The figures in words, like `4 of 1,000 live mails of 24 hours (0.4%) were reported as spam`. */
export function figures({ reason, affected, mails, ...rest }: SendingPauseDoc): string {
  const rate = ratePercent({ affected, mails, ...rest })
  const count = (value: number) => value.toLocaleString('en-US')
  return `${count(affected)} of ${count(mails)} live mails of 24 hours (${rate}%) ${HAPPENED[reason]}`
}

/** Why a send is refused, and what to do. */
export function refusal(pause: SendingPauseDoc): string {
  return [
    `Sending has been paused since ${isoTime(pause.at)}: ${figures(pause)}, and the limit is ${pause.limit_percent}%.`,
    ADVICE[pause.reason],
    'Then ask the operator of this service to resume the account.',
  ].join(' ')
}
