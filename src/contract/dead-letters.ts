import { z } from 'zod'
import { id, nextCursor, timestamp } from './fields.js'
import { untrusted } from './untrusted.js'

export const DeadLetter = z
  .object({
    id: id('deadLetter'),
    account_id: id('account'),
    kind: z.string().meta({
      description: 'The kind of work: `dispatch`, `deliveries`, `ingest`, `fan-out`, `inbound` and others.',
    }),
    row_id: z.string().meta({ description: 'What the work is about: a message, a delivery, an event and so on.' }),
    error: untrusted(z.string()).meta({ description: 'The error of the last attempt.' }),
    crashes: z.int().meta({ description: 'How often the work crashed before it was given up.' }),
    created_at: timestamp().meta({ description: 'When it was given up.' }),
  })
  .meta({ id: 'DeadLetter' })
export type DeadLetter = z.output<typeof DeadLetter>

export const DeadLetterPage = z.object({ dead_letters: z.array(DeadLetter), next_cursor: nextCursor() })
