import * as account from './account.js'
import * as auditLog from './audit-log.js'
import * as bimi from './bimi.js'
import * as domains from './domains.js'
import * as events from './events.js'
import * as keys from './keys.js'
import * as messages from './messages.js'
import * as outbox from './outbox.js'
import type { AnyOperation } from './runner.js'
import * as spend from './spend.js'
import * as suppressions from './suppressions.js'
import * as templates from './templates.js'
import * as testRecipients from './test-recipients.js'
import * as uploads from './uploads.js'
import * as validation from './validation.js'
import * as webhooks from './webhooks.js'

/** The whole product: every operation, by resource. Doors bind to these and nothing else. */
export const operations = {
  ...messages,
  ...events,
  ...keys,
  ...webhooks,
  ...account,
  ...outbox,
  ...spend,
  ...templates,
  ...suppressions,
  ...uploads,
  ...testRecipients,
  ...validation,
  ...auditLog,
  ...domains,
  ...bimi,
} as const

/** The same as a list. */
export const operationList: readonly AnyOperation[] = Object.values<unknown>(operations).filter(isOperation)

/** Resource files also export the schemas of what several operations share. */
function isOperation(value: unknown): value is AnyOperation {
  return typeof value === 'object' && value !== null && 'run' in value
}
