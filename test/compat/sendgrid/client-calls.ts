import { accountCalls } from './calls/account-calls.js'
import type { Call } from './calls/call.js'
import { contactCalls } from './calls/contact-calls.js'
import { mailCalls } from './calls/mail-calls.js'
import { suppressionCalls } from './calls/suppression-calls.js'

/** What programs call by `@sendgrid/client`, whose one method takes any path. */
export const clientCalls: readonly Call[] = [...mailCalls, ...suppressionCalls, ...contactCalls, ...accountCalls]
