import { ATTRIBUTES, columnTarget, fallbackEmailColumn, snakeCased, UNSUBSCRIBED_COLUMN } from './contact-columns.js'

/*
 * What a CSV file of suppressed recipients says, ours or one that another mail service has exported. Without zod, because
 * the console reads files, too.
 */

/** What a record says. Its address and, of our own files, its words are not checked. */
export interface ParsedEntry {
  email: string
  state?: string | undefined
  reason?: string | undefined
}

type State = 'suppressed' | 'unsubscribed'
/** What a column of a file of suppressed recipients can be, besides those that are true or false. */
type Field = 'email' | 'state' | 'reason' | 'cause' | 'origin'

/** Where the fields of entries are in a record. */
export interface EntryColumns {
  at: Partial<Record<Field, number>>
  /** The columns that are true or false. */
  flags: readonly { at: number; as: FlagColumn }[]
  /** What the kind of file says of each record. */
  usual: Meaning | null
}

/** `subscribed` means the opposite. */
type FlagColumn = 'unsubscribed' | 'subscribed'

/** What stops mail to a recipient, and the reason for it. */
export interface SuppressionReason {
  state: State
  reason: string
}

/** A state with the reason for it; without a state, the recipient is not suppressed. */
type Meaning = SuppressionReason | { state: null; reason: string }

const STATE_COLUMNS = [
  'state',
  'status',
  'last_event',
  'event',
  'suppression_type',
  'subscription_status',
  'email_status',
]

/** The fields by the names of columns. */
const NAMES: Record<Exclude<Field, 'email'>, readonly string[]> = {
  // The activity of SendGrid has the kinds of bounces in `type`.
  state: [...STATE_COLUMNS, 'type'],
  reason: ['reason'],
  cause: ['suppression_reason'],
  origin: ['origin'],
}

const HARD_BOUNCE: Meaning = { state: 'suppressed', reason: 'hard_bounce' }
/** Of a service that gave up after temporary failures. */
const BOUNCE: Meaning = { state: 'suppressed', reason: 'bounce' }
const COMPLAINT: Meaning = { state: 'suppressed', reason: 'complaint' }
const UNSUBSCRIBED: SuppressionReason = { state: 'unsubscribed', reason: 'provider_unsubscribe' }
const MANUAL: Meaning = { state: 'suppressed', reason: 'manual' }
const BLOCKED: Meaning = { state: 'suppressed', reason: 'manual' }
const ACTIVE: Meaning = { state: null, reason: '' }

const words = (text: string, meaning: Meaning) => text.split(' ').map((word) => [word, meaning] as const)

/** The words of Postmark, Mailgun, SendGrid, Resend, Amazon SES, Mailchimp and Brevo. */
const MEANINGS = new Map([
  ...words(
    'hard_bounce bounce bounced bounces permanent permanent_fail bad_mailbox invalid invalid_email cleaned',
    HARD_BOUNCE,
  ),
  ...words('complaint complained complaints spam_complaint spam_report spam_notification spam abuse', COMPLAINT),
  ...words('unsubscribe unsubscribes opt_out optout opted_out global_unsubscribe group_unsubscribe', UNSUBSCRIBED),
  ...words('list_unsubscribe subscription_change', UNSUBSCRIBED),
  ...words('manual manual_suppression customer admin', MANUAL),
  ...words('blocklisted blacklisted', BLOCKED),
  ...words('active subscribed processed queued scheduled accepted sent deferred delivery_delayed', ACTIVE),
  ...words('delivery delivered open opened click clicked resubscribe group_resubscribe', ACTIVE),
])

/** Our own words. In our own files, each has a reason. */
const OWN_WORDS = new Map<string, SuppressionReason>([
  ['suppressed', { state: 'suppressed', reason: 'import' }],
  ['unsubscribed', UNSUBSCRIBED],
])

/** Said of contacts, they mean something else: `customer` is no suppression, and `permanent` may be a job. */
const AMBIGUOUS = new Set(['customer', 'admin', 'manual', 'permanent', 'invalid'])

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
  const email = emails[0] ?? fallbackEmailColumn(names)
  if (email < 0) return null
  at.email = email
  for (const [field, called] of Object.entries(NAMES) as [Exclude<Field, 'email'>, readonly string[]][]) {
    const name = called.find((each) => snake.includes(each))
    if (name === undefined) continue
    if (snake.indexOf(name) !== snake.lastIndexOf(name)) return name
    at[field] = snake.indexOf(name)
  }
  const flags = names.flatMap((name, place) => {
    const as = flagOf(columnTarget(name))
    return as ? [{ at: place, as }] : []
  })
  return { at, flags, usual: usualOf(snake) }
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
export function parseEntry(values: readonly string[], { at, flags, usual }: EntryColumns): ParsedEntry | string {
  const cellAt = (place: number | undefined) => (place === undefined ? '' : (values[place]?.trim() ?? ''))
  const cellOf = (field: Field) => cellAt(at[field])
  const email = cellOf('email')
  const state = cellOf('state')
  const own = state === '' ? usual : null
  const said = flags.map(({ at: place, as }) => ({ as, text: cellAt(place) }))
  const meaning = meaningOf({ state, cause: cellOf('cause'), origin: cellOf('origin'), flags: said }) ?? own
  if (typeof meaning === 'string') return meaning
  if (!meaning) return { email, state: state.toLowerCase() || undefined, reason: cellOf('reason') || undefined }
  return meaning.state === null ? NOT_SUPPRESSED : { email, state: meaning.state, reason: meaning.reason }
}

