// Written by `npm run generate` from the files of this folder. Do not edit.
import * as account from './account.js'
import * as apiKeys from './api-keys.js'
import * as approvals from './approvals.js'
import * as auditLog from './audit-log.js'
import * as billing from './billing.js'
import * as broadcasts from './broadcasts.js'
import * as contactImports from './contact-imports.js'
import * as contactLists from './contact-lists.js'
import * as contactTopics from './contact-topics.js'
import * as contacts from './contacts.js'
import * as deadLetters from './dead-letters.js'
import * as dmarcReports from './dmarc-reports.js'
import * as domainLogos from './domain-logos.js'
import * as domains from './domains.js'
import * as events from './events.js'
import * as inbound from './inbound.js'
import * as inboundRoutes from './inbound-routes.js'
import * as mailBlockedSenders from './mail-blocked-senders.js'
import * as mailBulk from './mail-bulk.js'
import * as mailChanges from './mail-changes.js'
import * as mailCompose from './mail-compose.js'
import * as mailDrafts from './mail-drafts.js'
import * as mailExport from './mail-export.js'
import * as mailInboxes from './mail-inboxes.js'
import * as mailLabels from './mail-labels.js'
import * as mailMerging from './mail-merging.js'
import * as mailNotes from './mail-notes.js'
import * as mailPresence from './mail-presence.js'
import * as mailSavedReplies from './mail-saved-replies.js'
import * as mailSearch from './mail-search.js'
import * as mailThreads from './mail-threads.js'
import * as messageContent from './message-content.js'
import * as messages from './messages.js'
import * as outbox from './outbox.js'
import * as recipients from './recipients.js'
import * as spendCaps from './spend-caps.js'
import * as stats from './stats.js'
import * as suppressions from './suppressions.js'
import * as templates from './templates.js'
import * as testRecipients from './test-recipients.js'
import * as tlsReports from './tls-reports.js'
import * as uploads from './uploads.js'
import * as usage from './usage.js'
import * as validation from './validation.js'
import * as webhooks from './webhooks.js'

