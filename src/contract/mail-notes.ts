import { z } from 'zod'
import { atMostChars, ById, id, nextCursor, noControl, optional, timestamp, validUnicode } from './fields.js'
import { untrusted } from './untrusted.js'

/** Most notes of a thread. Those of a thread that was merged into it come on top. */
export const MAX_THREAD_NOTES = 500
const MAX_TEXT = 10_000
const MAX_NAME = 100

/** What a colleague is called, in any words. */
export const colleague = () =>
  optional(
    z
      .string('must be a name')
      .max(MAX_NAME, { error: `must have at most ${MAX_NAME} characters`, abort: true })
      .refine(noControl, 'must not contain control characters')
      .refine(...validUnicode)
      .transform((text) => text.trim())
      .refine((text) => text !== '', 'must not be empty'),
  )

export const MailNote = z
  .object({
    id: id('note'),
    thread_id: id('thread').meta({ description: 'The thread.' }),
    // It may quote mail.
    text: untrusted(z.string()).meta({ description: 'What it says: plain text.' }),
    author: z.string().meta({ description: 'Who wrote it: the name given with it, or that of the key.' }),
    key_id: id('apiKey').meta({ description: 'The API key that it was written with.' }),
    created_at: timestamp(),
    updated_at: timestamp().meta({ description: 'When its text last changed.' }),
  })
  .meta({ id: 'MailNote' })
export type MailNote = z.output<typeof MailNote>

export const MailNotePage = z.object({ notes: z.array(MailNote), next_cursor: nextCursor() })

const text = () =>
  z
    .string('is required: what the note says')
    .max(...atMostChars(MAX_TEXT))
    .refine(...validUnicode)
    .transform((given) => given.trim())
    .refine((given) => given !== '', 'must not be empty')
    .meta({ description: 'What it says: plain text.' })

export const NewNote = ById.extend({
  text: text(),
  author: colleague().meta({
    description: 'Who writes it, in your own words, if several people use the key. Default: the name of the key.',
  }),
})
export type NewNote = z.output<typeof NewNote>

export const NoteChanges = ById.extend({ text: text() })
export type NoteChanges = z.output<typeof NoteChanges>
