import type { DnsAnswer, DnsResolver } from '../../lib/network/dns-resolver.js'

/**
 * `unknown` means that DNS gave no usable answer. The mail is then accepted, and nobody is suppressed because of it.
 */
export type Deliverability = 'deliverable' | 'undeliverable' | 'unknown'

/** The DNS look-ups that this needs. */
export type MailDns = Pick<DnsResolver, 'mx' | 'a' | 'aaaa'>

export interface Verdict {
  deliverability: Deliverability
  /** Time to live of the deciding records, if known. */
  ttlMs: number | null
}

/**
 * Whether a domain accepts mail: it has an MX that is not the null MX (RFC 7505) or, without any MX, an A or AAAA
 * record (implicit MX, RFC 5321 §5.1). Takes one query for most domains, at most three.
 */
export async function judge(domain: string, resolver: MailDns): Promise<Verdict> {
  const mx = await resolver.mx(domain)
  if (mx.status === 'unknown') return { deliverability: 'unknown', ttlMs: null }
  if (mx.status === 'found') {
    return { deliverability: isNullMx(mx.records) ? 'undeliverable' : 'deliverable', ttlMs: mx.ttlMs }
  }
  if (mx.nameMissing) return { deliverability: 'undeliverable', ttlMs: null }
  const a = await resolver.a(domain)
  if (a.status === 'found') return { deliverability: 'deliverable', ttlMs: a.ttlMs }
  const aaaa = await resolver.aaaa(domain)
  if (aaaa.status === 'found') return { deliverability: 'deliverable', ttlMs: aaaa.ttlMs }
  return { deliverability: isSilent(a) || isSilent(aaaa) ? 'unknown' : 'undeliverable', ttlMs: null }
}

function isNullMx(records: { priority: number; exchange: string }[]): boolean {
  const [only, ...others] = records
  return others.length === 0 && only?.priority === 0 && (only.exchange === '' || only.exchange === '.')
}

function isSilent(answer: DnsAnswer<unknown>): boolean {
  return answer.status === 'unknown'
}
