import type { ApiKeyService } from '../accounts/api-keys/api-key-service.js'
import type { AuditLog } from '../accounts/audit/audit-log.js'
import type { Charges } from '../accounts/spend/charges.js'
import type { Audience } from '../audience/contacts/audience.js'
import type { StoppedMessages } from '../audience/suppressions/stopped-messages.js'
import type { SuppressionLookUp } from '../audience/suppressions/suppression-look-up.js'
import type { OperatorDeps, ServiceDeps } from '../deps.js'
import type { DomainLookUp } from '../domains/domain-look-up.js'
import type { DomainStore } from '../domains/domain-store.js'
import type { DailyQuotas } from '../platform/daily-quotas.js'
import type { Quotas } from '../platform/quotas.js'
import type { HtmlReader } from '../reading/html-reader.js'
import type { LargeReads } from '../reading/large-reads.js'
import type { MailParser } from '../reading/mail-parser.js'
import { ApprovalService } from './approvals/approval-service.js'
import { BrakeNotices } from './brakes/brake-notices.js'
import { SendingBrakes } from './brakes/sending-brakes.js'
import { BroadcastPreviews } from './broadcasts/broadcast-previews.js'
import { BroadcastRecipients } from './broadcasts/broadcast-recipients.js'
import { BroadcastService } from './broadcasts/broadcast-service.js'
import { BroadcastStreams } from './broadcasts/broadcast-streams.js'
import { InFlightWork } from './in-flight/in-flight-work.js'
import { AcceptanceLimit } from './messages/acceptance-limit.js'
import { MessageAcceptance } from './messages/message-acceptance.js'
import { MessageContents } from './messages/message-contents.js'
import { MessageExport } from './messages/message-export.js'
import { MessageFiles } from './messages/message-files.js'
import { MessageResender } from './messages/message-resender.js'
import { MessageSender } from './messages/message-sender.js'
import { MessageService } from './messages/message-service.js'
import { MessageStore } from './messages/message-store.js'
import { TestSends } from './messages/test-sends.js'
import { OutboxService } from './outbox/outbox-service.js'
import { SubmittedMails } from './submission/submitted-mails.js'
import { SystemMail } from './system-mail/system-mail.js'
import { TemplateRendering } from './templates/template-rendering.js'
import { TemplateService } from './templates/template-service.js'
import { TemplateVersions } from './templates/template-versions.js'
import { TestRecipientService } from './test-recipients/test-recipient-service.js'
import { VerifiedRecipients } from './test-recipients/verified-recipients.js'
import { UploadContents } from './uploads/upload-contents.js'
import { UploadFiles } from './uploads/upload-files.js'
import { UploadInventory } from './uploads/upload-inventory.js'
import { UploadService } from './uploads/upload-service.js'
import { ValidationService } from './validation/validation-service.js'

/*
 * From a request to a message that a worker can hand over: the rules of sending, templates and uploads, broadcasts, and the
 * brakes that stop bad senders.
 *
 * Services: `sender`, `messageAcceptance` and `acceptanceLimit` (a request becomes a message), `messages`, `message…` and
 * `resender` (what was accepted), `templates` and `template…`, `uploads` and `upload…` (files), `broadcasts` and `broadcast…`,
 * `approvals` (mail that a person releases), `sendingBrakes` and `brakeNotices` (accounts with too many bounces or
 * complaints), `testRecipients`, `verifiedRecipients` and `testSends`, `outbox` (captured mail), `validation` (whether an
 * address can receive mail), `systemMail` (mail of the service itself), `submittedMails` (a mail in MIME as a request),
 * `inFlightWork` (what waits in a restored deployment).
 */

export type SendingOperatorCollaborators = ReturnType<typeof sendingOperatorCollaborators>
export type SendingCollaborators = ReturnType<typeof sendingCollaborators>

