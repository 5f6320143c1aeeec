import { z } from 'zod'
import { ById, id, nextCursor, optional, pageCursor, pageLimit, timestamp } from './fields.js'
import { MessageStatus } from './messages.js'

/** What can become of the mail to a recipient. Several can: who clicks has opened it. */
export const RECIPIENT_OUTCOMES = [
  ...(['sent', 'delivered', 'opened', 'clicked', 'bounced', 'complained', 'failed', 'suppressed'] as const),
  'unsubscribed',
] as const
export const RecipientOutcome = z
  .enum(RECIPIENT_OUTCOMES, `must be one of ${RECIPIENT_OUTCOMES.join(', ')}`)
  .meta({ id: 'RecipientOutcome' })
export type RecipientOutcome = z.output<typeof RecipientOutcome>

const MAX_SEARCH_CHARS = 255
/** Most links of an answer. */
export const MAX_LINKS = 100

export const BroadcastRecipient = z
  .object({
    message_id: id('message').meta({ description: 'The message to the recipient.' }),
    email: z.string().nullable().meta({ description: 'The address; null once its content was deleted.' }),
    status: MessageStatus.meta({ description: 'The status of the message: its newest event.' }),
    outcomes: z.array(RecipientOutcome).meta({ description: 'All outcomes of the mail, each once.' }),
    unsubscribed_at: timestamp().nullable().meta({
      description: 'When the recipient unsubscribed by this mail; null otherwise.',
    }),
  })
  .meta({ id: 'BroadcastRecipient' })
export type BroadcastRecipient = z.output<typeof BroadcastRecipient>

export const RecipientFilter = ById.extend({
  outcome: optional(RecipientOutcome).meta({
    description: 'Only recipients whose mail had this outcome at least once, even if it has had others since.',
  }),
  search: optional(z.string().max(MAX_SEARCH_CHARS, `must have at most ${MAX_SEARCH_CHARS} characters`)).meta({
    description: 'An address, its beginning or its domain. A page may be short: go on until `next_cursor` is null.',
  }),
  limit: pageLimit(),
  cursor: pageCursor(),
})
export type RecipientFilter = z.output<typeof RecipientFilter>

export const RecipientPage = z.object({ recipients: z.array(BroadcastRecipient), next_cursor: nextCursor() })

export const BroadcastLink = z
  .object({
    url: z.string().meta({ description: 'The link, without its query and fragment, which may differ by recipient.' }),
    clicks: z.int().meta({ description: 'Clicks, each counted.' }),
    unique_clicks: z.int().meta({ description: 'Recipients who clicked it at least once.' }),
  })
  .meta({ id: 'BroadcastLink' })
export type BroadcastLink = z.output<typeof BroadcastLink>

export const BroadcastLinks = z
  .object({
    links: z.array(BroadcastLink).meta({ description: `Those with the most clicks first, at most ${MAX_LINKS}.` }),
  })
  .meta({ id: 'BroadcastLinks' })
export type BroadcastLinks = z.output<typeof BroadcastLinks>
