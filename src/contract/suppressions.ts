import { z } from 'zod'
import { parseAddress } from '../lib/addresses.js'
import { CHANNELS } from './channels.js'
import { cutAbove, id, nextCursor, optional, pageCursor, pageLimit, timestamp } from './fields.js'

/** The states of an entry: `suppressed` blocks all mail, `unsubscribed` only marketing mail. */
export const SUPPRESSION_STATES = ['suppressed', 'unsubscribed'] as const
export type SuppressionState = (typeof SUPPRESSION_STATES)[number]

/** Most entries of an import. */
export const MAX_IMPORT_ENTRIES = 10_000

const MAX_REASON_CHARS = 255

const channel = () =>
  z
    .enum(CHANNELS, `must be one of ${CHANNELS.join(', ')}`)
    .meta({ description: 'Only `email` is enabled; the others are 422 `channel_not_enabled`.' })

const reason = () =>
  z
    .string()
    .min(1, 'must not be empty')
    .max(MAX_REASON_CHARS, `must have at most ${MAX_REASON_CHARS} characters`)
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'must be a single line without control characters')

const state = () => z.enum(SUPPRESSION_STATES, `must be one of ${SUPPRESSION_STATES.join(', ')}`)

export const Suppression = z
  .object({
    id: id('suppression'),
    channel: z.enum(CHANNELS),
    recipient: z.string().meta({ description: 'The normalized address: lower case, domain in A-labels.' }),
    state: z.enum(SUPPRESSION_STATES).meta({
      description: '`suppressed` blocks all mail, `unsubscribed` only marketing mail.',
    }),
    reason: z.string().meta({
      description: 'Why, like `hard_bounce`, `complaint`, `recipient_unsubscribe` or your own text.',
    }),
    updated_at: timestamp(),
  })
  .meta({ id: 'Suppression' })
export type Suppression = z.output<typeof Suppression>

export const NewSuppression = z.object({
  channel: channel(),
  recipient: z
    .string('is required: the address of the recipient')
    .refine((text) => parseAddress(text) !== null, 'must be a valid address, like user@example.com')
    .meta({ description: 'The address to block.' }),
  reason: optional(reason()).meta({ default: 'manual', description: 'Why, for people who read the list.' }),
})
export type NewSuppression = z.output<typeof NewSuppression>

export const SuppressionFilter = z.object({
  channel: optional(channel()).meta({ description: 'Only this channel; all if left out.' }),
  limit: pageLimit(),
  cursor: pageCursor(),
})
export type SuppressionFilter = z.output<typeof SuppressionFilter>

export const SuppressionPage = z.object({ suppressions: z.array(Suppression), next_cursor: nextCursor() })

export const SuppressionEntry = z
  .object(
    {
      email: z.string('is required: an email address').meta({ description: 'The address of the recipient.' }),
      reason: optional(reason()).meta({ default: 'import', description: 'Why, for people who read the list.' }),
      state: optional(state()).meta({
        default: 'suppressed',
        description: 'What it blocks. `unsubscribed` never weakens a `suppressed` entry.',
      }),
    },
    'must be an object with the address as `email`',
  )
  .meta({ id: 'SuppressionEntry' })
export type SuppressionEntry = z.output<typeof SuppressionEntry>

export const SuppressionImport = z.object({
  channel: optional(channel()).meta({ default: 'email' }),
  entries: cutAbove(
    MAX_IMPORT_ENTRIES,
    z.array(SuppressionEntry, `must be an array of up to ${MAX_IMPORT_ENTRIES.toLocaleString('en')} entries`),
  ).meta({ maxItems: MAX_IMPORT_ENTRIES, description: 'Up to 10,000; more are 422 `invalid_request`.' }),
})
export type SuppressionImport = z.output<typeof SuppressionImport>

export const ImportResult = z.object({
  imported: z.int().meta({ description: 'Recipients that are now on the list, new or not.' }),
  skipped: z.int().meta({ description: 'Entries that are invalid or repeat an earlier one.' }),
  errors: z
    .array(
      z.object({
        index: z.int().meta({ description: 'Index of the entry in the request.' }),
        reason: z.string().meta({ description: 'Why it was skipped.' }),
      }),
    )
    .meta({ description: 'One for each skipped entry.' }),
})
export type ImportResult = z.output<typeof ImportResult>

export const SuppressionRef = z.object({
  channel: channel(),
  recipient: z.string('is required: the address of the recipient').meta({ description: 'In any notation.' }),
})
export type SuppressionRef = z.output<typeof SuppressionRef>
