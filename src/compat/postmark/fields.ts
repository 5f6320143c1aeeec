import { z } from 'zod'
import { parseMailbox } from '../../lib/mail/addresses.js'
import { notSupported } from '../common/not-supported.js'

/** A text of a query, which other filters of a list may leave out. */
export const queryText = () => z.string().optional()

const whole = (min: number, max: number, bounds: string) =>
  z.coerce.number(bounds).int(bounds).min(min, bounds).max(max, bounds)

/** How many items a page has. */
export const countUpTo = (max: number) => whole(1, max, `must be a whole number from 1 to ${max}`).default(100)

/** Pages as Postmark counts them. The SDK always sends both. */
export const PAGE = {
  count: countUpTo(500),
  offset: whole(0, Number.MAX_SAFE_INTEGER, 'must be a whole number from 0').default(0),
}

/** A mailbox with its name apart. */
export function recipientOf(text: string) {
  const mailbox = parseMailbox(text)
  return { Email: mailbox?.email ?? text, Name: mailbox?.name ?? '' }
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/

/** The beginning of a day, or a time; in UTC. Anything else is left to the operation. */
export const fromTime = (text: string) => (DAY.test(text) ? `${text}T00:00:00Z` : withZone(text))

/** The end of a day, or a time; in UTC. */
export const toTime = (text: string) => (DAY.test(text) ? `${text}T23:59:59.999Z` : withZone(text))

const withZone = (text: string) => (LOCAL_TIME.test(text) ? `${text}Z` : text)

/** @throws ApiError 501 if one of the fields is given: it would change what the answer means. */
export function refuseGiven(given: Record<string, unknown>, names: readonly string[], instead: string): void {
  const found = names.find((name) => given[name] !== undefined && given[name] !== null)
  if (found !== undefined) throw notSupported(found, instead)
}
