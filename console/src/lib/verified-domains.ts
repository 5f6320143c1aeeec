import type { SendersQuery } from '../graphql/senders-operations'

/** The domains that the account sends from. None while it has only the shared sender. */
export function verifiedDomains(found: SendersQuery | undefined): string[] {
  const domains = found?.domains?.nodes ?? []
  return domains.filter(({ sandbox, fullyVerified }) => !sandbox && fullyVerified).map(({ domain }) => domain)
}
