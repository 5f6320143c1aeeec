import type { Logger } from 'pino'
import type { Clock } from '../../clock.js'
import type { Config } from '../../config.js'
import type { DomainIdentities } from './domain-identities.js'
import { createOwnIdentities } from './own-identities.js'
import { SesIdentities } from './ses-identities.js'

/** Makes what registers sending domains with the provider that the settings name. */
export function createIdentities(
  config: Config,
  { log, clock }: { log: Logger; clock: Clock },
): DomainIdentities & { close(): Promise<void> } {
  if (config.mailProvider !== 'ses') return { ...createOwnIdentities(config), close: async () => {} }
  if (!config.awsRegion) throw new Error('AWS_REGION must be set when MAIL_PROVIDER is ses')
  return new SesIdentities({
    region: config.awsRegion,
    log,
    random: clock.random,
    ...(config.sesEndpoint && { endpoint: config.sesEndpoint }),
  })
}

export {
  type DomainIdentities,
  type IdentityDomain,
  type IdentityRecords,
  type IdentityStatus,
  UnfinishedRegistration,
} from './domain-identities.js'
