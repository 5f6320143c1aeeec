import type { CompatApi } from '../common/api.js'
import { domains } from './domains.js'
import { answerError } from './errors.js'
import { events } from './events.js'
import { messages } from './messages.js'
import { routes } from './routes.js'
import { stats } from './stats.js'
import { suppressions } from './suppressions.js'
import { templates } from './templates.js'
import { unsupported } from './unsupported.js'
import { validation } from './validation.js'
import { webhooks } from './webhooks.js'

/** Mailgun, as version 14 of its Node.js SDK calls it. */
export const mailgun: CompatApi = {
  authorizationOf: ({ headers: { authorization } }) => {
    const [, encoded] = /^Basic ([A-Za-z0-9+/=]{1,4096})$/i.exec(authorization ?? '') ?? []
    if (encoded === undefined) return authorization
    const text = Buffer.from(encoded, 'base64').toString()
    // The user is always `api`.
    return `Bearer ${text.slice(text.indexOf(':') + 1)}`
  },
  answerError,
  routes: [
    ...[...messages, ...events, ...stats, ...suppressions, ...domains],
    ...[...templates, ...webhooks, ...routes, ...validation],
  ],
  unsupported,
}
