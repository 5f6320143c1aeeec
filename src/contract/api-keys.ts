import { z } from 'zod'
import { atMostChars, id, instant, nextCursor, optional, timestamp } from './fields.js'

/** What a key may do. `send` and `read` do not nest; `admin` includes both. */
export const KEY_SCOPES = ['send', 'read', 'admin'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

const MAX_NAME_CHARS = 100

const apiKey = z.object({
  id: id('apiKey'),
  name: z.string().nullable().meta({ description: 'What its owner calls it; null if it has no name.' }),
  key_prefix: z.string(),
  scope: z.enum(KEY_SCOPES),
  test_mode: z.boolean(),
  expires_at: timestamp().nullable(),
  last_used_at: timestamp()
    .nullable()
    .meta({ description: 'The minute in which it was last used, also by its sessions; null before the first use.' }),
  created_at: timestamp(),
})

export const ApiKey = apiKey.meta({ id: 'ApiKey' })
export type ApiKey = z.output<typeof ApiKey>

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
