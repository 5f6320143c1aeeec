import { z } from 'zod'
import { atMostChars, id, nextCursor, timestamp } from './fields.js'

const MAX_CHARS = 320

export const BlockedSender = z
  .object({
    id: id('blockedSender'),
    sender: z.string().meta({
      description: 'An address, or a domain, which stands for all its addresses and subdomains.',
    }),
    forged_only: z.boolean().meta({
      description:
        'Whether only mail that cannot prove its sender goes to spam: the entry was made from such mail, which anybody may have written.',
    }),
    test_mode: z.boolean().meta({ description: 'Whether a test key made it. Then it concerns no mail.' }),
    created_at: timestamp(),
  })
  .meta({ id: 'BlockedSender' })
export type BlockedSender = z.output<typeof BlockedSender>

export const BlockedSenderPage = z.object({ blocked_senders: z.array(BlockedSender), next_cursor: nextCursor() })

export const NewBlockedSender = z.strictObject({
  sender: z
    .string('is required: an address or a domain')
    .max(...atMostChars(MAX_CHARS))
    .meta({ description: 'An address, or a domain for all its addresses and subdomains.' }),
})
export type NewBlockedSender = z.output<typeof NewBlockedSender>
