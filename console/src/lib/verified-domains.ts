import type { SendersQuery } from '../graphql/senders-operations'

/** Whether a domain is the account's own, and verified. */
export const isVerified = (domain: { sandbox: boolean; fullyVerified: boolean }): boolean =>
  !domain.sandbox && domain.fullyVerified

/** The domains that the account sends from. None while it has only the shared sender. */
export function verifiedDomains(found: SendersQuery | undefined): string[] {
  const domains = found?.domains?.nodes ?? []
  return domains.filter(isVerified).map(({ domain }) => domain)
}
