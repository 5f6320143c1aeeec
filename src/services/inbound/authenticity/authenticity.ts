import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { spf } from 'mailauth/lib/spf/index.js'
import type { InboundVerdicts, Verdict } from '../../../contract/inbound.js'
import { asciiDomain, domainOf } from '../../../lib/addresses.js'
import type { DnsResolver } from '../../../lib/dns-resolver.js'
import { withFallback } from '../../../lib/time-limit.js'
import type { InboundEmailDoc } from '../../../models/inbound-email.js'
import { parseAddresses } from '../parser/addresses.js'
import { fieldText, readHeaderBlock } from '../parser/mime/header-block.js'
import { type CheckDns, createCheckDns, KeptAnswers } from './check-dns.js'
import { toDkimInput } from './dkim-input.js'
import { checkDmarc } from './dmarc.js'

/** How a mail arrived. */
export interface Arrival {
  /** The client that handed it over by SMTP; null if unknown. */
  client: InboundEmailDoc['client']
  /** The envelope sender; empty for the null sender. */
  sender: string
  /** Verdicts of a provider that has checked the mail. They are not checked again. */
  given: Partial<InboundVerdicts> | null
}

interface Checked {
  verdict: Verdict
  /** The domains that passed. */
  domains: string[]
  /** The domains whose name servers did not answer. */
  unanswered: string[]
}

/** Most time for SPF and DKIM, and again for DMARC, in ms. What has no verdict then, is undecided. */
const LIMIT_MS = 12_000
/** Mail comes in waves from the same senders, each with the same ten questions. */
const KEPT_MS = 30_000
/** Bytes in which the author is looked for. */
const MAX_HEADER_BYTES = 128 * 1024

const UNDECIDED: Checked = { verdict: 'GRAY', domains: [], unanswered: [] }
const UNCHECKED: Checked = { verdict: 'NONE', domains: [], unanswered: [] }

const SPF_VERDICTS: Record<string, Verdict> = { pass: 'PASS', fail: 'FAIL', none: 'NONE' }

/**
 * Checks where received mail comes from: SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 9989). `GRAY` means that a check
 * could not decide, such as when a name server does not answer; `NONE` that there was nothing to check.
 */
export class Authenticity {
  readonly #resolver: DnsResolver
  readonly #limitMs: number
  readonly #kept: KeptAnswers

  /**
   * @param limitMs most time for SPF and DKIM, and again for DMARC.
   * @param keptMs how long answers of name servers are used for other mails.
   */
  constructor({
    resolver,
    limitMs = LIMIT_MS,
    keptMs = KEPT_MS,
  }: {
    resolver: DnsResolver
    limitMs?: number
    keptMs?: number
  }) {
    this.#resolver = resolver
    this.#limitMs = limitMs
    this.#kept = new KeptAnswers(keptMs)
  }

  /** Checks a mail. Never rejects; nobody here checks for spam and viruses. */
  async check(raw: Buffer, { client, sender, given }: Arrival): Promise<InboundVerdicts> {
    const dns = createCheckDns(this.#resolver, this.#kept)
    const isNeeded = !given?.spf || !given.dkim || !given.dmarc
    const [spfResult, dkimResult] = isNeeded
      ? await Promise.all([
          this.#limited(checkSpf(client, sender, dns), UNDECIDED),
          this.#limited(checkDkim(raw, dns), UNDECIDED),
        ])
      : [UNCHECKED, UNCHECKED]
    const dmarc = given?.dmarc ?? (await this.#limited(dmarcOf(raw, spfResult, dkimResult, dns), 'GRAY' as const))
    return {
      spf: given?.spf ?? spfResult.verdict,
      dkim: given?.dkim ?? dkimResult.verdict,
      dmarc,
      spam: given?.spam ?? 'NONE',
      virus: given?.virus ?? 'NONE',
    }
  }

  /** A check that takes too long, or meets what its library cannot read, is undecided. */
  #limited<T>(check: Promise<T>, undecided: T): Promise<T> {
    return withFallback(
      { timeoutMs: this.#limitMs },
      check.catch(() => undecided),
      () => undecided,
    )
  }
}

async function checkSpf(client: Arrival['client'], sender: string, dns: CheckDns): Promise<Checked> {
  if (!client) return UNCHECKED
  const { ip, helo } = client
  const { domain, status } = await spf({ ip, helo, sender, mta: 'localhost', resolver: dns.resolve })
  const verdict = SPF_VERDICTS[status.result] ?? 'GRAY'
  const name = asciiDomain(domain ?? '')
  const names = name === null ? [] : [name]
  return {
    verdict,
    domains: verdict === 'PASS' ? names : [],
    unanswered: status.result === 'temperror' ? names : [],
  }
}

async function checkDkim(raw: Buffer, dns: CheckDns): Promise<Checked> {
  const { stream, hasUnchecked } = toDkimInput(raw)
  if (!stream) return hasUnchecked ? UNDECIDED : UNCHECKED
  // Otherwise it would read a Return-Path from the mail.
  const { results } = await dkimVerify(stream, { resolver: dns.resolve, sender: 'unknown@localhost' })
  const domainsWith = (wanted: string) => {
    const found = results.filter(({ status }) => status.result === wanted)
    return found.map(({ signingDomain }) => asciiDomain(signingDomain ?? '')).filter((domain) => domain !== null)
  }
  const domains = domainsWith('pass')
  const unanswered = domainsWith('temperror')
  if (domains.length > 0) return { verdict: 'PASS', domains, unanswered }
  // Those of an unknown kind are left out of the results.
  const isUndecided = hasUnchecked || unanswered.length > 0 || results.some(({ status }) => status.result === 'none')
  // Without a key, with a wrong hash or out of date: the library calls that neutral.
  return { verdict: isUndecided ? 'GRAY' : 'FAIL', domains, unanswered }
}

async function dmarcOf(raw: Buffer, spfResult: Checked, dkimResult: Checked, dns: CheckDns): Promise<Verdict> {
  const authors = authorDomains(raw)
  const [author] = authors
  if (author === undefined) return 'NONE'
  // Nobody can tell which of them the reader sees.
  if (authors.length > 1) return 'FAIL'
  const unanswered = [...spfResult.unanswered, ...dkimResult.unanswered]
  return checkDmarc(author, { dkim: dkimResult.domains, spf: spfResult.domains[0] ?? null, unanswered }, dns)
}

/** The different domains in all From headers. */
function authorDomains(raw: Buffer): string[] {
  const { fields } = readHeaderBlock({ raw, start: 0, end: raw.length, maxBytes: MAX_HEADER_BYTES })
  const addresses = fields
    .filter(({ name }) => name.toLowerCase() === 'from')
    .flatMap((field) => parseAddresses(fieldText(field)))
  const domains = addresses.map(({ email }) => asciiDomain(domainOf(email)))
  return [...new Set(domains.filter((domain) => domain !== null))]
}
