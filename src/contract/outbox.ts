import { z } from 'zod'
import { documentedAs, id, nextCursor, timestamp } from './fields.js'
import { untrusted } from './untrusted.js'

export const OutboxMail = z.object({
  id: id('outboxMail'),
  message_id: id('message'),
  from: z.string(),
  to: z.array(z.string()),
  subject: untrusted(z.string()),
  created_at: timestamp(),
})
export type OutboxMail = z.output<typeof OutboxMail>

export const OutboxMailPage = z.object({
  mails: z.array(OutboxMail),
  next_cursor: nextCursor(),
})

export const OutboxMailWithMime = OutboxMail.extend({
  // Over tRPC, bytes travel as base64.
  mime: z
    .custom<Uint8Array>((value) => value instanceof Uint8Array)
    .register(documentedAs, { type: 'string', contentEncoding: 'base64' }),
})
export type OutboxMailWithMime = z.output<typeof OutboxMailWithMime>
