import { parseDmarc } from './check-records.js'

type Tags = Map<string, string>

/** What mailbox providers ask of a domain's DMARC before they show its logo. */
export interface Enforcement {
  /** Whether mail that fails is kept from the inbox, for the domain and everything around it. */
  at_enforcement: boolean
  /** Value of the DMARC record that would do: what is published, with the least change. */
  recommended: string
}

/**
 * Judges DMARC as BIMI does: the organizational domain, and the domain itself where it has a record of its own, must
 * quarantine or reject, all of it (`pct`), in earnest (`t`, RFC 9989), and subdomains too (`sp`).
 *
 * @param org TXT records of the organizational domain's `_dmarc`.
 * @param own those of the domain itself; none where it is the organizational domain.
 */
export function judgeEnforcement(org: readonly string[], own: readonly string[]): Enforcement {
  const orgTags = theRecord(org)
  const ownTags = theRecord(own)
  const orgHolds = orgTags !== null && enforces(orgTags, 'p') && enforces(orgTags, 'sp')
  const ownHolds = !ownTags || (enforces(ownTags, 'p') && enforces(ownTags, 'sp'))
  return {
    at_enforcement: orgHolds && ownHolds,
    recommended: recommend(orgHolds && ownTags ? ownTags : orgTags),
  }
}

/** Of several records none counts (RFC 7489 section 6.6.3). */
function theRecord(texts: readonly string[]): Tags | null {
  const records = texts.flatMap((text) => parseDmarc(text) ?? [])
  return records.length === 1 ? records[0]! : null
}

/** Whether a policy is one that BIMI takes. What is not said of subdomains is as for the domain. */
function enforces(tags: Tags, tag: 'p' | 'sp'): boolean {
  if (tags.get('t')?.toLowerCase() === 'y') return false
  switch ((tags.get(tag) ?? tags.get('p') ?? '').toLowerCase()) {
    case 'reject':
      return true
    case 'quarantine':
      return (tags.get('pct') ?? '100') === '100'
    default:
      return false
  }
}

function recommend(tags: Tags | null): string {
  const changed: Tags = new Map([...(tags ?? [])].reverse())
  changed.delete('v')
  const policy = changed.get('p')?.toLowerCase() === 'reject' ? 'reject' : 'quarantine'
  for (const tag of ['p', 't', 'pct']) changed.delete(tag)
  // Subdomains then are under the policy of the domain.
  if (!['quarantine', 'reject'].includes(changed.get('sp')?.toLowerCase() ?? '')) changed.delete('sp')
  const rest = [...changed].flatMap(([name, value]) => (name && value ? [`${name}=${value};`] : []))
  return ['v=DMARC1;', `p=${policy};`, ...rest].join(' ')
}
