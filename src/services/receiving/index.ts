import type { ServiceDeps } from '../deps.js'
import type { DomainStore } from '../domains/domain-store.js'
import type { BlobStore } from '../platform/blobs/blob-store.js'
import type { Quotas } from '../platform/quotas.js'
import type { HtmlReader } from '../reading/html-reader.js'
import type { LargeReads } from '../reading/large-reads.js'
import type { MessageAcceptance } from '../sending/messages/message-acceptance.js'
import type { CallbackSignature } from '../tracking/callbacks/callback-signature.js'
import type { CallbackStore } from '../tracking/callbacks/callback-store.js'
import { Authenticity } from './authenticity/authenticity.js'
import { loadBounceAddresses } from './bounces/bounce-addresses.js'
import { BounceReceiver } from './bounces/bounce-receiver.js'
import { DmarcReports } from './dmarc-reports/dmarc-reports.js'
import { InboundCallbacks } from './inbound-callbacks.js'
import { InboundEmails } from './inbound-emails.js'
import { InboundReceiver } from './inbound-receiver.js'
import { InboundRouteService } from './routes/inbound-route-service.js'
import { MailForwarder } from './routes/mail-forwarder.js'
import { TlsReports } from './tls-reports/tls-reports.js'
import { WholeMails } from './whole-mails.js'

/*
 * Mail that comes in: it is stored as it arrived, its sender is authenticated (SPF, DKIM, DMARC), and routes pass it on to
 * endpoints and addresses. Bounces, complaints, and DMARC and TLS reports come the same way.
 *
 * Services: `inboundReceiver` and `inboundCallbacks` (take mail by SMTP and from providers), `authenticity` (who sent it),
 * `inboundEmails` and `wholeMails` (what arrived), `inboundRoutes` and `mailForwarder` (where it goes), `bounces` and
 * `bounceAddresses`, `dmarcReports` and `tlsReports`.
 */

export type ReceivingCollaborators = ReturnType<typeof receivingCollaborators>

/** What services and workers share. */
export const receivingCollaborators = (
  deps: Pick<ServiceDeps, 'config' | 'models' | 'readerThreads' | 'resolver' | 'sealer'>,
) => ({
  authenticity: new Authenticity(deps),
  bounceAddresses: loadBounceAddresses(deps),
})

/** The services. */
export function receivingServices(
  deps: Pick<
    ServiceDeps,
    | 'callbackSources'
    | 'clock'
    | 'config'
    | 'conveyor'
    | 'deliverability'
    | 'http'
    | 'log'
    | 'metrics'
    | 'models'
    | 'newId'
    | 'readerThreads'
    | 'sealer'
  > &
    ReceivingCollaborators & {
      blobStore: BlobStore
      callbackSignature: CallbackSignature
      callbackStore: CallbackStore
      domainStore: DomainStore
      htmlReader: HtmlReader
      largeReads: LargeReads
      messageAcceptance: MessageAcceptance
      quotas: Quotas
    },
) {
  const inboundReceiver = new InboundReceiver(deps)
  return {
    bounces: new BounceReceiver(deps),
    dmarcReports: new DmarcReports(deps),
    inboundCallbacks: new InboundCallbacks({ ...deps, inboundReceiver }),
    inboundEmails: new InboundEmails(deps),
    inboundReceiver,
    inboundRoutes: new InboundRouteService(deps),
    mailForwarder: new MailForwarder(deps),
    tlsReports: new TlsReports(deps),
    wholeMails: new WholeMails(deps),
  }
}
