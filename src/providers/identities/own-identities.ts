import type { Config } from '../../config.js'
import type { DomainIdentities } from './domain-identities.js'

/** The DKIM selector of a domain's first key, which signs its mail. */
export const DKIM_SELECTOR = 'pl1'

const KEY_NUMBERS = [1, 2, 3]

/** The selector of a number: customers have a CNAME record for each of them. */
const selectorOf = (number: number): string => `pl${number}`

/** The selector that the key after this one gets: of the three, the one that has not been used for longest. */
export const selectorAfter = (selector: string): string =>
  selectorOf(KEY_NUMBERS.find((number) => number > Number(selector.slice(2))) ?? 1)

/** The name under which the operator publishes a DKIM key of a domain, without a final dot. */
export const keyName = (domainId: string, number: number, zone: string): string => `${domainId}-${number}.${zone}`

/** The names under which the keys of a domain are published, the targets of its CNAME records, with their selectors. */
export const keyNames = (domainId: string, zone: string): { selector: string; name: string }[] =>
  KEY_NUMBERS.map((number) => ({ selector: selectorOf(number), name: keyName(domainId, number, zone) }))

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
          name: `${selectorOf(number)}._domainkey.${name}`,
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
