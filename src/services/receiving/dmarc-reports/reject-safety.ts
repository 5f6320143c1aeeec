import type { DmarcSummary } from '../../../contract/dmarc-reports.js'

const MIN_DAYS = 14
const MIN_MESSAGES = 100
/** Anybody can send reports, so what one alone says decides nothing. */
const MIN_REPORTERS = 2
/** Of each of these. */
const MIN_DAYS_EACH = 7
/** Of all mail. What forwarders break, and what others forge, is not the owner's to repair, so it is seldom all. */
const MIN_ALIGNED = 0.99
/** Fewer mails that fail say little. */
export const MIN_FAILURES = 10
const MAX_NAMED = 5

interface Rate {
  messages: number
  aligned: number
}

/** Mail from an address, as one organization reports it. */
export interface ReportedSender extends Rate {
  sent_by: string
  source_ip: string
}

type Counted = Pick<DmarcSummary, 'days_with_reports' | 'messages' | 'aligned' | 'reporters' | 'senders'> & {
  /** Those with the smallest share that passes, of those with some. */
  reportedSenders: readonly ReportedSender[]
}

/**
 * Why `p=reject` is not safe yet, in sentences for people; empty if it is. An address with some mail that passes is taken for
 * one of the owner's: no forger can pass.
 *
 * Whatever an organization reports is judged by itself as well, because its numbers may be made up: with very large ones, it
 * could hide what others see.
 */
export function reasonsAgainstReject(counted: Counted): string[] {
  if (counted.messages === 0) return ['There is no report yet.']
  return [...tooLittle(counted), ...failingAsAWhole(counted), ...failingSenders(counted)]
}

function tooLittle({ days_with_reports, messages, reporters }: Counted): string[] {
  const reasons: string[] = []
  if (days_with_reports < MIN_DAYS) {
    reasons.push(`There are reports about ${count(days_with_reports, 'day')}; at least ${MIN_DAYS} are needed.`)
  }
  const steady = reporters.filter((one) => one.days_with_reports >= MIN_DAYS_EACH)
  if (steady.length < MIN_REPORTERS) {
    const needed = `at least ${MIN_REPORTERS} must report about ${MIN_DAYS_EACH} days or more`
    reasons.push(`${count(steady.length, 'organization')} reported about ${MIN_DAYS_EACH} days or more; ${needed}.`)
  }
  if (messages < MIN_MESSAGES) {
    reasons.push(`The reports are about ${count(messages, 'mail')}; at least ${MIN_MESSAGES} are needed.`)
  }
  return reasons
}

function failingAsAWhole({ messages, aligned, reporters }: Counted): string[] {
  const needed = `at least ${100 * MIN_ALIGNED} % are needed`
  if (!passes({ messages, aligned })) return [`${percent(aligned / messages)} % of the mail pass; ${needed}.`]
  return reporters
    .filter(isFailing)
    .slice(0, MAX_NAMED)
    .map((one) => `${percent(one.aligned / one.messages)} % of the mail that ${one.sent_by} reports pass; ${needed}.`)
}

function failingSenders({ senders, reportedSenders }: Counted): string[] {
  const needed = 'its sender needs DKIM or SPF for all of them'
  const failing = senders.filter((one) => one.aligned > 0 && isFailing(one))
  const known = new Set(failing.map(({ source_ip }) => source_ip))
  const reported = reportedSenders.filter((one) => isFailing(one) && !known.has(one.source_ip))
  return [
    ...failing.map((one) => `${one.source_ip} passes with ${one.aligned} of ${one.messages} mails: ${needed}.`),
    ...reported.map(
      (one) => `${one.source_ip} passes with ${one.aligned} of ${one.messages} mails at ${one.sent_by}: ${needed}.`,
    ),
  ].slice(0, MAX_NAMED)
}

const passes = ({ messages, aligned }: Rate) => aligned >= MIN_ALIGNED * messages
const isFailing = (rate: Rate) => rate.messages - rate.aligned >= MIN_FAILURES && !passes(rate)
const count = (number: number, thing: string) => `${number} ${thing}${number === 1 ? '' : 's'}`
/** Rounded down, so that less than enough never looks like enough. */
const percent = (share: number) => Math.floor(share * 1_000) / 10
