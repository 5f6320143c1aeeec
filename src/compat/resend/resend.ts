import type { CompatApi } from '../common/api.js'
import { apiKeys } from './api-keys.js'
import { broadcastRecipients } from './broadcast-recipients.js'
import { broadcasts } from './broadcasts.js'
import { contacts } from './contacts.js'
import { domains } from './domains.js'
import { emails } from './emails.js'
import { answerError } from './errors.js'
import { receiving } from './receiving.js'
import { segments, topics } from './segments.js'
import { suppressions } from './suppressions.js'
import { templates } from './templates.js'
import { unsupported } from './unsupported.js'
import { webhooks } from './webhooks.js'

/** Resend, as version 6 of its Node.js SDK calls it. */
export const resend: CompatApi = {
  authorizationOf: ({ headers }) => headers.authorization,
  answerError,
  routes: [
    ...emails,
    ...receiving,
    ...domains,
    ...apiKeys,
    ...contacts,
    ...segments,
    ...topics,
    ...templates,
    ...broadcasts,
    ...broadcastRecipients,
    ...webhooks,
    ...suppressions,
  ],
  unsupported,
}
