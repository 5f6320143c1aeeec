import { columnTarget, snakeCased, weakEmailColumn } from './contact-columns.js'

/*
 * What a CSV file of suppressed recipients says, ours or one that another mail service has exported. Without zod, because
 * the console reads files, too.
 */

/** What a record says. Its address and, of our own files, its words are not checked. */
export interface StatedEntry {
  email: string
  state?: string | undefined
  reason?: string | undefined
}

type State = 'suppressed' | 'unsubscribed'
type Field = 'email' | 'state' | 'reason' | 'cause' | 'origin' | 'flag'

/** Where the fields of entries are in a record. */
export interface EntryColumns {
  at: Partial<Record<Field, number>>
  /** What the kind of file says of each record. */
  usual: Meaning | null
}

/** A state with the reason for it; without a state, the recipient is not suppressed. */
interface Meaning {
  state: State | null
  reason: string
}

/** The fields by the names of columns. */
const NAMES: Record<Exclude<Field, 'email'>, readonly string[]> = {
  state: ['state', 'status', 'last_event', 'suppression_type', 'type'],
  reason: ['reason'],
  cause: ['suppression_reason'],
  origin: ['origin'],
  flag: ['unsubscribed'],
}

const HARD_BOUNCE: Meaning = { state: 'suppressed', reason: 'hard_bounce' }
/** Of a service that gave up after temporary failures. */
const BOUNCE: Meaning = { state: 'suppressed', reason: 'bounce' }
const COMPLAINT: Meaning = { state: 'suppressed', reason: 'complaint' }
const UNSUBSCRIBED: Meaning = { state: 'unsubscribed', reason: 'provider_unsubscribe' }
const MANUAL: Meaning = { state: 'suppressed', reason: 'manual' }
const ACTIVE: Meaning = { state: null, reason: '' }

const words = (text: string, meaning: Meaning) => text.split(' ').map((word) => [word, meaning] as const)

/** The words of Postmark, Mailgun, SendGrid, Resend and Amazon SES. */
const MEANINGS = new Map([
  ...words(
    'hard_bounce bounce bounced bounces permanent permanent_fail bad_mailbox invalid invalid_email',
    HARD_BOUNCE,
  ),
  ...words('complaint complained complaints spam_complaint spam_report spam_notification spam abuse', COMPLAINT),
  ...words('unsubscribe unsubscribes opt_out optout opted_out global_unsubscribe group_unsubscribe', UNSUBSCRIBED),
  ...words('list_unsubscribe subscription_change', UNSUBSCRIBED),
  ...words('manual manual_suppression customer admin', MANUAL),
  ...words('active subscribed delivered opened clicked sent', ACTIVE),
])

/** A status of SMTP, also an enhanced one. */
const SMTP_STATUS = /^[45](?:\.\d{1,3}\.\d{1,3}|\d\d)\b/

/** Why a record is left out whose recipient is not suppressed where it comes from. */
export const NOT_SUPPRESSED = 'is not suppressed, as the file says'

/**
 * Tells the columns of a file by their names. A field is at most one column.
 * @returns null if none has the addresses; the name of a field that two columns have.
 */
export function entryColumns(names: readonly string[]): EntryColumns | null | string {
  const snake = names.map(snakeCased)
  const at: EntryColumns['at'] = {}
  const emails = [...names.keys()].filter((place) => columnTarget(names[place]!) === 'email')
  if (emails.length > 1) return 'email'
  const email = emails[0] ?? weakEmailColumn(names)
  if (email < 0) return null
  at.email = email
  for (const [field, called] of Object.entries(NAMES) as [Exclude<Field, 'email'>, readonly string[]][]) {
    const name = called.find((each) => snake.includes(each))
    if (name === undefined) continue
    if (snake.indexOf(name) !== snake.lastIndexOf(name)) return name
    at[field] = snake.indexOf(name)
  }
  return { at, usual: usualOf(snake) }
}

/** What files without a column for it say by their other columns. */
function usualOf(names: readonly string[]): Meaning | null {
  const has = (...all: string[]) => all.every((name) => names.includes(name))
  if (has('code', 'error') || has('reason', 'email', 'created')) return HARD_BOUNCE
  if (has('address', 'tags') || has('email', 'group_id')) return UNSUBSCRIBED
  if (has('ip', 'email', 'created')) return COMPLAINT
  return null
}

/** What a record says, or why it says nothing of interest. */
export function statedEntry(values: readonly string[], { at, usual }: EntryColumns): StatedEntry | string {
  const cellOf = (field: Field) => (at[field] === undefined ? '' : (values[at[field]]?.trim() ?? ''))
  const email = cellOf('email')
  const state = cellOf('state')
  const own = state === '' ? usual : null
  const meaning = meaningOf(state, cellOf('cause'), cellOf('origin'), cellOf('flag')) ?? own
  if (!meaning) return { email, state: state.toLowerCase() || undefined, reason: cellOf('reason') || undefined }
  return meaning.state === null ? NOT_SUPPRESSED : { email, state: meaning.state, reason: meaning.reason }
}

function meaningOf(state: string, cause: string, origin: string, flag: string): Meaning | null {
  if (SMTP_STATUS.test(state)) return state.startsWith('5') ? HARD_BOUNCE : BOUNCE
  const found = MEANINGS.get(snakeCased(cause)) ?? MEANINGS.get(snakeCased(state))
  // Whoever unsubscribed is also suppressed by hand for Postmark: by the recipient.
  if (found) return found === MANUAL && snakeCased(origin) === 'recipient' ? UNSUBSCRIBED : found
  if (state !== '' || cause !== '') return null
  if (/^(?:true|yes|1)$/i.test(flag)) return UNSUBSCRIBED
  if (/^(?:false|no|0)$/i.test(flag)) return ACTIVE
  return MEANINGS.get(snakeCased(origin)) ?? null
}
