import type { MxRecord } from 'node:dns'
import type { DomainStatus } from '../../contract/domains.js'
import { type DnsAnswer, recordsIn } from '../../lib/network/dns-resolver.js'

/** The status that an answer gives a record; null if there was no usable answer. */
export type Finding = DomainStatus | null

/** The CNAME must have the expected target; case and a final dot do not matter. */
export function judgeCname(answer: DnsAnswer<string>, expected: string): Finding {
  if (answer.status === 'unknown') return null
  if (answer.status === 'not-found') return 'pending'
  return answer.records.some((host) => sameHost(host, expected)) ? 'verified' : 'failed'
}

/** One MX record must have the expected host (`10 host`); there may be others. */
export function judgeMx(answer: DnsAnswer<MxRecord>, expected: string): Finding {
  if (answer.status === 'unknown') return null
  if (answer.status === 'not-found') return 'pending'
  const host = expected.slice(expected.indexOf(' ') + 1)
  return answer.records.some(({ exchange }) => sameHost(exchange, host)) ? 'verified' : 'failed'
}

/** There must be exactly one record, because receivers may take any of several (RFC 6376 3.6.2.2). */
export function judgeDkimKey(answer: DnsAnswer<string>, expected: string): Finding {
  if (answer.status === 'unknown') return null
  if (answer.status === 'not-found') return 'pending'
  const isIt = answer.records.length === 1 && sameKeyRecord(answer.records[0]!, expected)
  return isIt ? 'verified' : 'failed'
}

/** Consoles of DNS hosts may change the spaces, and end a record with a semicolon. */
export function sameKeyRecord(a: string, b: string): boolean {
  const bare = (text: string) => text.replaceAll(/\s/g, '').replace(/;$/, '')
  return bare(a) === bare(b)
}

/** There must be exactly one SPF record (RFC 7208 4.5), with all the includes of the expected one. */
export function judgeSpf(answer: DnsAnswer<string>, expected: string): Finding {
  if (answer.status === 'unknown') return null
  const policies = recordsIn(answer).filter((text) => /^v=spf1( |$)/i.test(text))
  if (policies.length === 0) return 'pending'
  if (policies.length > 1) return 'failed'
  const included = includesOf(policies[0]!)
  return includesOf(expected).every((host) => included.includes(host)) ? 'verified' : 'failed'
}

/** There must be exactly one DMARC record, with any policy (RFC 7489 6.6.3, RFC 9989). */
export function judgeDmarc(answer: DnsAnswer<string>): Finding {
  if (answer.status === 'unknown') return null
  const texts = recordsIn(answer)
  const policies = texts.flatMap((text) => parseDmarc(text) ?? [])
  if (policies.length === 1) return hasPolicy(policies[0]!) ? 'verified' : 'failed'
  // A malformed DMARC record is wrong; any other text is ignored.
  return policies.length > 1 || texts.some((text) => /^\s*v\s*=\s*dmarc/i.test(text)) ? 'failed' : 'pending'
}

/**
 * The tags of a DMARC record by lower-case name; null for any other text. The version comes first and is case-sensitive
 * (RFC 7489 6.4). Malformed tags are ignored.
 */
export function parseDmarc(text: string): Map<string, string> | null {
  if (!/^\s*[vV]\s*=\s*DMARC1\s*(;|$)/.test(text)) return null
  const pairs = text.split(';').flatMap((part): [string, string][] => {
    const equals = part.indexOf('=')
    return equals < 0 ? [] : [[part.slice(0, equals).trim().toLowerCase(), part.slice(equals + 1).trim()]]
  })
  // If a tag is repeated, the first one counts.
  return new Map(pairs.reverse())
}

/** Without a valid policy, a record with a report address counts as `p=none` (RFC 7489 6.6.3). */
function hasPolicy(tags: Map<string, string>): boolean {
  if (['none', 'quarantine', 'reject'].includes(tags.get('p')?.toLowerCase() ?? '')) return true
  return /(^|,)\s*mailto:[^\s,@]+@[^\s,@]+/i.test(tags.get('rua') ?? '')
}

/** The hosts that a record includes. Terms after `all` are never evaluated (RFC 7208 5.1). */
function includesOf(policy: string): string[] {
  const terms = policy.toLowerCase().split(/ +/).slice(1)
  const all = terms.findIndex((term) => /^[-+~?]?all$/.test(term))
  return terms
    .slice(0, all < 0 ? terms.length : all)
    .flatMap((term) => /^\+?include:(.+)$/.exec(term)?.[1]?.replace(/\.$/, '') ?? [])
}

function sameHost(a: string, b: string): boolean {
  return bare(a) === bare(b)
}

const bare = (host: string) => host.toLowerCase().replace(/\.$/, '')
