import { AccountService } from './accounts/account-service.js'
import { AuditLog } from './audit/audit-log.js'
import { CallbackService } from './callbacks/callback-service.js'
import { DailyPlaces } from './daily-places.js'
import type { ServiceDeps } from './deps.js'
import { BimiService } from './domains/bimi-service.js'
import { DomainService } from './domains/domain-service.js'
import { EngagementService } from './engagement/engagement-service.js'
import { KeyService } from './keys/key-service.js'
import { MessageSender } from './messages/message-sender.js'
import { MessageService } from './messages/message-service.js'
import { OutboxService } from './outbox/outbox-service.js'
import { SessionService } from './sessions/session-service.js'
import { createSpend } from './spend/create-spend.js'
import { SpendService } from './spend/spend-service.js'
import { SuppressionService } from './suppressions/suppression-service.js'
import { SystemMail } from './system-mail/system-mail.js'
import { TemplateRendering } from './templates/template-rendering.js'
import { TemplateService } from './templates/template-service.js'
import { TemplateVersions } from './templates/template-versions.js'
import { TestRecipientService } from './test-recipients/test-recipient-service.js'
import { UploadService } from './uploads/upload-service.js'
import { AddressValidator } from './validation/address-validator.js'
import { DeliveryLog } from './webhooks/delivery-log.js'
import { WebhookService } from './webhooks/webhook-service.js'

/** Every service, made of the same dependencies. */
export function createServices(deps: ServiceDeps) {
  const keys = new KeyService(deps)
  const templateRendering = new TemplateRendering(deps)
  const systemMail = new SystemMail(deps)
  const spending = createSpend(deps, systemMail)
  const uploads = new UploadService(deps)
  const suppressions = new SuppressionService(deps)
  return {
    accounts: new AccountService(deps),
    auditLog: new AuditLog(deps, (deed, error) =>
      deps.log.error({ ...deed, err: error }, 'what was done could not be noted in the audit log'),
    ),
    bimi: new BimiService(deps),
    callbacks: new CallbackService(deps),
    deliveryLog: new DeliveryLog(deps),
    domains: new DomainService(deps),
    engagement: new EngagementService(deps, suppressions),
    keys,
    sessions: new SessionService(deps, keys),
    live: deps.live,
    messages: new MessageService(deps),
    sender: new MessageSender(deps, spending.charges, uploads, templateRendering),
    outbox: new OutboxService(deps),
    spend: new SpendService(deps, spending.ledger),
    spending,
    suppressions,
    systemMail,
    templates: new TemplateService(deps, templateRendering),
    templateRendering,
    templateVersions: new TemplateVersions(deps),
    testRecipients: new TestRecipientService(deps, { mail: systemMail, daily: new DailyPlaces(deps) }),
    uploads,
    validator: new AddressValidator(deps),
    webhooks: new WebhookService(deps),
  }
}

export type Services = ReturnType<typeof createServices>
