import { KeyUses } from './accounts/api-keys/key-uses.js'
import { SubscriptionSync } from './accounts/billing/subscription-sync.js'
import { Charges } from './accounts/spend/charges.js'
import { SpendAlerts } from './accounts/spend/spend-alerts.js'
import { SpendLedger } from './accounts/spend/spend-ledger.js'
import { Audience } from './audience/contacts/audience.js'
import { ContactActivityLog } from './audience/contacts/contact-activity.js'
import { ContactImporter } from './audience/contacts/contact-importer.js'
import { ContactQuotas } from './audience/contacts/contact-quotas.js'
import { BroadcastOptOuts } from './audience/preferences/broadcast-opt-outs.js'
import { TopicOptOuts } from './audience/preferences/topic-opt-outs.js'
import { keptOptOutHash, keptRecipientHash } from './audience/suppressions/recipient-hash.js'
import { StoppedMessages } from './audience/suppressions/stopped-messages.js'
import { SuppressionLookUp } from './audience/suppressions/suppression-look-up.js'
import type { OperatorDeps, ServiceDeps } from './deps.js'
import { MailFiling } from './mail-app/mail-filing.js'
import { DailyQuotas } from './platform/daily-quotas.js'
import { Quotas } from './platform/quotas.js'
import { HtmlReader } from './reading/html-reader.js'
import { LargeReads } from './reading/large-reads.js'
import { MailParser } from './reading/parser/mail-parser.js'
import { Authenticity } from './receiving/authenticity/authenticity.js'
import { BlobStore } from './receiving/blob-store.js'
import { keptBounceAddresses } from './receiving/bounces/bounce-addresses.js'
import { ReceivedRemoval } from './receiving/received-removal.js'
import { DkimKeys } from './sending/domains/dkim-keys.js'
import { DomainLogoStore } from './sending/domains/domain-logo-store.js'
import { DomainLookUp } from './sending/domains/domain-look-up.js'
import { DomainStore } from './sending/domains/domain-store.js'
import { DomainVerifier } from './sending/domains/domain-verifier.js'
import { MessageStore } from './sending/messages/message-store.js'
import { TestSends } from './sending/messages/test-sends.js'
import { SystemMail } from './sending/system-mail/system-mail.js'
import { VerifiedRecipients } from './sending/test-recipients/verified-recipients.js'
import { UploadContents } from './sending/uploads/upload-contents.js'
import { UploadFiles } from './sending/uploads/upload-files.js'
import { CallbackSignature } from './tracking/callbacks/callback-signature.js'
import { CallbackStore } from './tracking/callbacks/callback-store.js'
import { EngagementRecorder } from './tracking/engagement/engagement-recorder.js'
import { EngagementStatus } from './tracking/engagement/engagement-status.js'
import { keptSigner } from './tracking/engagement/link-signer.js'
import { MailDecorator } from './tracking/engagement/mail-decorator.js'

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
