import type { CompatApi } from '../common/api.js'
import { account } from './account.js'
import { contacts } from './contacts.js'
import { domains } from './domains.js'
import { answerError } from './errors.js'
import { eventWebhooks } from './event-webhooks.js'
import { lists } from './lists.js'
import { mail } from './mail.js'
import { suppressions } from './suppressions.js'
import { templates } from './templates.js'
import { unsupported } from './unsupported.js'

/** SendGrid's API of version 3, as version 8 of its Node.js SDKs calls it. */
export const sendgrid: CompatApi = {
  authorizationOf: ({ headers }) => headers.authorization,
  answerError,
  routes: [...mail, ...templates, ...suppressions, ...contacts, ...lists, ...eventWebhooks, ...domains, ...account],
  unsupported,
}
