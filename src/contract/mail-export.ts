import { z } from 'zod'
import { documentedAs, id, optional, pageLimit, timestamp } from './fields.js'
import { MailAttachment, MailSource, ThreadFilter } from './mail-threads.js'

/** Most mails of an export. */
const MAX_EXPORTED = 5_000

const filters = ThreadFilter.omit({ cursor: true }).extend({
  limit: pageLimit({ max: MAX_EXPORTED, fallback: 500 }),
})

export const ExportRequest = filters.extend({
  format: optional(z.literal('json', 'must be json or, over REST, mbox')).meta({
    description: '`json` or, over REST, `mbox`. Default: `json`.',
  }),
})
export type ExportRequest = z.output<typeof ExportRequest>

export const MboxRequest = filters

export const ExportedMail = z
  .object({
    id: z
      .string()
      .regex(/^(inb|msg)_/)
      .meta({ description: 'The inbound email or the message.' }),
    thread_id: id('thread').meta({ description: 'Its thread.' }),
    source: MailSource.meta({ description: 'Whether it was received or sent.' }),
    from: z.string().meta({ description: 'The sender, like `Ada <ada@example.com>`.' }),
    to: z.array(z.string()).meta({
      description:
        'The first 200 recipients and your own address; for a mail to several of your addresses, all of them.',
    }),
    subject: z.string().meta({ description: 'The subject.' }),
    text_body: z.string().nullable().meta({ description: 'The plain text; null if there is none.' }),
    occurred_at: timestamp().meta({ description: 'When it arrived or was accepted.' }),
    attachments: z.array(MailAttachment).meta({ description: 'The files; get their bytes at their `url`.' }),
  })
  .meta({ id: 'ExportedMail' })
export type ExportedMail = z.output<typeof ExportedMail>

export const MailExport = z
  .object({
    exported_at: timestamp().meta({ description: 'When it was made.' }),
    count: z.int().meta({ description: 'Number of mails.' }),
    messages: z.array(ExportedMail).meta({ description: 'The mails, newest thread first, oldest mail of it first.' }),
  })
  .meta({ id: 'MailExport' })
export type MailExport = z.output<typeof MailExport>

/** The pieces of a mailbox file. */
export const MboxFile: z.ZodType<AsyncIterable<Uint8Array>> = z
  .custom<AsyncIterable<Uint8Array>>()
  .register(documentedAs, { type: 'string' })
