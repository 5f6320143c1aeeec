import { accountExamples } from './account.js'
import { auditLogExamples } from './audit-log.js'
import { bimiExamples } from './bimi.js'
import { domainExamples } from './domains.js'
import { keyExamples } from './keys.js'
import { messageExamples } from './messages.js'
import { outboxExamples } from './outbox.js'
import { spendExamples } from './spend.js'
import { suppressionExamples } from './suppressions.js'
import { templateExamples } from './templates.js'
import { testRecipientExamples } from './test-recipients.js'
import { uploadExamples } from './uploads.js'
import { validationExamples } from './validation.js'
import { webhookExamples } from './webhooks.js'

/** An example of a request and the answer to it, for any operation. */
export interface Exchange {
  summary: string
  input: Record<string, unknown>
  output: unknown
}

const examples: Record<string, Exchange[]> = {
  ...messageExamples,
  ...domainExamples,
  ...keyExamples,
  ...webhookExamples,
  ...accountExamples,
  ...testRecipientExamples,
  ...validationExamples,
  ...outboxExamples,
  ...spendExamples,
  ...suppressionExamples,
  ...uploadExamples,
  ...bimiExamples,
  ...templateExamples,
  ...auditLogExamples,
}

/** The examples of an operation: what the documentation shows, and a test holds against the schemas. */
export const exchangesOf = (operationName: string): Exchange[] => examples[operationName] ?? []
