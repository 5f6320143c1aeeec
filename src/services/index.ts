import { AccountService } from './accounts/account-service.js'
import { ApiKeyService } from './accounts/api-keys/api-key-service.js'
import { AuditLog, type AuditLogDeps } from './accounts/audit/audit-log.js'
import { BillingCallbacks } from './accounts/billing/billing-callbacks.js'
import { BillingService } from './accounts/billing/billing-service.js'
import { SessionService } from './accounts/sessions/session-service.js'
import { SignInLinks } from './accounts/sessions/sign-in-links.js'
import { SpendService } from './accounts/spend/spend-service.js'
import { ContactExport } from './audience/contacts/contact-export.js'
import { ContactImports } from './audience/contacts/contact-imports.js'
import { ContactListService } from './audience/contacts/contact-list-service.js'
import { ContactService } from './audience/contacts/contact-service.js'
import { ListMembers } from './audience/contacts/list-members.js'
import { ContactTopics } from './audience/preferences/contact-topics.js'
import { PreferenceService } from './audience/preferences/preference-service.js'
import { SuppressionCsv } from './audience/suppressions/suppression-csv.js'
import { SuppressionService } from './audience/suppressions/suppression-service.js'
import type { Collaborators, OperatorCollaborators } from './collaborators.js'
import type { OperatorDeps, ServiceDeps } from './deps.js'
import { BlockedSenders } from './mail-app/blocked-senders.js'
import { ForwardedFiles } from './mail-app/forwarded-files.js'
import { InboxService } from './mail-app/inbox-service.js'
import { LabelService } from './mail-app/label-service.js'
import { MailComposer } from './mail-app/mail-composer.js'
import { MailExporter } from './mail-app/mail-exporter.js'
import { MailSearch } from './mail-app/mail-search.js'
import { OutboundFiling } from './mail-app/outbound-filing.js'
import { SpamTraining } from './mail-app/spam-training.js'
import { ThreadMails } from './mail-app/thread-mails.js'
import { ThreadService } from './mail-app/thread-service.js'
import { ThreadStreams } from './mail-app/thread-streams.js'
import { SecretRotation } from './platform/encryption/secret-rotation.js'
import { BounceReceiver } from './receiving/bounces/bounce-receiver.js'
import { InboundCallbacks } from './receiving/inbound-callbacks.js'
import { InboundEmails } from './receiving/inbound-emails.js'
import { InboundReceiver } from './receiving/inbound-receiver.js'
import { InboundRouteService } from './receiving/routes/inbound-route-service.js'
import { MailForwarder } from './receiving/routes/mail-forwarder.js'
import { ErasureService } from './removal/erasure/erasure-service.js'
import { Retention } from './removal/retention/retention.js'
import { SendingBrakes } from './sending/brakes/sending-brakes.js'
import { SendingNews } from './sending/brakes/sending-news.js'
import { BroadcastPreviews } from './sending/broadcasts/broadcast-previews.js'
import { BroadcastService } from './sending/broadcasts/broadcast-service.js'
import { BroadcastStreams } from './sending/broadcasts/broadcast-streams.js'
import { DkimRotation } from './sending/domains/dkim-rotation.js'
import { DkimZone } from './sending/domains/dkim-zone.js'
import { DomainLogoService } from './sending/domains/domain-logo-service.js'
import { DomainService } from './sending/domains/domain-service.js'
import { LinkHosts } from './sending/domains/link-hosts.js'
import { MessageAcceptance } from './sending/messages/message-acceptance.js'
import { MessageContents } from './sending/messages/message-contents.js'
import { MessageResender } from './sending/messages/message-resender.js'
import { MessageSender } from './sending/messages/message-sender.js'
import { MessageService } from './sending/messages/message-service.js'
import { OutboxService } from './sending/outbox/outbox-service.js'
import { TemplateRendering } from './sending/templates/template-rendering.js'
import { TemplateService } from './sending/templates/template-service.js'
import { TemplateVersions } from './sending/templates/template-versions.js'
import { TestRecipientService } from './sending/test-recipients/test-recipient-service.js'
import { UploadInventory } from './sending/uploads/upload-inventory.js'
import { UploadService } from './sending/uploads/upload-service.js'
import { ValidationService } from './sending/validation/validation-service.js'
import { CallbackService } from './tracking/callbacks/callback-service.js'
import { AcceptedCounter } from './tracking/counts/accepted-counter.js'
import { DeadLetterService } from './tracking/dead-letters/dead-letter-service.js'
import { EngagementService } from './tracking/engagement/engagement-service.js'
import { StatsService } from './tracking/stats/stats-service.js'
import { DeliveryLog } from './tracking/webhooks/delivery-log.js'
import { WebhookService } from './tracking/webhooks/webhook-service.js'

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
