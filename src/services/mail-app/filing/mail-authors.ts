import { asciiDomain, domainOf, normalizeAddress } from '../../../lib/mail/addresses.js'
import type { BlockedSenderDoc } from '../../../models/blocked-sender.js'
import { isMailboxProvider } from './mailbox-providers.js'

/** Who wrote a received mail, as far as it says so. */
export interface Author {
  /** In lower case: see `normalizeAddress`. */
  address: string
  /** Whether the domain stands behind the mail; undefined if nobody knows any more. */
  isAuthentic: boolean | undefined
}

/** Longer ones are nobody's address. */
const MAX_ADDRESS = 320
/** Domains of a longer name that are looked up, from the whole name on. */
const MAX_PARENTS = 10

/** The author of a mail; null if its From names no address. */
export function authorOf(from: readonly { email: string }[], isAuthentic: boolean | undefined): Author | null {
  const address = normalizeAddress(from[0]?.email ?? '')
  return address.includes('@') && address.length <= MAX_ADDRESS ? { address, isAuthentic } : null
}

/**
 * What blocking an author blocks: the domain that stands behind the mail, unless anybody can have an address there or it
 * is one of the account's own; otherwise the address.
 */
export function blockOf(
  { address, isAuthentic }: Author,
  ownDomains: ReadonlySet<string>,
): Pick<BlockedSenderDoc, 'sender' | 'forged_only'> {
  const domain = asciiDomain(domainOf(address))
  const isShared = domain === null || isMailboxProvider(domain) || ownDomains.has(domain)
  if (isAuthentic && !isShared) return { sender: domain, forged_only: false }
  return { sender: address, forged_only: isAuthentic === false }
}

/** Every sender that could be blocked so that mail of an author goes to spam: the address, its domain and those above. */
export function sendersOf({ address }: Author): string[] {
  const labels = domainOf(address).split('.')
  const domains = labels.slice(0, -1).map((_label, index) => labels.slice(index).join('.'))
  return [address, ...domains.slice(0, MAX_PARENTS)]
}

/** Whether mail of an author goes to spam. */
export function isBlocked(
  author: Author,
  blocked: ReadonlyMap<string, Pick<BlockedSenderDoc, 'forged_only'>>,
): boolean {
  return sendersOf(author).some((sender) => {
    const entry = blocked.get(sender)
    return entry !== undefined && !(entry.forged_only && author.isAuthentic)
  })
}
