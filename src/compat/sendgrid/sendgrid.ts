import type { FastifyRequest } from 'fastify'
import type { CompatApi } from '../common/api.js'
import { notSupported } from '../common/not-supported.js'
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
  authorizationOf,
  answerError,
  routes: [...mail, ...templates, ...suppressions, ...contacts, ...lists, ...eventWebhooks, ...domains, ...account],
  unsupported,
}

/** @throws ApiError 501 if the request is for a subuser: it would be done for the account of the key. */
function authorizationOf({ headers }: FastifyRequest): string | undefined {
  if (headers['on-behalf-of'] !== undefined) throw notSupported('On-Behalf-Of', 'Use a key of the other account.')
  return headers.authorization
}
