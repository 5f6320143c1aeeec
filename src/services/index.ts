import { AccountService } from './accounts/account-service.js'
import { CallbackService } from './callbacks/callback-service.js'
import type { ServiceDeps } from './deps.js'
import { KeyService } from './keys/key-service.js'
import { MessageSender } from './messages/message-sender.js'
import { MessageService } from './messages/message-service.js'
import { OutboxService } from './outbox/outbox-service.js'
import { SessionService } from './sessions/session-service.js'
import { createSpend } from './spend/create-spend.js'
import { SpendService } from './spend/spend-service.js'
import { SuppressionService } from './suppressions/suppression-service.js'
import { SystemMail } from './system-mail/system-mail.js'
import { UploadService } from './uploads/upload-service.js'
import { DeliveryLog } from './webhooks/delivery-log.js'
import { WebhookService } from './webhooks/webhook-service.js'

/** Every service, made of the same dependencies. */
export function createServices(deps: ServiceDeps) {
  const keys = new KeyService(deps)
  const systemMail = new SystemMail(deps)
  const { ledger, charges } = createSpend(deps, systemMail)
  return {
    accounts: new AccountService(deps),
    callbacks: new CallbackService(deps),
    deliveryLog: new DeliveryLog(deps),
    keys,
    sessions: new SessionService(deps, keys),
    live: deps.live,
    messages: new MessageService(deps),
    sender: new MessageSender(deps, charges),
    outbox: new OutboxService(deps),
    spend: new SpendService(deps, ledger),
    suppressions: new SuppressionService(deps),
    systemMail,
    uploads: new UploadService(deps),
    webhooks: new WebhookService(deps),
  }
}

export type Services = ReturnType<typeof createServices>
