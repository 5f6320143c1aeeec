import type { CompatApi } from '../common/api.js'
import { emails } from './emails.js'
import { answerError } from './errors.js'
import { unsupported } from './unsupported.js'

/** Resend, as version 6 of its Node.js SDK calls it. */
export const resend: CompatApi = {
  authorizationOf: ({ headers }) => headers.authorization,
  answerError,
  routes: emails,
  unsupported,
}
