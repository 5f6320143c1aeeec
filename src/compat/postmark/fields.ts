import { z } from 'zod'
import { parseMailbox } from '../../lib/text/addresses.js'
import { notSupported } from '../common/not-supported.js'

/** A text of a query, which other filters of a list may leave out. */
export const queryText = () => z.string().optional()

/** Pages as Postmark counts them. The SDK always sends both. */
export const PAGE = {
  count: z.coerce.number('must be a number').int().min(1).max(500).default(100),
  offset: z.coerce.number('must be a number').int().min(0).default(0),
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
