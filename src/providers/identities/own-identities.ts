import type { Config } from '../../config.js'
import type { DomainIdentities } from './domain-identities.js'

/** Where the first DKIM key of a domain is published; mail is signed with it. */
export const DKIM_SELECTOR = 'pl1'

const KEY_NUMBERS = [1, 2, 3]

/** The name under which the operator publishes a DKIM key of a domain, without its final dot. */
export const keyName = (domainId: string, number: number, zone: string): string => `${domainId}-${number}.${zone}`

/** The names under which the key of a domain is published: all that its CNAME records point to. */
export const keyNames = (domainId: string, zone: string): string[] =>
  KEY_NUMBERS.map((number) => keyName(domainId, number, zone))

/**
 * Sending domains without a provider that keeps any: their records point into zones of the operator, and DNS alone
 * decides.
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
