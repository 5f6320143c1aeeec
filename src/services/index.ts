import { AccountService } from './accounts/account-service.js'
import { ApiKeyService } from './api-keys/api-key-service.js'
import { AuditLog, type AuditLogDeps } from './audit/audit-log.js'
import { BillingCallbacks } from './billing/billing-callbacks.js'
import { BillingService } from './billing/billing-service.js'
import { BounceReceiver } from './bounces/bounce-receiver.js'
import { SendingBrakes } from './brakes/sending-brakes.js'
import { SendingNews } from './brakes/sending-news.js'
import { BroadcastPreviews } from './broadcasts/broadcast-previews.js'
import { BroadcastService } from './broadcasts/broadcast-service.js'
import { BroadcastStreams } from './broadcasts/broadcast-streams.js'
import { CallbackService } from './callbacks/callback-service.js'
import type { Collaborators, OperatorCollaborators } from './collaborators.js'
import { ContactExport } from './contacts/contact-export.js'
import { ContactImports } from './contacts/contact-imports.js'
import { ContactListService } from './contacts/contact-list-service.js'
import { ContactService } from './contacts/contact-service.js'
import { ListMembers } from './contacts/list-members.js'
import { AcceptedCounter } from './counts/accepted-counter.js'
import { DeadLetterService } from './dead-letters/dead-letter-service.js'
import type { OperatorDeps, ServiceDeps } from './deps.js'
import { DkimRotation } from './domains/dkim-rotation.js'
import { DkimZone } from './domains/dkim-zone.js'
import { DomainLogoService } from './domains/domain-logo-service.js'
import { DomainService } from './domains/domain-service.js'
import { LinkHosts } from './domains/link-hosts.js'
import { SecretRotation } from './encryption/secret-rotation.js'
import { EngagementService } from './engagement/engagement-service.js'
import { ErasureService } from './erasure/erasure-service.js'
import { InboundCallbacks } from './inbound/inbound-callbacks.js'
import { InboundEmails } from './inbound/inbound-emails.js'
import { InboundReceiver } from './inbound/inbound-receiver.js'

import { InboundRouteService } from './inbound/routes/inbound-route-service.js'
import { MailForwarder } from './inbound/routes/mail-forwarder.js'
import { BlockedSenders } from './mail/blocked-senders.js'
import { ForwardedFiles } from './mail/forwarded-files.js'
import { InboxService } from './mail/inbox-service.js'
import { LabelService } from './mail/label-service.js'
import { MailComposer } from './mail/mail-composer.js'
import { MailExporter } from './mail/mail-exporter.js'
import { MailSearch } from './mail/mail-search.js'
import { OutboundFiling } from './mail/outbound-filing.js'
import { SpamTraining } from './mail/spam-training.js'
import { ThreadMails } from './mail/thread-mails.js'
import { ThreadService } from './mail/thread-service.js'
import { ThreadStreams } from './mail/thread-streams.js'
import { MessageAcceptance } from './messages/message-acceptance.js'
import { MessageContents } from './messages/message-contents.js'
import { MessageResender } from './messages/message-resender.js'
import { MessageSender } from './messages/message-sender.js'
import { MessageService } from './messages/message-service.js'
import { OutboxService } from './outbox/outbox-service.js'
import { ContactTopics } from './preferences/contact-topics.js'
import { PreferenceService } from './preferences/preference-service.js'
import { Retention } from './retention/retention.js'
import { SessionService } from './sessions/session-service.js'
import { SignInLinks } from './sessions/sign-in-links.js'
import { SpendService } from './spend/spend-service.js'
import { StatsService } from './stats/stats-service.js'
import { SuppressionCsv } from './suppressions/suppression-csv.js'
import { SuppressionService } from './suppressions/suppression-service.js'
import { TemplateRendering } from './templates/template-rendering.js'
import { TemplateService } from './templates/template-service.js'
import { TemplateVersions } from './templates/template-versions.js'
import { TestRecipientService } from './test-recipients/test-recipient-service.js'
import { UploadInventory } from './uploads/upload-inventory.js'
import { UploadService } from './uploads/upload-service.js'
import { ValidationService } from './validation/validation-service.js'
import { DeliveryLog } from './webhooks/delivery-log.js'
import { WebhookService } from './webhooks/webhook-service.js'

