import { domainOf } from '../../../lib/mail/addresses.js'
import type { ServiceDeps } from '../../deps.js'
import type { DomainLookUp } from '../../domains/domain-look-up.js'

type OwnDomainDeps = Pick<ServiceDeps, 'config'> & { domainLookUp: Pick<DomainLookUp, 'ofAccount'> }

/** The domains whose addresses are the account's own, that of the shared sender included. */
export async function ownDomainsOf(
  { config, domainLookUp }: OwnDomainDeps,
  accountId: string,
): Promise<ReadonlySet<string>> {
  const domains = await domainLookUp.ofAccount(accountId)
  return new Set([...domains.map(({ name }) => name), domainOf(config.sharedEmailSender)])
}
