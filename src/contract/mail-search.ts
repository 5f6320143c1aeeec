import { z } from 'zod'
import { id, nextCursor, optional, pageCursor, pageLimit, searchHints, timestamp } from './fields.js'
import { MAX_QUERY, MailSource } from './mail-threads.js'
import { untrusted } from './untrusted.js'

export const MailSearchRequest = z.strictObject({
  q: z
    .string('is required: what to search for')
    .max(MAX_QUERY, `must have at most ${MAX_QUERY} characters`)
    .refine((text) => text.trim() !== '', 'must not be empty')
    .meta({
      description:
        'Words, which match words with this beginning (from 3 letters on), ignoring case and marks on letters, `"a whole word"` or `"a phrase"`, `-word`, `or`, and the operators `from:`, `to:`, `subject:`, `has:attachment`, `filename:`, `after:YYYY-MM-DD` (with that day), `before:YYYY-MM-DD`, `larger:10k`, `smaller:5M`, `in:` a folder, `is:unread`, `is:read`, `is:starred`, `label:` and `rfc822msgid:`. Only the first 100 recipients of a mail are searched.',
    }),
  inbox_id: optional(z.string()).meta({ description: 'Only mail of this inbox.' }),
  inbox: optional(z.string()).meta({ description: 'Only mail of this exact address of yours.' }),
  limit: pageLimit({ fallback: 25 }),
  cursor: pageCursor(),
})
export type MailSearchRequest = z.output<typeof MailSearchRequest>

export const MailSearchResult = z
  .object({
    thread_id: id('thread').meta({ description: 'Its thread.' }),
    source: MailSource.meta({ description: 'Whether it was received or sent.' }),
    message_ref: z
      .string()
      .regex(/^(inb|msg)_/)
      .meta({ description: 'The inbound email or the message.' }),
    from: untrusted(z.string()).meta({ description: 'The sender, like `Ada <ada@example.com>`.' }),
    subject: untrusted(z.string()).meta({ description: 'The subject.' }),
    snippet: untrusted(z.string()).meta({
      description: 'The beginning of its text without what it quotes, at most 200 characters.',
    }),
    occurred_at: timestamp().meta({ description: 'When it arrived or was accepted.' }),
  })
  .meta({ id: 'MailSearchResult' })
export type MailSearchResult = z.output<typeof MailSearchResult>

export const MailSearchPage = z.object({
  results: z.array(MailSearchResult),
  next_cursor: nextCursor(),
  hints: searchHints(),
})
