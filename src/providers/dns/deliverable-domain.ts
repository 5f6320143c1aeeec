import type { DnsAnswer, DnsResolver } from '../../lib/dns-resolver.js'

/** `unknown` means that DNS gave no usable answer: mail is let through, and nothing is ever suppressed on it. */
export type Deliverability = 'deliverable' | 'undeliverable' | 'unknown'

type MailDns = Pick<DnsResolver, 'mx' | 'a' | 'aaaa'>

interface Verdict {
  deliverability: Deliverability
  /** Time to live of the records that decided, where known. */
  ttlMs: number | null
}

const POSITIVE_MAX_MS = 3_600_000
const NEGATIVE_MS = 300_000
/** For positives whose time to live the platform does not tell (MX). */
const POSITIVE_UNKNOWN_TTL_MS = 300_000

/**
 * Whether a domain can take mail: it publishes an MX that is not the null MX (RFC 7505), or, without any MX, an A or
 * AAAA record (implicit MX, RFC 5321 §5.1). Costs one question for most domains, three at most.
 */
export async function checkDeliverable(domain: string, resolver: MailDns): Promise<Deliverability> {
  return (await judge(domain, resolver)).deliverability
}

export interface DeliverableDomainsOptions {
  resolver: MailDns
  /** Current time in Unix milliseconds. */
  now: () => number
  /** Upper bound of one check, all its questions together. */
  timeoutMs?: number
  /** Domains remembered at most; the ones longest unused are dropped first. */
  maxEntries?: number
}

/**
 * {@link checkDeliverable} with a memory: positives live as long as their records, one hour at most, negatives five
 * minutes, and `unknown` is never kept. Concurrent checks of one domain share one look-up.
 */
export class DeliverableDomains {
  readonly #resolver: MailDns
  readonly #now: () => number
  readonly #timeoutMs: number
  readonly #maxEntries: number
  readonly #known = new Map<string, { deliverability: Deliverability; until: number }>()
  readonly #running = new Map<string, Promise<Deliverability>>()

  constructor({ resolver, now, timeoutMs = 3_000, maxEntries = 10_000 }: DeliverableDomainsOptions) {
    this.#resolver = resolver
    this.#now = now
    this.#timeoutMs = timeoutMs
    this.#maxEntries = maxEntries
  }

  check(domain: string): Promise<Deliverability> {
    const key = domain.toLowerCase().replace(/\.$/, '')
    const known = this.#recall(key)
    if (known !== null) return Promise.resolve(known)
    const running = this.#running.get(key)
    if (running) return running
    const started = this.#lookUp(key).finally(() => this.#running.delete(key))
    this.#running.set(key, started)
    return started
  }

  #recall(key: string): Deliverability | null {
    const entry = this.#known.get(key)
    if (!entry) return null
    this.#known.delete(key)
    if (entry.until <= this.#now()) return null
    this.#known.set(key, entry)
    return entry.deliverability
  }

  async #lookUp(key: string): Promise<Deliverability> {
    const verdict = await within(this.#timeoutMs, judge(key, this.#resolver))
    const keepMs = lifetimeMs(verdict)
    if (keepMs > 0) this.#remember(key, verdict.deliverability, this.#now() + keepMs)
    return verdict.deliverability
  }

  #remember(key: string, deliverability: Deliverability, until: number): void {
    this.#known.set(key, { deliverability, until })
    if (this.#known.size <= this.#maxEntries) return
    const oldest = this.#known.keys().next()
    if (!oldest.done) this.#known.delete(oldest.value)
  }
}

async function judge(domain: string, resolver: MailDns): Promise<Verdict> {
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

function lifetimeMs({ deliverability, ttlMs }: Verdict): number {
  if (deliverability === 'unknown') return 0
  if (deliverability === 'undeliverable') return NEGATIVE_MS
  return Math.min(ttlMs ?? POSITIVE_UNKNOWN_TTL_MS, POSITIVE_MAX_MS)
}

async function within(timeoutMs: number, verdict: Promise<Verdict>): Promise<Verdict> {
  let timer: NodeJS.Timeout | undefined
  const cut = new Promise<Verdict>((resolve) => {
    timer = setTimeout(() => resolve({ deliverability: 'unknown', ttlMs: null }), timeoutMs)
  })
  return Promise.race([verdict, cut]).finally(() => clearTimeout(timer))
}
