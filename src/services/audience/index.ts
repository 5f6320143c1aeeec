import type { OperatorDeps, ServiceDeps } from '../deps.js'
import type { DomainLookUp } from '../domains/domain-look-up.js'
import type { BlobStore } from '../platform/blobs/blob-store.js'
import type { Quotas } from '../platform/quotas.js'
import type { LinkSigner } from '../tracking/engagement/link-signer.js'
import { Audience } from './contacts/audience.js'
import { ContactActivityLog } from './contacts/contact-activity.js'
import { ContactBulk } from './contacts/contact-bulk.js'
import { ContactExport } from './contacts/contact-export.js'
import { ContactImporter } from './contacts/contact-importer.js'
import { ContactImports } from './contacts/contact-imports.js'
import { ContactListService } from './contacts/contact-list-service.js'
import { ContactQuotas } from './contacts/contact-quotas.js'
import { ContactService } from './contacts/contact-service.js'
import { ListMembers } from './contacts/list-members.js'
import { BroadcastOptOuts } from './preferences/broadcast-opt-outs.js'
import { ContactTopics } from './preferences/contact-topics.js'
import { PreferenceService } from './preferences/preference-service.js'
import { TopicOptOuts } from './preferences/topic-opt-outs.js'
import { loadOptOutHash, loadRecipientHash } from './suppressions/recipient-hash.js'
import { StoppedMessages } from './suppressions/stopped-messages.js'
import { SuppressionCsv } from './suppressions/suppression-csv.js'
import { SuppressionLookUp } from './suppressions/suppression-look-up.js'
import { SuppressionService } from './suppressions/suppression-service.js'

/*
 * Recipients: contacts and lists, what each person wants to get, and addresses that get no more mail.
 *
 * Services: `contacts`, `contact…` and `listMembers` (people), `audience` (who gets a broadcast), `preferences`, `contactTopics`
 * and `…OptOuts` (what they want), `suppressions`, `suppression…` and `stoppedMessages` (who gets no mail), `recipientHash` (an
 * erased address).
 */

export type AudienceOperatorCollaborators = ReturnType<typeof audienceOperatorCollaborators>
export type AudienceCollaborators = ReturnType<typeof audienceCollaborators>
export type AudienceOperatorServices = ReturnType<typeof audienceOperatorServices>

/** What services and workers share, also at the command line. */
export const audienceOperatorCollaborators = (deps: Pick<OperatorDeps, 'models' | 'sealer'>) => ({
  recipientHash: loadRecipientHash(deps),
})

/** What services and workers share. */
export function audienceCollaborators(
  deps: Pick<ServiceDeps, 'clock' | 'config' | 'conveyor' | 'log' | 'models' | 'newId' | 'sealer' | 'work'> &
    AudienceOperatorCollaborators & { blobStore: BlobStore; quotas: Quotas },
) {
  const contactQuotas = new ContactQuotas(deps)
  const topicOptOuts = new TopicOptOuts({ ...deps, optOutHash: loadOptOutHash(deps) })
  const suppressionLookUp = new SuppressionLookUp({ ...deps, topicOptOuts })
  return {
    audience: new Audience(deps),
    broadcastOptOuts: new BroadcastOptOuts({ ...deps, topicOptOuts }),
    contactActivity: new ContactActivityLog(deps),
    contactImporter: new ContactImporter({ ...deps, contactQuotas }),
    contactQuotas,
    stoppedMessages: new StoppedMessages({ ...deps, suppressionLookUp }),
    suppressionLookUp,
    topicOptOuts,
  }
}

/** The services of an operator. */
export const audienceOperatorServices = (
  deps: Pick<OperatorDeps, 'clock' | 'models' | 'newId'> & AudienceOperatorCollaborators,
) => ({
  suppressionCsv: new SuppressionCsv(deps),
  suppressions: new SuppressionService(deps),
})

/** The other services. */
export function audienceServices(
  deps: Pick<ServiceDeps, 'clock' | 'conveyor' | 'models' | 'newId'> &
    AudienceOperatorCollaborators &
    AudienceCollaborators &
    AudienceOperatorServices & {
      blobStore: BlobStore
      domainLookUp: DomainLookUp
      linkSigner: () => Promise<LinkSigner>
      quotas: Quotas
    },
) {
  const contacts = new ContactService(deps)
  return {
    contactBulk: new ContactBulk(deps),
    contactExport: new ContactExport(deps),
    contactImports: new ContactImports(deps),
    contactLists: new ContactListService(deps),
    contacts,
    contactTopics: new ContactTopics(deps),
    listMembers: new ListMembers({ ...deps, contacts }),
    preferences: new PreferenceService(deps),
  }
}
