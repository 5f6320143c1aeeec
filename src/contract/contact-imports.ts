import { z } from 'zod'
import { ContactFilter } from './contacts.js'
import { atMostChars, cutAbove, documentedAs, id, idParam, optional, timestamp } from './fields.js'
import { AttributeName } from './segments.js'
import { untrusted } from './untrusted.js'

/** Most columns of a file with contacts. */
export const MAX_COLUMNS = 200
const MAX_HEADER_CHARS = 255

/** A file in a request: bytes over REST, a text elsewhere. The service reads it. */
const csvFile = (description: string): z.ZodType<Buffer, string> =>
  z
    .unknown()
    .refine(isFile, 'must be CSV, not empty')
    .transform((file) => (typeof file === 'string' ? Buffer.from(file) : file))
    .register(documentedAs, { type: 'string', minLength: 1, description }) as never

const isFile = (value: unknown) => (typeof value === 'string' || value instanceof Uint8Array) && value.length > 0

export const ContactFile = z.strictObject({
  csv: csvFile('The file: a row of column names, then one contact in each row. Over REST it is the request body.'),
})
export type ContactFile = z.output<typeof ContactFile>

export const StoredContactFile = z.object({
  storage_key: z.string().meta({ description: 'Names the file for an import, for 7 days.' }),
})
export type StoredContactFile = z.output<typeof StoredContactFile>

export const OnDuplicate = z.enum(['skip', 'update'], 'must be one of skip, update').meta({ id: 'OnDuplicateContact' })
export type OnDuplicate = z.output<typeof OnDuplicate>

export const NewContactImport = z.strictObject({
  storage_key: z
    .string('is required: the storage_key of an uploaded file')
    .max(...atMostChars(255))
    .meta({ description: 'The uploaded file.' }),
  list_id: optional(idParam()).meta({
    description: 'Adds all contacts of the file to this list, also those that exist already.',
  }),
  on_duplicate: optional(OnDuplicate).meta({
    description:
      'What happens to a row whose contact exists: `skip` leaves the contact as it is, `update` gives it the names and attributes of the row; its others stay. `skip` if left out.',
  }),
  columns: optional(
    cutAbove(
      MAX_COLUMNS,
      z
        .record(
          z.string().max(...atMostChars(MAX_HEADER_CHARS)),
          AttributeName.nullable(),
          'must be an object of fields by the names of columns',
        )
        .refine((columns) => Object.keys(columns).length <= MAX_COLUMNS, `must have at most ${MAX_COLUMNS} columns`)
        .meta({ id: 'ContactImportColumns', maxProperties: MAX_COLUMNS }),
    ),
  ).meta({
    description:
      'What columns mean, by their names: `"email"`, `"first_name"`, `"last_name"`, `"unsubscribed"`, the name of an attribute, or null to leave one out. Other columns have the meaning of their names.',
  }),
})
export type NewContactImport = z.output<typeof NewContactImport>

export const ImportStatus = z.enum(['running', 'done', 'failed']).meta({ id: 'ContactImportStatus' })
export type ImportStatus = z.output<typeof ImportStatus>

export const ContactImport = z
  .object({
    id: id('contactImport'),
    status: ImportStatus.meta({ description: 'Rows that were imported before a failure stay.' }),
    list_id: z.string().nullable().meta({ description: 'The list that contacts are added to; null for none.' }),
    on_duplicate: OnDuplicate.meta({ description: 'What happens to rows whose contact exists.' }),
    processed: z.int().meta({ description: 'Rows read so far: the sum of the four counts.' }),
    imported: z.int().meta({ description: 'Contacts created, and added to the list if there is one.' }),
    updated: z.int().meta({
      description: 'Rows whose contact existed and got their values, and was added to the list if there is one.',
    }),
    added_to_list: z.int().meta({ description: 'Rows whose contact existed and was added to the list, unchanged.' }),
    skipped: z
      .int()
      .meta({ description: 'Rows that are invalid, or change nothing because their contact exists already.' }),
    suppressed: z.int().meta({
      description:
        'Rows that say `unsubscribed`, `bounced` or the like: their addresses are on the suppression list. Each is one of the four counts, too.',
    }),
    errors: z
      .array(
        z.object({
          row: z.int().meta({ description: 'Number of the row; the column names are in row 1.' }),
          email: untrusted(z.string()).meta({ description: 'Its address, as it is in the file.' }),
          reason: z.string().meta({
            description:
              'Why it was skipped: `duplicate_contact`, `duplicate_member`, `too_many_contacts`, `too_many_list_members` or what is wrong with it.',
          }),
        }),
      )
      .meta({ description: 'One for each skipped row, at most 1,000.' }),
    failure: z.string().nullable().meta({ description: 'Why it failed; null unless it has.' }),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({ id: 'ContactImport' })
export type ContactImport = z.output<typeof ContactImport>

export const ContactExportFilter = ContactFilter.pick({ list_id: true })
export type ContactExportFilter = z.output<typeof ContactExportFilter>

/** Contacts as CSV, some lines at a time. */
export const ContactCsvText: z.ZodType<AsyncIterable<string>> = z
  .custom<AsyncIterable<string>>()
  .register(documentedAs, { type: 'string' })
