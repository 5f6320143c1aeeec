/*
 * What makes each model, by the name under which services find it.
 */

export { accountModel as accounts } from './account.js'
export { apiKeyModel as apiKeys } from './api-key.js'
export { auditEntryModel as auditEntries } from './audit-entry.js'
export { billingModel as billing, stripeEventModel as stripeEvents } from './billing.js'
export { blobChunkModel as blobChunks, blobFileModel as blobFiles, blobModel as blobs } from './blob.js'
export { callbackModel as callbacks } from './callback.js'
export { contactModel as contacts } from './contact.js'
export { contactImportModel as contactImports } from './contact-import.js'
export { contactListModel as contactLists, listMemberModel as listMembers } from './contact-list.js'
export { dailyQuotaModel as dailyQuotas } from './daily-quota.js'
export { deadLetterModel as deadLetters } from './dead-letter.js'
export { domainModel as domains } from './domain.js'
export { domainLogoModel as domainLogos } from './domain-logo.js'
export { eventModel as events, eventSequenceModel as eventSequences } from './event.js'
export { eventCountModel as eventCounts } from './event-count.js'
export { inboundContentModel as inboundContents, inboundEmailModel as inboundEmails } from './inbound-email.js'
export { inboundRouteModel as inboundRoutes } from './inbound-route.js'
export { inboxModel as inboxes } from './inbox.js'
export { keptBodyModel as keptBodies } from './kept-body.js'
export { labelModel as labels } from './label.js'
export { mailIdModel as mailIds, mailItemModel as mailItems, mailTextModel as mailTexts } from './mail-item.js'
export { mailSequenceModel as mailSequences, mailThreadModel as mailThreads } from './mail-thread.js'
export { messageContentModel as messageContents, messageModel as messages } from './message.js'
export { outboxMailModel as outbox } from './outbox-mail.js'
export { quotaModel as quotas } from './quota.js'
export { sessionModel as sessions } from './session.js'
export { signInLinkModel as signInLinks } from './sign-in-link.js'
export { spendCapModel as spendCaps } from './spend-cap.js'
export { suppressionModel as suppressions } from './suppression.js'
export { systemRowModel as system } from './system-row.js'
export { templateModel as templates, templateVersionModel as templateVersions } from './template.js'
export { testRecipientModel as testRecipients } from './test-recipient.js'
export { topicOptOutModel as topicOptOuts } from './topic-opt-out.js'
export { uploadChunkModel as uploadChunks, uploadModel as uploads } from './upload.js'
export { usageModel as usage } from './usage.js'
export {
  webhookDeliveryModel as deliveries,
  webhookPayloadModel as payloads,
  webhookSubscriptionModel as subscriptions,
} from './webhook.js'
