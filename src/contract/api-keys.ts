import { z } from 'zod'
import { asciiDomain, normalizeAddress, parseAddress } from '../lib/mail/addresses.js'
import { atMostChars, id, idParam, instant, nextCursor, optional, timestamp } from './fields.js'

/** What a key may do. `send` and `read` do not nest; `admin` includes both. */
export const KEY_SCOPES = ['send', 'read', 'admin'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

const MAX_NAME_CHARS = 100
/** Most inboxes that a key is bound to. */
const MAX_INBOXES = 100
/** Most addresses and domains that a key may write to. */
const MAX_SEND_TO = 100

const apiKey = z.object({
  id: id('apiKey'),
  name: z.string().nullable().meta({ description: 'What its owner calls it; null if it has no name.' }),
  key_prefix: z.string(),
  scope: z.enum(KEY_SCOPES),
  test_mode: z.boolean(),
  inbox_ids: z
    .array(id('inbox'))
    .nullable()
    .meta({ description: 'The inboxes to whose mail it is limited; null for a key that is not bound.' }),
  send_to: z
    .array(z.string())
    .nullable()
    .meta({ description: 'The addresses and domains that it may write to; null for everybody.' }),
  expires_at: timestamp().nullable(),
  last_used_at: timestamp()
    .nullable()
    .meta({ description: 'The minute in which it was last used, also by its sessions; null before the first use.' }),
  created_at: timestamp(),
})

export const ApiKey = apiKey.meta({ id: 'ApiKey' })
export type ApiKey = z.output<typeof ApiKey>

/** An address or a domain, as recipients are compared with it: see `mayWriteTo` in services/caller.ts. */
const allowedRecipient = z.string().transform((text, context) => {
  const isAddress = text.includes('@')
  const parsed = isAddress ? parseAddress(text)?.email : asciiDomain(text.trim())
  if (parsed) return isAddress ? normalizeAddress(parsed) : parsed
  context.addIssue('must be an address, like user@example.com, or a domain, like example.com')
  return z.NEVER
})

const listOf = <S extends z.ZodType>(item: S, max: number, things: string) =>
  optional(
    z
      .array(item)
      .min(1, `must not be empty; leave it out for a key without this limit`)
      .max(max, `must have at most ${max} ${things}`)
      .transform((items) => [...new Set(items)]),
  )

export const NewApiKey = z.strictObject({
  name: optional(
    z
      .string('must be a text, like Web shop')
      .max(...atMostChars(MAX_NAME_CHARS))
      .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'must be a single line without control characters')
      .transform((text) => text.trim())
      .refine((text) => text !== '', 'must not be empty'),
  ).meta({ description: 'What to call it, like `Web shop`: for people who read the list.' }),
  scope: z.enum(KEY_SCOPES, `must be one of ${KEY_SCOPES.join(', ')}`),
  test_mode: optional(z.boolean()),
  inbox_ids: listOf(idParam(), MAX_INBOXES, 'inboxes').meta({
    description:
      'Binds the key to these inboxes: it sees and answers only their mail, and does nothing else. Left out, it is not bound.',
  }),
  send_to: listOf(allowedRecipient, MAX_SEND_TO, 'addresses and domains').meta({
    description:
      'The addresses, and domains without their subdomains, that the key may write to. Left out, it may write to everybody.',
  }),
  expires_at: optional(instant()),
})
export type NewApiKey = z.output<typeof NewApiKey>

export const ApiKeyWithSecret = apiKey
  .extend({ key: z.string().meta({ description: 'The secret. Shown only in this response.' }) })
  .meta({ id: 'ApiKeyWithSecret' })
export type ApiKeyWithSecret = z.output<typeof ApiKeyWithSecret>

export const ApiKeyPage = z.object({ keys: z.array(ApiKey), next_cursor: nextCursor() })

export const RotatedApiKey = z.object({ id: id('apiKey'), key: z.string(), key_prefix: z.string() })
export type RotatedApiKey = z.output<typeof RotatedApiKey>
