import { z } from 'zod'
import { KEY_SCOPES } from './api-keys.js'
import { id } from './fields.js'

/** What opens a browser session. */
export const SessionInput = z.object({ key: z.string('is required: an API key, like sk_live_…') })

/** An open session. */
export const Session = z.object({ account_id: id('account'), scope: z.enum(KEY_SCOPES) })
export type Session = z.output<typeof Session>
