import { z } from 'zod'
import { Channel } from './channels.js'
import {
  atMostChars,
  cutAbove,
  documentedAs,
  id,
  nextCursor,
  optional,
  pageCursor,
  pageLimit,
  timestamp,
} from './fields.js'
import { incomingFile } from './file.js'

/** The states of an entry: `suppressed` blocks all mail, `unsubscribed` only marketing mail. */
export const SuppressionState = z
  .enum(['suppressed', 'unsubscribed'], 'must be one of suppressed, unsubscribed')
  .meta({ id: 'SuppressionState' })
export type SuppressionState = z.output<typeof SuppressionState>

/** Most entries of an import. */
export const MAX_IMPORT_ENTRIES = 10_000

const MAX_REASON_CHARS = 255

const channel = () =>
  Channel.meta({ description: 'Only `email` is enabled; the others are 422 `channel_not_enabled`.' })

const reason = () =>
  z
    .string()
    .min(1, 'must not be empty')
    .max(...atMostChars(MAX_REASON_CHARS))
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'must be a single line without control characters')

export const Suppression = z
  .object({
    id: id('suppression'),
    channel: Channel,
    recipient: z.string().meta({
      description:
        'The normalized address: lower case, domain in A-labels. For an erased recipient, `erased:` and a keyed hash.',
    }),
    state: SuppressionState.meta({
      description: '`suppressed` blocks all mail, `unsubscribed` only marketing mail.',
    }),
    reason: z.string().meta({
      description: 'Why, like `hard_bounce`, `complaint`, `recipient_unsubscribe` or your own text.',
    }),
    updated_at: timestamp(),
  })
  .meta({ id: 'Suppression' })
export type Suppression = z.output<typeof Suppression>

/** A recipient of any shape, also none: {@link emailHasRecipient} requires a string, but only for the enabled channel. */
const recipient = (description: string) => {
  const documented = { type: 'string', description }
  const anything = z.custom<string>(() => true).register(documentedAs, documented)
  return z.preprocess((value: string): unknown => value ?? null, anything).register(documentedAs, documented)
}

/** Any other channel is refused as such, whatever its recipient looks like. */
const emailHasRecipient = <S extends z.ZodObject<{ channel: typeof Channel; recipient: z.ZodType<string> }>>(
  schema: S,
): S =>
  schema.refine(({ channel, recipient }) => isOtherChannel(channel) || typeof recipient === 'string', {
    path: ['recipient'],
    error: 'is required: the address of the recipient',
    // Also if the channel is missing, so that one response names both.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })

const isOtherChannel = (channel: unknown) => channel !== 'email' && Channel.safeParse(channel).success

export const NewSuppression = emailHasRecipient(
  z.strictObject({
    channel: channel(),
    recipient: recipient('The address to block.'),
    reason: optional(reason()).meta({ description: 'Why, for people who read the list. `manual` if left out.' }),
  }),
)
export type NewSuppression = z.output<typeof NewSuppression>

export const SuppressionFilter = z.strictObject({
  channel: optional(channel()).meta({ description: 'Only this channel; all if left out.' }),
  reason: optional(z.string().max(...atMostChars(MAX_REASON_CHARS))).meta({
    description: 'Only entries with exactly this reason, like `hard_bounce`.',
  }),
  limit: pageLimit(),
  cursor: pageCursor(),
})
export type SuppressionFilter = z.output<typeof SuppressionFilter>

export const SuppressionPage = z.object({ suppressions: z.array(Suppression), next_cursor: nextCursor() })

export const SuppressionEntry = z
  .strictObject(
    {
      email: z.string('is required: an email address').meta({ description: 'The address of the recipient.' }),
      reason: optional(reason()).meta({ description: 'Why, for people who read the list. `import` if left out.' }),
      state: optional(SuppressionState).meta({
        description: 'What it blocks. `suppressed` if left out. `unsubscribed` never weakens a `suppressed` entry.',
      }),
    },
    'must be an object with the address as `email`',
  )
  .meta({ id: 'SuppressionEntry' })
export type SuppressionEntry = z.output<typeof SuppressionEntry>

export const SuppressionImport = z.strictObject({
  channel: optional(channel()).meta({ description: '`email` if left out.' }),
  entries: cutAbove(
    MAX_IMPORT_ENTRIES,
    z.array(SuppressionEntry, `must be an array of up to ${MAX_IMPORT_ENTRIES.toLocaleString('en')} entries`),
  ).meta({ maxItems: MAX_IMPORT_ENTRIES, description: 'Up to 10,000; more are 422 `invalid_request`.' }),
  keep_existing: optional(z.boolean('must be true or false')).meta({
    description:
      'Keeps the entries that are on the list, with their reasons, unless `suppressed` meets `unsubscribed`. `false` if left out: then they get the state and the reason of the import.',
  }),
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

/** A file of entries. */
export const SuppressionFile = z.strictObject({
  file: incomingFile(
    'CSV in UTF-8, UTF-16 or Windows-1252, of at most 16 MiB and 100,000 lines. The first line names the columns: `email` (or `recipient`) and, optionally, `state` and `reason`, each once; others are ignored, up to 50 in all. Exports of Postmark, Mailgun, SendGrid and Resend are accepted as they are.',
  ),
})

export const FileImportResult = z.object({
  imported: z.int().meta({ description: 'Recipients that are now on the list, new or not.' }),
  skipped: z.int().meta({ description: 'Lines that are invalid or repeat an earlier address.' }),
  errors: z
    .array(
      z.object({
        line: z.int().meta({ description: 'Number of the line; 1 is the first.' }),
        reason: z.string().meta({ description: 'Why it was skipped.' }),
      }),
    )
    .meta({ description: 'One for each skipped line, at most 1,000.' }),
})
export type FileImportResult = z.output<typeof FileImportResult>

/** A list as CSV, some lines at a time. */
export const SuppressionCsvText: z.ZodType<AsyncIterable<string>> = z
  .custom<AsyncIterable<string>>()
  .register(documentedAs, { type: 'string' })

export const SuppressionLookUp = z.strictObject({
  recipient: z.string('is required: the address of the recipient').meta({ description: 'In any notation.' }),
  channel: optional(channel()).meta({ description: '`email` if left out.' }),
})
export type SuppressionLookUp = z.output<typeof SuppressionLookUp>

export const SuppressionRef = emailHasRecipient(
  z.strictObject({
    channel: channel(),
    recipient: recipient('The address, in any notation.'),
    state: optional(SuppressionState).meta({ description: 'Only an entry with this state; one with another stays.' }),
    reason: optional(z.string().max(...atMostChars(MAX_REASON_CHARS))).meta({
      description: 'Only an entry with exactly this reason; one with another stays.',
    }),
  }),
)
export type SuppressionRef = z.output<typeof SuppressionRef>
