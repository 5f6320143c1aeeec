import { z } from 'zod'
import { parseAddress } from '../lib/mail/addresses.js'
import { atMostChars, ById, id, nextCursor, optional, timestamp, validUnicode } from './fields.js'

const NO_ADDRESS = 'must be an address, like support@example.com'

export const MailInbox = z
  .object({
    id: id('inbox'),
    domain_id: id('domain').meta({ description: 'The domain.' }),
    domain: z.string().meta({ description: 'The name of the domain.' }),
    local_part: z.string().meta({ description: 'The part before the @.' }),
    address: z.string().meta({ description: 'The address, in lower case.' }),
    name: z.string().nullable().meta({ description: 'A name for people; null if it has none.' }),
    active: z.boolean().meta({ description: 'Whether compose uses it as the default sender.' }),
    signature_html: z.string().nullable().meta({ description: 'Its signature as HTML; null if it has none.' }),
    signature_text: z.string().nullable().meta({ description: 'Its signature as plain text; null if it has none.' }),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({ id: 'MailInbox' })
export type MailInbox = z.output<typeof MailInbox>

export const MailInboxPage = z.object({ inboxes: z.array(MailInbox), next_cursor: nextCursor() })

export const NewInbox = z
  .strictObject({
    address: optional(z.string(NO_ADDRESS).refine((text) => parseAddress(text) !== null, NO_ADDRESS)).meta({
      description: 'The address. Or give `domain` and `local_part`.',
    }),
    domain: optional(z.string()).meta({ description: 'A domain of the account, with `local_part`.' }),
    local_part: optional(
      z.string().refine((text) => parseAddress(`${text}@example.com`) !== null, 'must be the part before an @'),
    ).meta({ description: 'The part before the @, with `domain`.' }),
    name: optional(z.string().max(...atMostChars(255))).meta({ description: 'A name for people.' }),
  })
  .superRefine(({ address, domain, local_part }, context) => {
    const complain = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (address !== undefined) {
      if (domain !== undefined || local_part !== undefined) complain('address', 'must not be given with a domain')
    } else if (domain === undefined && local_part === undefined) complain('address', `is required: ${NO_ADDRESS}`)
    else if (domain === undefined) complain('domain', 'is required with local_part')
    else if (local_part === undefined) complain('local_part', 'is required with domain')
  })
export type NewInbox = z.output<typeof NewInbox>

const MAX_SIGNATURE_HTML = 20_000
const MAX_SIGNATURE_TEXT = 2_000

/** One without text is none. Null and absent differ: a change leaves alone what is absent. */
const signature = (max: number, description: string) =>
  z
    .string('must be a text or null')
    .max(...atMostChars(max))
    .refine(...validUnicode)
    .transform((text) => (text.trim() === '' ? null : text))
    .nullable()
    .optional()
    .meta({ description: `${description} Null removes it.` })

export const InboxChanges = ById.extend({
  name: optional(z.string().max(...atMostChars(255))).meta({ description: 'A name for people.' }),
  signature_html: signature(MAX_SIGNATURE_HTML, 'Its signature in mail as HTML. Made from the text if there is none.'),
  signature_text: signature(
    MAX_SIGNATURE_TEXT,
    'Its signature in mail as plain text. Made from the HTML if there is none.',
  ),
})
export type InboxChanges = z.output<typeof InboxChanges>
