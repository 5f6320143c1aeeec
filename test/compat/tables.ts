import { methods as mailgun } from './mailgun/methods.js'
import { mailgunForPython } from './mailgun/python-methods.js'
import { methods as postmark } from './postmark/methods.js'
import { postmarkForPython } from './postmark/python-methods.js'
import { methods as resend } from './resend/methods.js'
import { resendForPython } from './resend/python-methods.js'
import { clientCalls } from './sendgrid/client-calls.js'
import { mailMethods } from './sendgrid/mail-methods.js'
import type { SdkTable } from './support/methods.js'

/** The tables of SDKs by the page of the documentation that shows them: docs/compat/NAME.md. */
export const TABLES: Readonly<Record<string, readonly SdkTable[]>> = {
  mailgun: [{ sdk: 'mailgun.js', methods: mailgun }, mailgunForPython],
  resend: [{ sdk: 'resend', methods: resend }, resendForPython],
  sendgrid: [
    { sdk: '@sendgrid/mail', methods: mailMethods },
    { sdk: '@sendgrid/client', methods: clientCalls },
  ],
  postmark: [{ sdk: 'postmark', methods: postmark }, postmarkForPython],
}
