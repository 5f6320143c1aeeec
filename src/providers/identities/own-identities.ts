import type { Config } from '../../config.js'
import type { DomainIdentities } from './domain-identities.js'

/** The DKIM selector of a domain's first key, which signs its mail. */
export const DKIM_SELECTOR = 'pl1'

const KEY_NUMBERS = [1, 2, 3]

/** The name under which the operator publishes a DKIM key of a domain, without a final dot. */
export const keyName = (domainId: string, number: number, zone: string): string => `${domainId}-${number}.${zone}`

/** The names under which a domain's key is published: the targets of its CNAME records. */
export const keyNames = (domainId: string, zone: string): string[] =>
  KEY_NUMBERS.map((number) => keyName(domainId, number, zone))

/**
 * Identities for providers that keep none: the records of a domain point into the operator's zones, and DNS alone
 * decides whether it is verified.
 */
export function createOwnIdentities({
  dkimZone,
  mailFromMxHost,
  spfInclude,
}: Pick<Config, 'dkimZone' | 'mailFromMxHost' | 'spfInclude'>): DomainIdentities {
  return {
    async register({ id, name }) {
      return {
        dkim: KEY_NUMBERS.map((number) => ({
          name: `pl${number}._domainkey.${name}`,
          value: keyName(id, number, dkimZone),
        })),
        mailFromMx: `10 ${mailFromMxHost}`,
        spf: `v=spf1 include:${spfInclude} ~all`,
      }
    },
    dkimStatus: async () => null,
    remove: async () => {},
  }
}