/** What services and workers share, also at the command line. */
export const sendingOperatorCollaborators = (deps: Pick<OperatorDeps, 'models' | 'sealer'> & { quotas: Quotas }) => ({
  uploadFiles: new UploadFiles(deps),
})

/** What services and workers share. */
export function sendingCollaborators(
  deps: Pick<
    ServiceDeps,
    'clock' | 'config' | 'conveyor' | 'identities' | 'log' | 'metrics' | 'models' | 'newId' | 'resolver'
  > &
    SendingOperatorCollaborators & { dailyQuotas: DailyQuotas; domainLookUp: DomainLookUp },
) {
  const messageStore = new MessageStore(deps)
  const verifiedRecipients = new VerifiedRecipients(deps)
  return {
    acceptanceLimit: new AcceptanceLimit(deps),
    messageStore,
    systemMail: new SystemMail({ ...deps, messageStore }),
    testSends: new TestSends({ ...deps, verifiedRecipients }),
    uploadContents: new UploadContents(deps),
    verifiedRecipients,
  }
}

/** The services of an operator. */
export const sendingOperatorServices = (
  deps: Pick<OperatorDeps, 'clock' | 'config' | 'models' | 'sealer' | 'work'> &
    SendingOperatorCollaborators & { quotas: Quotas },
) => ({
  inFlightWork: new InFlightWork(deps),
  uploadInventory: new UploadInventory(deps),
})

/** The other services. Services are built before those that use them. */
export function sendingServices(
  deps: Pick<
    ServiceDeps,
    | 'capabilities'
    | 'clock'
    | 'config'
    | 'conveyor'
    | 'deliverability'
    | 'eventStreams'
    | 'http'
    | 'identities'
    | 'log'
    | 'models'
    | 'newId'
    | 'renderer'
    | 'resolver'
    | 'sealer'
    | 'tracing'
    | 'work'
  > &
    SendingOperatorCollaborators &
    SendingCollaborators & {
      apiKeys: Pick<ApiKeyService, 'callerOf'>
      audience: Audience
      auditLog: AuditLog
      charges: Charges
      dailyQuotas: DailyQuotas
      domainLookUp: DomainLookUp
      domainStore: DomainStore
      htmlReader: HtmlReader
      largeReads: LargeReads
      mailParser: MailParser
      quotas: Quotas
      stoppedMessages: StoppedMessages
      suppressionLookUp: SuppressionLookUp
    },
) {
  const messageContents = new MessageContents(deps)
  const brakeNotices = new BrakeNotices(deps)
  const templateRendering = new TemplateRendering(deps)
  const uploads = new UploadService(deps)
  const messageAcceptance = new MessageAcceptance({ ...deps, templateRendering, uploads })
  const sender = new MessageSender({ ...deps, messageAcceptance })
  const broadcasts = new BroadcastService({ ...deps, templateRendering })
  return {
    approvals: new ApprovalService(deps),
    broadcastPreviews: new BroadcastPreviews({ ...deps, sender, templateRendering }),
    broadcastRecipients: new BroadcastRecipients(deps),
    broadcastStreams: new BroadcastStreams({ ...deps, broadcasts }),
    broadcasts,
    messageAcceptance,
    messageContents,
    messageExport: new MessageExport(deps),
    messageFiles: new MessageFiles({ messageContents }),
    messages: new MessageService(deps),
    outbox: new OutboxService(deps),
    resender: new MessageResender({ ...deps, messageAcceptance, messageContents }),
    sender,
    sendingBrakes: new SendingBrakes({ ...deps, brakeNotices }),
    brakeNotices,
    submittedMails: new SubmittedMails(deps),
    systemMail: deps.systemMail,
    templateRendering,
    templates: new TemplateService({ ...deps, templateRendering }),
    templateVersions: new TemplateVersions(deps),
    testRecipients: new TestRecipientService(deps),
    uploads,
    validation: new ValidationService(deps),
  }
}
