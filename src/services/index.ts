import { AccountService } from './accounts/account-service.js'
import { ApiKeyService } from './api-keys/api-key-service.js'
import { AuditLog, type AuditLogDeps } from './audit/audit-log.js'
import { CallbackService } from './callbacks/callback-service.js'
import type { Collaborators, OperatorCollaborators } from './collaborators.js'
import { DeadLetterService } from './dead-letters/dead-letter-service.js'
import type { OperatorDeps, ServiceDeps } from './deps.js'
import { DkimZone } from './domains/dkim-zone.js'
import { DomainLogoService } from './domains/domain-logo-service.js'
import { DomainService } from './domains/domain-service.js'
import { SecretRotation } from './encryption/secret-rotation.js'
import { EngagementService } from './engagement/engagement-service.js'
import { MessageSender } from './messages/message-sender.js'
import { MessageService } from './messages/message-service.js'
import { OutboxService } from './outbox/outbox-service.js'
import { SessionService } from './sessions/session-service.js'
import { SpendService } from './spend/spend-service.js'
import { SuppressionService } from './suppressions/suppression-service.js'
import { TemplateRendering } from './templates/template-rendering.js'
import { TemplateService } from './templates/template-service.js'
import { TemplateVersions } from './templates/template-versions.js'
import { TestRecipientService } from './test-recipients/test-recipient-service.js'
import { UploadService } from './uploads/upload-service.js'
import { ValidationService } from './validation/validation-service.js'
import { DeliveryLog } from './webhooks/delivery-log.js'
import { WebhookService } from './webhooks/webhook-service.js'

export type OperatorServices = ReturnType<typeof createOperatorServices>
export type Services = ReturnType<typeof createServices>

/** The services of an operator's command line, which need the ledger alone. */
export function createOperatorServices(deps: OperatorDeps & OperatorCollaborators & AuditLogDeps) {
  return {
    accounts: new AccountService(deps),
    auditLog: new AuditLog(deps),
    deadLetters: new DeadLetterService(deps),
    dkimZone: new DkimZone(deps),
    apiKeys: new ApiKeyService(deps),
    secretRotation: new SecretRotation(deps),
  }
}

/** Every service. What other services use stands above those that use it. */
export function createServices(deps: ServiceDeps & Collaborators & AuditLogDeps) {
  const used = {
    ...createOperatorServices(deps),
    suppressions: new SuppressionService(deps),
    templateRendering: new TemplateRendering(deps),
    uploads: new UploadService(deps),
  }
  const all = { ...deps, ...used }
  return {
    ...used,
    domainLogos: new DomainLogoService(all),
    callbacks: new CallbackService(all),
    deliveryLog: new DeliveryLog(all),
    domains: new DomainService(all),
    engagement: new EngagementService(all),
    eventStreams: deps.eventStreams,
    messages: new MessageService(all),
    outbox: new OutboxService(all),
    sender: new MessageSender(all),
    sessions: new SessionService(all),
    spend: new SpendService(all),
    systemMail: deps.systemMail,
    templates: new TemplateService(all),
    templateVersions: new TemplateVersions(all),
    testRecipients: new TestRecipientService(all),
    validation: new ValidationService(all),
    webhooks: new WebhookService(all),
  }
}
