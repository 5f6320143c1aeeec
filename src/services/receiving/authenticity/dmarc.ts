import type { Verdict } from '../../../contract/inbound.js'
import type { CheckDns } from './check-dns.js'
import { DMARC_POLICIES, type DmarcPolicy, type DmarcRecord, readDmarcRecord } from './dmarc-record.js'

/** What the checks that DMARC builds on said. Domains are in lower case and A-labels. */
export interface AuthenticatedDomains {
  /** The domains of valid DKIM signatures. */
  dkim: readonly string[]
  /** The domain of the envelope sender if SPF passed; null if not. */
  spf: string | null
  /** Domains that may be authentic: a name server did not answer. */
  unanswered: readonly string[]
}

/** Longer names are shortened to this many labels (RFC 9989 section 4.10). */
const MAX_LABELS = 7
const MAX_TREE_STEPS = 8

/** A name server did not answer, so nothing can be said. */
class NoAnswerError extends Error {}

interface Found {
  domain: string
  record: DmarcRecord
}

/**
 * Checks whether the author's domain stands behind a mail (RFC 9989): one of the authenticated domains must be it, or
 * belong to the same organisation.
 *
 * - `PASS` if one is.
 * - `NONE` if the domain has no policy.
 * - `GRAY` if the policy asks for nothing (`p=none`, or `p=quarantine` that is only tested), or there is no answer.
 * - `FAIL` otherwise.
 * @param author lower case and A-labels.
 */
export async function checkDmarc(author: string, domains: AuthenticatedDomains, dns: CheckDns): Promise<Verdict> {
  try {
    const tree = new DmarcTree(dns)
    const found = await tree.policyOf(author)
    if (!found) return 'NONE'
    if (await isAligned(author, domains, found.record, tree)) return 'PASS'
    if (await isAligned(author, { dkim: domains.unanswered, spf: null }, found.record, tree)) return 'GRAY'
    return (await policyFor(author, found, dns)) === 'none' ? 'GRAY' : 'FAIL'
  } catch (error) {
    if (error instanceof NoAnswerError) return 'GRAY'
    throw error
  }
}

async function isAligned(
  author: string,
  { dkim, spf }: Pick<AuthenticatedDomains, 'dkim' | 'spf'>,
  { isStrictDkim, isStrictSpf }: DmarcRecord,
  tree: DmarcTree,
): Promise<boolean> {
  const strict = [...(isStrictDkim ? dkim : []), ...(isStrictSpf && spf ? [spf] : [])]
  const relaxed = [...(isStrictDkim ? [] : dkim), ...(isStrictSpf || !spf ? [] : [spf])]
  if (strict.includes(author) || relaxed.includes(author)) return true
  for (const domain of relaxed) {
    if (topOf(domain) === topOf(author) && (await tree.isSameOrganization(domain, author))) return true
  }
  return false
}

/** The policy that counts for a domain (RFC 9989 section 4.7). */
async function policyFor(author: string, { domain, record }: Found, dns: CheckDns): Promise<DmarcPolicy> {
  const policy = await unreducedPolicy(author, domain, record, dns)
  const level = DMARC_POLICIES.indexOf(policy)
  return record.isTest ? DMARC_POLICIES[Math.max(0, level - 1)]! : policy
}

async function unreducedPolicy(author: string, domain: string, record: DmarcRecord, dns: CheckDns) {
  if (domain === author) return record.policy
  if (record.nonexistentPolicy === record.subdomainPolicy) return record.subdomainPolicy
  const exists = await dns.exists(author)
  if (exists === null) throw new NoAnswerError()
  return exists ? record.subdomainPolicy : record.nonexistentPolicy
}

/** Finds records up the tree of DNS names (RFC 9989 section 4.10). */
class DmarcTree {
  readonly #dns: CheckDns
  readonly #organizations = new Map<string, Promise<string>>()

  constructor(dns: CheckDns) {
    this.#dns = dns
  }

  /** The record of the domain itself, or else of its organisation, or else of the public suffix above it. */
  async policyOf(domain: string): Promise<Found | null> {
    const own = await this.#recordOf(domain)
    if (own) return { domain, record: own }
    const [organization, found] = await Promise.all([this.#organizationOf(domain), this.#walk(domain)])
    return found.find((one) => one.domain === organization) ?? found.find(({ record }) => record.psd === 'y') ?? null
  }

  async isSameOrganization(one: string, other: string): Promise<boolean> {
    const [first, second] = await Promise.all([this.#organizationOf(one), this.#organizationOf(other)])
    return first === second
  }

  #organizationOf(domain: string): Promise<string> {
    const known = this.#organizations.get(domain)
    if (known) return known
    const asked = this.#walk(domain).then((found) => organizationFrom(domain, found))
    this.#organizations.set(domain, asked)
    return asked
  }

  /** The records of a domain and of those above it, up to one that says where the organisation is. */
  async #walk(start: string): Promise<Found[]> {
    const found: Found[] = []
    let domain: string | null = start
    for (let step = 0; domain !== null && step < MAX_TREE_STEPS; step += 1) {
      const record = await this.#recordOf(domain)
      if (record) found.push({ domain, record })
      if (record && record.psd !== 'u') break
      domain = parentOf(domain)
    }
    return found
  }

  async #recordOf(domain: string): Promise<DmarcRecord | null> {
    const answer = await this.#dns.txt(`_dmarc.${domain}`)
    if (answer.status === 'unknown') throw new NoAnswerError()
    return answer.status === 'found' ? readDmarcRecord(answer.records) : null
  }
}

/** @param found from the domain upwards. */
function organizationFrom(start: string, found: readonly Found[]): string {
  const last = found.at(-1)
  if (!last) return start
  if (last.record.psd === 'y' && last.domain !== start) {
    // One label below the public suffix.
    const below = start.slice(0, -last.domain.length - 1).split('.')
    return `${below.at(-1)}.${last.domain}`
  }
  return last.domain
}

/** The next name up the tree; null above the top. */
function parentOf(domain: string): string | null {
  const labels = domain.split('.')
  if (labels.length === 1) return null
  return labels.slice(labels.length > MAX_LABELS ? -MAX_LABELS : 1).join('.')
}

const topOf = (domain: string) => domain.slice(domain.lastIndexOf('.') + 1)
