import type { CompatApi } from '../common/api.js'
import { answerError } from './errors.js'
import { mail } from './mail.js'
import { unsupported } from './unsupported.js'

/** SendGrid's API of version 3, as version 8 of its Node.js SDKs calls it. */
export const sendgrid: CompatApi = {
  authorizationOf: ({ headers }) => headers.authorization,
  answerError,
  routes: [...mail],
  unsupported,
}
