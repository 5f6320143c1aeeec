import type { DmarcEnforcement } from '../../contract/domain-logos.js'
import { parseDmarc } from './check-records.js'

type Tags = Map<string, string>

/**
 * Judges DMARC as BIMI does. The organizational domain, and the domain itself if it has its own record, must quarantine
 * or reject all mail (`pct`), not in test mode (`t`, RFC 9989), subdomains included (`sp`).
 *
 * @param org TXT records of the organizational domain's `_dmarc`.
 * @param own those of the domain itself; empty if it is the organizational domain.
 */
export function judgeEnforcement(org: readonly string[], own: readonly string[]): DmarcEnforcement {
  const orgTags = theRecord(org)
  const ownTags = theRecord(own)
  const orgHolds = orgTags !== null && enforces(orgTags, 'p') && enforces(orgTags, 'sp')
  const ownHolds = !ownTags || (enforces(ownTags, 'p') && enforces(ownTags, 'sp'))
  return {
    at_enforcement: orgHolds && ownHolds,
    recommended: recommend(orgHolds && ownTags ? ownTags : orgTags),
  }
}

/** Several records count as none (RFC 7489, section 6.6.3). */
function theRecord(texts: readonly string[]): Tags | null {
  const records = texts.flatMap((text) => parseDmarc(text) ?? [])
  return records.length === 1 ? records[0]! : null
}

/** Whether BIMI accepts a policy. Without `sp`, subdomains have the policy of the domain. */
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
  // Without `sp`, subdomains have the policy of the domain.
  if (!['quarantine', 'reject'].includes(changed.get('sp')?.toLowerCase() ?? '')) changed.delete('sp')
  const rest = [...changed].flatMap(([name, value]) => (name && value ? [`${name}=${value};`] : []))
  return ['v=DMARC1;', `p=${policy};`, ...rest].join(' ')
}
