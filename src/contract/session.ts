import { z } from 'zod'
import { KEY_SCOPES } from './api-keys.js'
import { id } from './fields.js'

const MAX_TOKEN_CHARS = 512

/** What opens a browser session. */
export const SessionInput = z.strictObject({ key: z.string('is required: an API key, like sk_live_…') })

/** What opens a browser session by a link that signs in once. */
export const SessionLinkInput = z.strictObject({
  token: z
    .string('is required: what comes after # in the link')
    .max(MAX_TOKEN_CHARS)
    .meta({ description: 'What comes after `#` in the link that the first start prints.' }),
})

/** An open session. */
export const Session = z.object({
  account_id: id('account'),
  scope: z.enum(KEY_SCOPES).meta({ description: 'What its key may do.' }),
  sections: z.array(z.string()).meta({
    description: 'The sections of the web console that its key may use, by their paths.',
    examples: [['/', '/messages', '/mail']],
  }),
  test_mode: z.boolean().meta({ description: 'Whether its key is a test key.' }),
})
export type Session = z.output<typeof Session>
