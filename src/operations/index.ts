// Written by `npm run generate` from the files of this folder. Do not edit.
import * as account from './account.js'
import * as apiKeys from './api-keys.js'
import * as auditLog from './audit-log.js'
import * as domainLogos from './domain-logos.js'
import * as domains from './domains.js'
import * as events from './events.js'
import * as messages from './messages.js'
import * as outbox from './outbox.js'
import * as spendCaps from './spend-caps.js'
import * as suppressions from './suppressions.js'
import * as templates from './templates.js'
import * as testRecipients from './test-recipients.js'
import * as uploads from './uploads.js'
import * as usage from './usage.js'
import * as validation from './validation.js'
import * as webhooks from './webhooks.js'

/** Every file of operations, by its name. */
export const resources = {
  account,
  apiKeys,
  auditLog,
  domainLogos,
  domains,
  events,
  messages,
  outbox,
  spendCaps,
  suppressions,
  templates,
  testRecipients,
  uploads,
  usage,
  validation,
  webhooks,
}
