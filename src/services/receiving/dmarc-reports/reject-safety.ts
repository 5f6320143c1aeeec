import type { DmarcSummary } from '../../../contract/dmarc-reports.js'

const MIN_DAYS = 14
const MIN_MESSAGES = 100
/** Of all mail. What forwarders break, and what others forge, is not the owner's to repair, so it is seldom all. */
const MIN_ALIGNED = 0.99
/** Fewer mails of an address that fail say little. */
const MIN_FAILURES = 10
const MAX_NAMED = 5

type Counted = Pick<DmarcSummary, 'days_with_reports' | 'messages' | 'aligned' | 'senders'>

/**
 * Why `p=reject` is not safe yet, in sentences for people; empty if it is. An address with some mail that passes is taken for
 * one of the owner's: no forger can pass.
 */
export function notSafeBecause({ days_with_reports, messages, aligned, senders }: Counted): string[] {
  if (messages === 0) return ['There is no report yet.']
  const reasons: string[] = []
  if (days_with_reports < MIN_DAYS) {
    reasons.push(`There are reports about ${count(days_with_reports, 'day')}; at least ${MIN_DAYS} are needed.`)
  }
  if (messages < MIN_MESSAGES) {
    reasons.push(`The reports are about ${count(messages, 'mail')}; at least ${MIN_MESSAGES} are needed.`)
  }
  if (aligned < MIN_ALIGNED * messages) {
    reasons.push(`${percent(aligned / messages)} % of the mail pass; at least ${100 * MIN_ALIGNED} % are needed.`)
  }
  const failing = senders.filter(
    (one) => one.aligned > 0 && one.messages - one.aligned >= MIN_FAILURES && one.aligned < MIN_ALIGNED * one.messages,
  )
  for (const { source_ip, messages: all, aligned: passed } of failing.slice(0, MAX_NAMED)) {
    reasons.push(`${source_ip} passes with ${passed} of ${all} mails: its sender needs DKIM or SPF for all of them.`)
  }
  return reasons
}

const count = (number: number, thing: string) => `${number} ${thing}${number === 1 ? '' : 's'}`
/** Rounded down, so that less than enough never looks like enough. */
const percent = (share: number) => Math.floor(share * 1_000) / 10
