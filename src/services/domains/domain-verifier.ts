import type { DomainStatus } from '../../contract/domains.js'
import { type TimeLimit, withFallback } from '../../lib/concurrency/time-limit.js'
import type { DnsResolver } from '../../lib/network/dns-resolver.js'
import type { DnsRecordDoc, DomainDoc } from '../../models/domain.js'
import type { DomainIdentities } from '../../providers/identities/domain-identities.js'
import { type Finding, judgeCname, judgeDkimKey, judgeDmarc, judgeMx, judgeSpf } from './check-records.js'

/** The result of a verification. */
export type Verdict = Pick<
  DomainDoc,
  'dns_records' | 'dkim_status' | 'spf_status' | 'dmarc_status' | 'txt_status' | 'fully_verified'
>

export interface DomainVerifierDeps {
  resolver: Pick<DnsResolver, 'cname' | 'mx' | 'txt'>
  identities: Pick<DomainIdentities, 'dkimStatus'>
  /** Called if the provider does not answer. */
  onUnanswered?: (error: unknown) => void
  /** Time-out for the provider and DNS, in ms, which are asked in parallel. */
  timeoutMs?: number
}

const TIMEOUT_MS = 8_000

/** Compares the published records with the wanted ones. Without an answer, a status does not change. */
export class DomainVerifier {
  readonly #deps: DomainVerifierDeps
  readonly #limit: TimeLimit

  constructor(deps: DomainVerifierDeps) {
    this.#deps = deps
    this.#limit = { timeoutMs: deps.timeoutMs ?? TIMEOUT_MS }
  }

  /** Looks up all records of a domain. Takes no longer than the time-out. */
  async verify(domain: Pick<DomainDoc, 'name' | 'dns_records' | 'dkim_status'>): Promise<Verdict> {
    const [word, findings] = await Promise.all([
      this.#providerWord(domain.name),
      Promise.all(domain.dns_records.map((record) => withFallback(this.#limit, this.#lookUp(record), () => null))),
    ])
    const records = domain.dns_records.map((record, index): DnsRecordDoc => {
      const finding = findings[index]
      // A DKIM record counts as verified only once the provider sees it too.
      if (record.purpose !== 'dkim') return { ...record, status: finding ?? record.status }
      const spoken = word === undefined ? domain.dkim_status : word
      return { ...record, status: together([finding ?? record.status, ...(spoken ? [spoken] : [])]) }
    })
    return verdictOf(records)
  }

  /** Looks up the CNAME of a link host. Null without an answer. */
  verifyLinkHost(host: string, target: string): Promise<DomainStatus | null> {
    const found = this.#deps.resolver.cname(host).then((answer) => judgeCname(answer, target))
    return withFallback(this.#limit, found, () => null)
  }

  /** Looks up the TXT record of a second DKIM key. Null without an answer. */
  verifyKey({ name, value }: Pick<DnsRecordDoc, 'name' | 'value'>): Promise<DomainStatus | null> {
    const found = this.#deps.resolver.txt(name).then((answer) => judgeDkimKey(answer, value))
    return withFallback(this.#limit, found, () => null)
  }

  /** Null if DNS alone decides; undefined if the provider did not answer. */
  #providerWord(name: string): Promise<DomainStatus | null | undefined> {
    const asked = this.#deps.identities.dkimStatus(name).catch((error) => {
      this.#deps.onUnanswered?.(error)
      return undefined
    })
    return withFallback(this.#limit, asked, () => undefined)
  }

  async #lookUp({ purpose, name, value }: DnsRecordDoc): Promise<Finding> {
    const { resolver } = this.#deps
    switch (purpose) {
      case 'dkim':
        return judgeCname(await resolver.cname(name), value)
      case 'spf':
        return judgeSpf(await resolver.txt(name), value)
      case 'dmarc':
        return judgeDmarc(await resolver.txt(name))
      case 'mx':
        return judgeMx(await resolver.mx(name), value)
    }
  }
}

/** The verdict for domains that need no look-ups. */
export function allVerified(records: readonly DnsRecordDoc[]): Verdict {
  return verdictOf(records.map((record) => ({ ...record, status: 'verified' })))
}

/** The verdict that follows from the statuses of the records. */
export function verdictOf(records: DnsRecordDoc[]): Verdict {
  const of = (...purposes: string[]) =>
    together(records.filter(({ purpose }) => purposes.includes(purpose)).map(({ status }) => status))
  const all = of('dkim', 'spf', 'dmarc')
  return {
    dns_records: records,
    dkim_status: of('dkim'),
    spf_status: of('spf'),
    dmarc_status: of('dmarc'),
    txt_status: of('spf', 'dmarc'),
    fully_verified: all === 'verified',
  }
}

/** The worst of several statuses. */
function together(statuses: DomainStatus[]): DomainStatus {
  if (statuses.includes('failed')) return 'failed'
  return statuses.length > 0 && statuses.every((status) => status === 'verified') ? 'verified' : 'pending'
}
