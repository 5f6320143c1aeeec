/*
 * What makes each model, by the name under which services find it.
 */

export { accountModel as accounts } from './account.js'
export { apiKeyModel as apiKeys } from './api-key.js'
export { auditEntryModel as auditEntries } from './audit-entry.js'
export { callbackModel as callbacks } from './callback.js'
export { dailyQuotaModel as dailyQuotas } from './daily-quota.js'
export { deadLetterModel as deadLetters } from './dead-letter.js'
export { domainModel as domains } from './domain.js'
export { domainLogoModel as domainLogos } from './domain-logo.js'
export { eventModel as events, eventSequenceModel as eventSequences } from './event.js'
export { messageContentModel as messageContents, messageModel as messages } from './message.js'
export { outboxMailModel as outbox } from './outbox-mail.js'
export { quotaModel as quotas } from './quota.js'
export { sessionModel as sessions } from './session.js'
export { spendCapModel as spendCaps } from './spend-cap.js'
export { suppressionModel as suppressions } from './suppression.js'
export { systemRowModel as system } from './system-row.js'
export { templateModel as templates, templateVersionModel as templateVersions } from './template.js'
export { testRecipientModel as testRecipients } from './test-recipient.js'
export { uploadChunkModel as uploadChunks, uploadModel as uploads } from './upload.js'
export { usageModel as usage } from './usage.js'
export {
  webhookDeliveryModel as deliveries,
  webhookPayloadModel as payloads,
  webhookSubscriptionModel as subscriptions,
} from './webhook.js'
