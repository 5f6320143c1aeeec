import type { DnsResolver } from '../../lib/dns-resolver.js'
import { type TimeLimit, withFallback } from '../../lib/time-limit.js'
import type { DnsRecordDoc, DomainDoc, DomainStatus } from '../../models/domain.js'
import type { DomainIdentities } from '../../providers/identities/domain-identities.js'
import { type Finding, judgeCname, judgeDmarc, judgeMx, judgeSpf } from './check-records.js'

/** What the verification of a domain came to. */
export type Verdict = Pick<
  DomainDoc,
  'dns_records' | 'dkim_status' | 'spf_status' | 'dmarc_status' | 'txt_status' | 'fully_verified'
>

export interface DomainVerifierDeps {
  resolver: Pick<DnsResolver, 'cname' | 'mx' | 'txt'>
  identities: Pick<DomainIdentities, 'dkimStatus'>
  /** Told of a provider that could not be asked. */
  onUnanswered?: (error: unknown) => void
  /** Time that the provider and DNS have, in ms. They are asked side by side. */
  timeoutMs?: number
}

const TIMEOUT_MS = 8_000

/** Compares what is published with what should be. Where nobody answers, what was known before stays. */
export class DomainVerifier {
  readonly #deps: DomainVerifierDeps
  readonly #limit: TimeLimit

  constructor(deps: DomainVerifierDeps) {
    this.#deps = deps
    this.#limit = { timeoutMs: deps.timeoutMs ?? TIMEOUT_MS }
  }

  /** Looks all records of a domain up. Takes no longer than the limit, whatever DNS and the provider do. */
  async verify(domain: Pick<DomainDoc, 'name' | 'dns_records' | 'dkim_status'>): Promise<Verdict> {
    const [word, findings] = await Promise.all([
      this.#providerWord(domain.name),
      Promise.all(domain.dns_records.map((record) => withFallback(this.#limit, this.#lookUp(record), () => null))),
    ])
    const records = domain.dns_records.map((record, index): DnsRecordDoc => {
      const finding = findings[index]
      // A record of a domain whose key the provider does not see yet is not good, however good it looks.
      if (record.purpose !== 'dkim') return { ...record, status: finding ?? record.status }
      const spoken = word === undefined ? domain.dkim_status : word
      return { ...record, status: together([finding ?? record.status, ...(spoken ? [spoken] : [])]) }
    })
    return verdictOf(records)
  }

  /** Null where DNS alone decides; undefined when the provider could not be asked. */
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

/** The verdict on records that nothing has to be looked up for. */
export function allVerified(records: readonly DnsRecordDoc[]): Verdict {
  return verdictOf(records.map((record) => ({ ...record, status: 'verified' })))
}

/** What the statuses of the records come to. */
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

/** One status for several: the worst of them. */
function together(statuses: DomainStatus[]): DomainStatus {
  if (statuses.includes('failed')) return 'failed'
  return statuses.length > 0 && statuses.every((status) => status === 'verified') ? 'verified' : 'pending'
}
