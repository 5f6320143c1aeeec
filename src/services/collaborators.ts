import { KeyUses } from './api-keys/key-uses.js'
import { SubscriptionSync } from './billing/subscription-sync.js'
import { keptBounceAddresses } from './bounces/bounce-addresses.js'
import { CallbackSignature } from './callbacks/callback-signature.js'
import { CallbackStore } from './callbacks/callback-store.js'
import { Audience } from './contacts/audience.js'
import { ContactActivityLog } from './contacts/contact-activity.js'
import { ContactImporter } from './contacts/contact-importer.js'
import { ContactQuotas } from './contacts/contact-quotas.js'
import { DailyQuotas } from './daily-quotas.js'
import type { OperatorDeps, ServiceDeps } from './deps.js'
import { DkimKeys } from './domains/dkim-keys.js'
import { DomainLogoStore } from './domains/domain-logo-store.js'
import { DomainLookUp } from './domains/domain-look-up.js'
import { DomainStore } from './domains/domain-store.js'
import { DomainVerifier } from './domains/domain-verifier.js'
import { EngagementRecorder } from './engagement/engagement-recorder.js'
import { EngagementStatus } from './engagement/engagement-status.js'
import { keptSigner } from './engagement/link-signer.js'
import { MailDecorator } from './engagement/mail-decorator.js'
import { Authenticity } from './inbound/authenticity/authenticity.js'
import { BlobStore } from './inbound/blob-store.js'
import { MailParser } from './inbound/parser/mail-parser.js'
import { ReceivedRemoval } from './inbound/received-removal.js'
import { MailFiling } from './mail/mail-filing.js'
import { MessageStore } from './messages/message-store.js'
import { TestSends } from './messages/test-sends.js'
import { BroadcastOptOuts } from './preferences/broadcast-opt-outs.js'
import { TopicOptOuts } from './preferences/topic-opt-outs.js'
import { Quotas } from './quotas.js'
import { HtmlReader } from './reading/html-reader.js'
import { LargeReads } from './reading/large-reads.js'
import { Charges } from './spend/charges.js'
import { SpendAlerts } from './spend/spend-alerts.js'
import { SpendLedger } from './spend/spend-ledger.js'
import { keptOptOutHash, keptRecipientHash } from './suppressions/recipient-hash.js'
import { StoppedMessages } from './suppressions/stopped-messages.js'
import { SuppressionLookUp } from './suppressions/suppression-look-up.js'
import { SystemMail } from './system-mail/system-mail.js'
import { VerifiedRecipients } from './test-recipients/verified-recipients.js'
import { UploadContents } from './uploads/upload-contents.js'
import { UploadFiles } from './uploads/upload-files.js'

/** What services and workers share. Each exists once in a process, so that work for the ledger is grouped there. */
export type Collaborators = ReturnType<typeof createCollaborators>
export type OperatorCollaborators = ReturnType<typeof createOperatorCollaborators>

/** The collaborators of the services that an operator uses. */
export function createOperatorCollaborators(deps: Pick<OperatorDeps, 'models' | 'clock' | 'sealer'>) {
  const quotas = new Quotas(deps)
  const blobStore = new BlobStore(deps)
  return {
    blobStore,
    dkimKeys: new DkimKeys(deps),
    domainLookUp: new DomainLookUp(deps),
    keyUses: new KeyUses(deps),
    quotas,
    receivedRemoval: new ReceivedRemoval({ ...deps, blobStore }),
    recipientHash: keptRecipientHash(deps),
    uploadFiles: new UploadFiles({ ...deps, quotas }),
  }
}

/** Builds what several services and workers use, in the order in which they use each other. */
export function createCollaborators(deps: ServiceDeps) {
  const operators = createOperatorCollaborators(deps)
  const contactQuotas = new ContactQuotas({ ...deps, ...operators })
  const htmlReader = new HtmlReader(deps)
  const linkSigner = keptSigner(deps)
  const topicOptOuts = new TopicOptOuts({ ...deps, optOutHash: keptOptOutHash(deps) })
  const suppressionLookUp = new SuppressionLookUp({ ...deps, ...operators, topicOptOuts })
  const verifiedRecipients = new VerifiedRecipients(deps)
  const dailyQuotas = new DailyQuotas(deps)
  const messageStore = new MessageStore(deps)
  const systemMail = new SystemMail({ ...deps, messageStore })
  const spendAlerts = new SpendAlerts({ ...deps, systemMail })
  const spendLedger = new SpendLedger({ ...deps, onAlert: (usageId) => spendAlerts.tellSoon(usageId) })
  return {
    ...operators,
    audience: new Audience(deps),
    broadcastOptOuts: new BroadcastOptOuts({ ...deps, ...operators, topicOptOuts }),
    bounceAddresses: keptBounceAddresses(deps),
    authenticity: new Authenticity(deps),
    callbackSignature: new CallbackSignature(deps),
    callbackStore: new CallbackStore(deps),
    contactActivity: new ContactActivityLog(deps),
    charges: new Charges({ ...deps, spendLedger }),
    contactImporter: new ContactImporter({ ...deps, ...operators, contactQuotas }),
    contactQuotas,
    dailyQuotas,
    domainLogoStore: new DomainLogoStore(deps),
    domainStore: new DomainStore(deps),
    domainVerifier: new DomainVerifier({
      ...deps,
      onUnanswered: (err) => deps.log.warn({ err }, 'the provider did not report the status of a domain'),
    }),
    engagementRecorder: new EngagementRecorder(deps),
    engagementStatus: new EngagementStatus(deps),
    htmlReader,
    largeReads: new LargeReads(),
    linkSigner,
    mailFiling: new MailFiling({ ...deps, ...operators, htmlReader }),
    mailParser: new MailParser(deps.readerThreads),
    mailDecorator: new MailDecorator({ ...deps, linkSigner }),
    messageStore,
    spendAlerts,
    spendLedger,
    stoppedMessages: new StoppedMessages({ ...deps, suppressionLookUp }),
    subscriptionSync: new SubscriptionSync(deps),
    suppressionLookUp,
    systemMail,
    topicOptOuts,
    testSends: new TestSends({ ...deps, verifiedRecipients, dailyQuotas }),
    uploadContents: new UploadContents(operators),
    verifiedRecipients,
  }
}