export type OperatorServices = ReturnType<typeof createOperatorServices>
export type Services = ReturnType<typeof createServices>

/** The services of an operator's command line, which need the ledger alone. */
export function createOperatorServices(deps: OperatorDeps & OperatorCollaborators & AuditLogDeps) {
  const suppressions = new SuppressionService(deps)
  return {
    suppressions,
    accounts: new AccountService(deps),
    auditLog: new AuditLog(deps),
    deadLetters: new DeadLetterService(deps),
    dkimRotation: new DkimRotation(deps),
    dkimZone: new DkimZone(deps),
    apiKeys: new ApiKeyService(deps),
    erasure: new ErasureService({ ...deps, suppressions }),
    secretRotation: new SecretRotation(deps),
    suppressionCsv: new SuppressionCsv(deps),
    uploadInventory: new UploadInventory(deps),
  }
}

/** Every service. What other services use stands above those that use it. */
export function createServices(deps: ServiceDeps & Collaborators & AuditLogDeps) {
  const used = {
    ...createOperatorServices(deps),
    messageContents: new MessageContents(deps),
    messages: new MessageService(deps),
    contacts: new ContactService(deps),
    templateRendering: new TemplateRendering(deps),
    uploads: new UploadService(deps),
  }
  const sendingNews = new SendingNews({ ...deps, ...used })
  const messageAcceptance = new MessageAcceptance({ ...deps, ...used })
  const inboundReceiver = new InboundReceiver(deps)
  const acceptedCounter = new AcceptedCounter(deps)
  const sender = new MessageSender({ ...deps, ...used, messageAcceptance })
  const broadcasts = new BroadcastService({ ...deps, ...used })
  const shared = { messageAcceptance, sendingNews, inboundReceiver, acceptedCounter, sender, broadcasts }
  const all = { ...deps, ...used, ...shared }
  const mailParts = {
    forwardedFiles: new ForwardedFiles(all),
    outboundFiling: new OutboundFiling(all),
    threadMails: new ThreadMails(all),
    threads: new ThreadService({ ...all, spamTraining: new SpamTraining(all) }),
  }
  return {
    ...used,
    acceptedCounter,
    billing: new BillingService(all),
    billingCallbacks: new BillingCallbacks(all),
    bounces: new BounceReceiver(all),
    broadcasts,
    broadcastPreviews: new BroadcastPreviews(all),
    broadcastStreams: new BroadcastStreams(all),
    domainLogos: new DomainLogoService(all),
    callbacks: new CallbackService(all),
    contactExport: new ContactExport(all),
    contactImports: new ContactImports(all),
    contactLists: new ContactListService(all),
    contactTopics: new ContactTopics(all),
    deliveryLog: new DeliveryLog(all),
    domains: new DomainService(all),
    inboxes: new InboxService(all),
    labels: new LabelService(all),
    blockedSenders: new BlockedSenders(all),
    linkHosts: new LinkHosts(all),
    listMembers: new ListMembers(all),
    mailComposer: new MailComposer({ ...all, ...mailParts }),
    mailExporter: new MailExporter(all),
    mailSearch: new MailSearch(all),
    threadStreams: new ThreadStreams(all),
    outboundFiling: mailParts.outboundFiling,
    threads: mailParts.threads,
    engagement: new EngagementService(all),
    eventStreams: deps.eventStreams,
    htmlReader: deps.htmlReader,
    inboundCallbacks: new InboundCallbacks(all),
    inboundEmails: new InboundEmails(all),
    inboundReceiver,
    inboundRoutes: new InboundRouteService(all),
    mailForwarder: new MailForwarder(all),
    messages: new MessageService(all),
    outbox: new OutboxService(all),
    preferences: new PreferenceService(all),
    resender: new MessageResender(all),
    retention: new Retention(all),
    sender,
    sendingBrakes: new SendingBrakes(all),
    sendingNews,
    sessions: new SessionService(all),
    signInLinks: new SignInLinks(all),
    spend: new SpendService(all),
    stats: new StatsService(all),
    systemMail: deps.systemMail,
    templates: new TemplateService(all),
    templateVersions: new TemplateVersions(all),
    testRecipients: new TestRecipientService(all),
    validation: new ValidationService(all),
    webhooks: new WebhookService(all),
  }
}