/** The operations of every file in the order of their declaration, with its section if it has one. */
export const resources = {
  account: {
    tag: account.tag,
    operations: [account.getVerification],
  },
  apiKeys: {
    tag: apiKeys.tag,
    operations: [apiKeys.createApiKey, apiKeys.listApiKeys, apiKeys.rotateApiKey, apiKeys.revokeApiKey],
  },
  approvals: {
    tag: approvals.tag,
    operations: [approvals.listApprovals, approvals.getApproval, approvals.approveMail, approvals.refuseMail],
  },
  auditLog: {
    tag: auditLog.tag,
    operations: [auditLog.listAuditLog],
  },
  billing: {
    tag: billing.tag,
    operations: [billing.getBilling, billing.checkout, billing.createPortalSession],
  },
  broadcasts: {
    tag: broadcasts.tag,
    operations: [
      broadcasts.createBroadcast,
      broadcasts.listBroadcasts,
      broadcasts.getBroadcast,
      broadcasts.updateBroadcast,
      broadcasts.previewBroadcast,
      broadcasts.previewNewBroadcast,
      broadcasts.listBroadcastRecipients,
      broadcasts.getBroadcastLinks,
      broadcasts.deleteBroadcast,
      broadcasts.sendBroadcast,
      broadcasts.cancelBroadcast,
      broadcasts.pauseBroadcast,
      broadcasts.resumeBroadcast,
      broadcasts.testBroadcast,
      broadcasts.broadcastProgress,
    ],
  },
  contactImports: {
    operations: [
      contactImports.storeContactFile,
      contactImports.importContacts,
      contactImports.getContactImport,
      contactImports.exportContacts,
    ],
  },
  contactLists: {
    tag: contactLists.tag,
    operations: [
      contactLists.createContactList,
      contactLists.listContactLists,
      contactLists.getContactList,
      contactLists.updateContactList,
      contactLists.deleteContactList,
      contactLists.listMembers,
      contactLists.addMember,
      contactLists.removeMember,
    ],
  },
  contactTopics: {
    operations: [contactTopics.getContactTopics, contactTopics.setContactTopics],
  },
  contacts: {
    tag: contacts.tag,
    operations: [
      contacts.createContact,
      contacts.listContacts,
      contacts.getContact,
      contacts.updateContact,
      contacts.deleteContact,
      contacts.changeContacts,
    ],
  },
  deadLetters: {
    tag: deadLetters.tag,
    operations: [deadLetters.listDeadLetters, deadLetters.retryDeadLetter],
  },
  dmarcReports: {
    operations: [dmarcReports.listDmarcReports, dmarcReports.getDmarcSummary],
  },
  domainLogos: {
    operations: [domainLogos.getDomainLogo, domainLogos.setDomainLogo, domainLogos.uploadDomainLogo],
  },
  domains: {
    tag: domains.tag,
    operations: [
      domains.createDomain,
      domains.listDomains,
      domains.getDomain,
      domains.deleteDomain,
      domains.verifyDomain,
      domains.setDomainFromName,
      domains.setDomainInbound,
      domains.setDomainLinks,
      domains.setDomainEd25519,
      domains.getDnsSetup,
      domains.getZonefile,
    ],
  },
  events: {
    operations: [events.liveEvents],
  },
  inbound: {
    tag: inbound.tag,
    operations: [
      inbound.listInboundEmails,
      inbound.getInboundEmail,
      inbound.getRawInboundEmail,
      inbound.getInboundAttachment,
    ],
  },
  inboundRoutes: {
    operations: [
      inboundRoutes.createInboundRoute,
      inboundRoutes.listInboundRoutes,
      inboundRoutes.getInboundRoute,
      inboundRoutes.updateInboundRoute,
      inboundRoutes.rotateInboundRouteSecret,
      inboundRoutes.deleteInboundRoute,
    ],
  },
  mailBlockedSenders: {
    operations: [
      mailBlockedSenders.createBlockedSender,
      mailBlockedSenders.listBlockedSenders,
      mailBlockedSenders.deleteBlockedSender,
    ],
  },
  mailBulk: {
    operations: [mailBulk.changeThreads, mailBulk.undoThreadChanges],
  },
  mailChanges: {
    operations: [mailChanges.listMailChanges, mailChanges.mailChanged],
  },
  mailCompose: {
    operations: [mailCompose.compose, mailCompose.replyToThread, mailCompose.forwardThread],
  },
  mailDrafts: {
    operations: [
      mailDrafts.createDraft,
      mailDrafts.listDrafts,
      mailDrafts.getDraft,
      mailDrafts.updateDraft,
      mailDrafts.deleteDraft,
      mailDrafts.sendDraft,
    ],
  },
  mailExport: {
    operations: [mailExport.exportMail, mailExport.exportMbox],
  },
  mailInboxes: {
    operations: [mailInboxes.createInbox, mailInboxes.listInboxes, mailInboxes.updateInbox, mailInboxes.deleteInbox],
  },
  mailLabels: {
    operations: [mailLabels.createLabel, mailLabels.listLabels, mailLabels.updateLabel, mailLabels.deleteLabel],
  },
  mailMerging: {
    operations: [mailMerging.mergeThreads, mailMerging.splitMail],
  },
  mailNotes: {
    operations: [
      mailNotes.createNote,
      mailNotes.listNotes,
      mailNotes.getNote,
      mailNotes.updateNote,
      mailNotes.deleteNote,
    ],
  },
  mailPresence: {
    operations: [
      mailPresence.enterThread,
      mailPresence.listPresence,
      mailPresence.leaveThread,
      mailPresence.livePresence,
    ],
  },
  mailSavedReplies: {
    operations: [
      mailSavedReplies.createSavedReply,
      mailSavedReplies.listSavedReplies,
      mailSavedReplies.getSavedReply,
      mailSavedReplies.updateSavedReply,
      mailSavedReplies.deleteSavedReply,
      mailSavedReplies.renderSavedReply,
    ],
  },
  mailSearch: {
    operations: [mailSearch.searchMail],
  },
  mailThreads: {
    tag: mailThreads.tag,
    operations: [
      mailThreads.listThreads,
      mailThreads.getThread,
      mailThreads.markThreadRead,
      mailThreads.starThread,
      mailThreads.moveThread,
      mailThreads.setThreadLabels,
      mailThreads.changeThreadLabels,
      mailThreads.snoozeThread,
      mailThreads.assignThread,
      mailThreads.starMail,
      mailThreads.threadUpdated,
    ],
  },
  messageContent: {
    operations: [
      messageContent.getMessageContent,
      messageContent.getRawMessage,
      messageContent.getMessageAttachment,
      messageContent.exportMessagesAsCsv,
      messageContent.exportMessagesAsNdjson,
      messageContent.deleteMessageContent,
      messageContent.resendMessage,
    ],
  },
  messages: {
    tag: messages.tag,
    operations: [
      messages.sendMessage,
      messages.sendBatch,
      messages.listMessages,
      messages.getMessage,
      messages.getMessageByIdempotencyKey,
      messages.cancelMessage,
    ],
  },
  outbox: {
    tag: outbox.tag,
    operations: [outbox.listOutbox, outbox.getOutboxMail],
  },
  recipients: {
    tag: recipients.tag,
    operations: [recipients.eraseRecipient],
  },
  spendCaps: {
    tag: spendCaps.tag,
    operations: [spendCaps.listSpendCaps, spendCaps.setSpendCap, spendCaps.deleteSpendCap],
  },
  stats: {
    tag: stats.tag,
    operations: [stats.getStats],
  },
  suppressions: {
    tag: suppressions.tag,
    operations: [
      suppressions.createSuppression,
      suppressions.listSuppressions,
      suppressions.getSuppression,
      suppressions.importSuppressions,
      suppressions.importSuppressionFile,
      suppressions.exportSuppressions,
      suppressions.deleteSuppression,
    ],
  },
  templates: {
    tag: templates.tag,
    operations: [
      templates.createTemplate,
      templates.listTemplates,
      templates.previewTemplate,
      templates.getTemplate,
      templates.updateTemplate,
      templates.deleteTemplate,
      templates.listTemplateVersions,
      templates.renderTemplate,
    ],
  },
  testRecipients: {
    tag: testRecipients.tag,
    operations: [
      testRecipients.createTestRecipient,
      testRecipients.listTestRecipients,
      testRecipients.verifyTestRecipient,
      testRecipients.deleteTestRecipient,
    ],
  },
  tlsReports: {
    operations: [tlsReports.listTlsReports, tlsReports.getTlsSummary],
  },
  uploads: {
    tag: uploads.tag,
    operations: [uploads.createUpload, uploads.listUploads, uploads.deleteUpload],
  },
  usage: {
    tag: usage.tag,
    operations: [usage.getUsage],
  },
  validation: {
    operations: [validation.validateAddress],
  },
  webhooks: {
    tag: webhooks.tag,
    operations: [
      webhooks.createWebhook,
      webhooks.listWebhooks,
      webhooks.getWebhook,
      webhooks.updateWebhook,
      webhooks.deleteWebhook,
      webhooks.rotateWebhookSecret,
      webhooks.testWebhook,
      webhooks.listDeliveries,
      webhooks.getDelivery,
      webhooks.redeliver,
      webhooks.redeliverMany,
    ],
  },
} as const