interface Flag {
  as: FlagColumn
  text: string
}

interface Cells {
  state: string
  cause: string
  origin: string
  flags: readonly Flag[]
}

/** What the cells of a record mean, or what is wrong with them; null if they say nothing, or one of our own words. */
function meaningOf({ state, cause, origin, flags }: Cells): Meaning | string | null {
  if (SMTP_STATUS.test(state)) return state.startsWith('5') ? HARD_BOUNCE : BOUNCE
  const ofCause = causeOf(cause, origin)
  if (typeof ofCause !== 'string' && ofCause) return ofCause
  const found = MEANINGS.get(snakeCased(state))
  if (found) return byOrigin(found, origin)
  if (ofCause !== null || state !== '') return ofCause
  return strongest(flags.map(flagMeaning)) ?? MEANINGS.get(snakeCased(origin)) ?? null
}

/** Null for an empty cell. */
function causeOf(cause: string, origin: string): Meaning | string | null {
  if (cause === '') return null
  const found = MEANINGS.get(snakeCased(cause)) ?? OWN_WORDS.get(snakeCased(cause))
  return found ? byOrigin(found, origin) : `suppression_reason: is not a known reason: ${shown(cause)}`
}

/** Whoever unsubscribed is also suppressed by hand for Postmark: by the recipient. */
const byOrigin = (meaning: Meaning, origin: string): Meaning =>
  meaning === MANUAL && snakeCased(origin) === 'recipient' ? UNSUBSCRIBED : meaning

const MAX_SHOWN = 64
const shown = (text: string) => JSON.stringify(text.slice(0, MAX_SHOWN))

function flagOf(target: string | null): FlagColumn | null {
  if (target === UNSUBSCRIBED_COLUMN) return 'unsubscribed'
  return target === `${ATTRIBUTES}subscribed` ? 'subscribed' : null
}

const YES = /^(?:true|yes|y|1)$/i
const NO = /^(?:false|no|n|0)$/i
/** The time at which somebody unsubscribed. */
const DATE = /^\d{4}-\d\d-\d\d/

/** What a cell that is true or false means, or what is wrong with it. Null if it says nothing. */
function flagMeaning({ as, text }: Flag): Meaning | string | null {
  if (as === 'subscribed') return YES.test(text) ? ACTIVE : NO.test(text) ? UNSUBSCRIBED : null
  if (text === '' || NO.test(text)) return ACTIVE
  if (YES.test(text) || DATE.test(text)) return UNSUBSCRIBED
  const word = snakeCased(text)
  const known = OWN_WORDS.get(word) ?? MEANINGS.get(word)
  return known ?? `unsubscribed: is neither true nor false nor a date: ${shown(text)}`
}

/** What several cells mean: the one that stops most decides, unless something is wrong with one. */
function strongest(meanings: readonly (Meaning | string | null)[]): Meaning | string | null {
  const said = meanings.filter((one) => one !== null)
  const of = (state: State) => said.find((one) => typeof one !== 'string' && one.state === state)
  return said.find((one) => typeof one === 'string') ?? of('suppressed') ?? of('unsubscribed') ?? said[0] ?? null
}

/** What a column says about whether its contact gets mail. */
export type StatusColumn = FlagColumn | 'state' | 'cause' | 'origin'

/** The kind of status column with this target, like `unsubscribed` or `attributes.status`; null for any other column. */
export function statusColumnOf(target: string): StatusColumn | null {
  const flag = flagOf(target)
  if (flag) return flag
  const name = target.startsWith(ATTRIBUTES) ? target.slice(ATTRIBUTES.length) : ''
  if (STATE_COLUMNS.includes(name)) return 'state'
  if (NAMES.cause.includes(name)) return 'cause'
  return NAMES.origin.includes(name) ? 'origin' : null
}

/** A cell of a status column. */
export interface StatusCell {
  as: StatusColumn
  text: string
}

/**
 * What stops mail to a contact according to its row, or what is wrong with a cell; null for nothing. Words that could be about
 * anything else are not taken for it.
 */
export function parseStop(cells: readonly StatusCell[]): SuppressionReason | string | null {
  const textOf = (as: StatusColumn) => cells.find((one) => one.as === as)?.text ?? ''
  const cause = causeOf(textOf('cause'), textOf('origin'))
  const others = cells.map(({ as, text }) => {
    if (as === 'state') return stateOf(snakeCased(text))
    return as === 'unsubscribed' || as === 'subscribed' ? flagMeaning({ as, text }) : null
  })
  const most = strongest([cause, ...others])
  return typeof most === 'string' || most === null || most.state !== null ? most : null
}

const stateOf = (word: string): Meaning | null =>
  AMBIGUOUS.has(word) ? null : (OWN_WORDS.get(word) ?? MEANINGS.get(word) ?? null)
