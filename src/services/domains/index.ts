import type { OperatorDeps, ServiceDeps } from '../deps.js'
import { DkimKeys } from './dkim-keys.js'
import { DkimRotation } from './dkim-rotation.js'
import { DkimZone } from './dkim-zone.js'
import { DomainLogoService } from './domain-logo-service.js'
import { DomainLogoStore } from './domain-logo-store.js'
import { DomainLookUp } from './domain-look-up.js'
import { DomainService } from './domain-service.js'
import { DomainStore } from './domain-store.js'
import { DomainVerifier } from './domain-verifier.js'
import { LinkHosts } from './link-hosts.js'

/*
 * The domains from which accounts send and at which they receive: their DNS records, whether these are published, their
 * DKIM keys, link hosts and logos.
 *
 * Services: `domains` (adds, verifies and deletes them), `domainLookUp` and `domainStore` (what others ask about a domain),
 * `domainVerifier` (compares DNS with what it should be), `dkimKeys`, `dkimRotation` and `dkimZone` (signing keys),
 * `linkHosts` (hosts of tracked links), `domainLogos` and `domainLogoStore` (BIMI).
 */

export type DomainsOperatorCollaborators = ReturnType<typeof domainsOperatorCollaborators>
export type DomainsCollaborators = ReturnType<typeof domainsCollaborators>

/** What services and workers share, also at the command line. */
export const domainsOperatorCollaborators = (deps: Pick<OperatorDeps, 'models' | 'sealer'>) => ({
  dkimKeys: new DkimKeys(deps),
  domainLookUp: new DomainLookUp(deps),
})

/** What services and workers share. */
export const domainsCollaborators = (
  deps: Pick<ServiceDeps, 'config' | 'identities' | 'log' | 'models' | 'resolver'>,
) => ({
  domainLogoStore: new DomainLogoStore(deps),
  domainStore: new DomainStore(deps),
  domainVerifier: new DomainVerifier({
    ...deps,
    onUnanswered: (err) => deps.log.warn({ err }, 'the provider did not report the status of a domain'),
  }),
})

/** The services of an operator. */
export const domainsOperatorServices = (
  deps: Pick<OperatorDeps, 'config' | 'models' | 'sealer'> & DomainsOperatorCollaborators,
) => ({
  dkimRotation: new DkimRotation(deps),
  dkimZone: new DkimZone(deps),
})

/** The other services. */
export const domainsServices = (
  deps: Pick<
    ServiceDeps,
    'capabilities' | 'clock' | 'config' | 'http' | 'identities' | 'log' | 'models' | 'newId' | 'resolver' | 'sealer'
  > &
    DomainsOperatorCollaborators &
    DomainsCollaborators,
) => ({
  domainLogos: new DomainLogoService(deps),
  domains: new DomainService(deps),
  linkHosts: new LinkHosts(deps),
})
