import type { InboundVerdicts, Verdict } from '../../../contract/inbound.js'
import { withFallback } from '../../../lib/concurrency/time-limit.js'
import { asciiDomain, domainOf } from '../../../lib/mail/addresses.js'
import type { DnsResolver } from '../../../lib/network/dns-resolver.js'
import { NoThreadError } from '../../../lib/threads/task-threads.js'
import type { InboundEmailDoc } from '../../../models/inbound-email.js'
import type { ReaderThreads } from '../../reading/reader-threads.js'
import { type SharedBytes, toShared } from '../../reading/shared-bytes.js'
import { AnswerCache, type CheckDns, createCheckDns } from './check-dns.js'
import type { DkimResults, KeyAnswer, SignatureQuestions, SignatureResult } from './dkim-check.js'
import { checkDmarc } from './dmarc.js'
import type { SpfAnswer, SpfCheck, SpfQuestion } from './spf-check.js'

/** How a mail arrived. */
export interface Arrival {
  /** The client that handed it over by SMTP; null if unknown. */
  client: InboundEmailDoc['client']
  /** The envelope sender; empty for the null sender. */
  sender: string
  /** Verdicts of a provider that has checked the mail. They are not checked again. */
  given: Partial<InboundVerdicts> | null
}

/** What was found out about a mail. */
export interface Authentication {
  verdicts: InboundVerdicts
  /** Whether the domain of its author stands behind it: DMARC passed, or without a policy an aligned signature did. */
  isAuthentic: boolean
}

interface Mail {
  accountId: string
  raw: SharedBytes
}

interface Checked {
  verdict: Verdict
  /** The domains that passed. */
  domains: string[]
  /** The domains that might have passed: a name server did not answer, or nobody could check. */
  unanswered: string[]
}

/** Most time for SPF and DKIM, and again for DMARC, in ms. What has no verdict then, is undecided. */
const LIMIT_MS = 12_000
/** Mail comes in waves from the same senders, each with the same ten questions. */
const KEPT_MS = 30_000

/** Bytes of a mail in which its signatures and authors are. */
const MAX_HEADER_BYTES = 128 * 1024
/** How often a signature is checked with the keys that it turned out to need. */
const MAX_ROUNDS = 2

/** Longest domain, with which a client may call itself, and longest sender: RFC 5321, section 4.5.3.1. */
const MAX_DOMAIN_CHARS = 255
const MAX_SENDER_CHARS = 64 + 1 + MAX_DOMAIN_CHARS
/** The record of the sender, and two rounds for each of the ten terms that look something up. */
const MAX_SPF_ROUNDS = 1 + 2 * 10
/** Size of what its thread reads. The records that follow are limited. */
const SPF_BYTES = 4_096

const undecided = (unanswered: string[]): Checked => ({ verdict: 'GRAY', domains: [], unanswered })
const UNCHECKED: Checked = { verdict: 'NONE', domains: [], unanswered: [] }

const SPF_VERDICTS: Record<string, Verdict> = { pass: 'PASS', fail: 'FAIL', none: 'NONE' }

/**
 * Checks where received mail comes from: SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 9989). `GRAY` means that a check
 * could not decide, such as when a name server does not answer; `NONE` that there was nothing to check.
 */
export class Authenticity {
  readonly #resolver: DnsResolver
  readonly #readerThreads: Pick<ReaderThreads, 'run'>
  readonly #limitMs: number
  readonly #kept: AnswerCache

  /**
   * @param limitMs most time for SPF and DKIM, and again for DMARC.
   * @param keptMs how long answers of name servers are used for other mails.
   */
  constructor({
    resolver,
    readerThreads,
    limitMs = LIMIT_MS,
    keptMs = KEPT_MS,
  }: {
    resolver: DnsResolver
    readerThreads: Pick<ReaderThreads, 'run'>
    limitMs?: number
    keptMs?: number
  }) {
    this.#resolver = resolver
    this.#readerThreads = readerThreads
    this.#limitMs = limitMs
    this.#kept = new AnswerCache(keptMs)
  }

  /**
   * Checks a mail. Nobody here checks for spam and viruses.
   * @throws NoThreadError only if the threads are closed or cannot be started.
   */
  async check(accountId: string, given: Uint8Array, arrival: Arrival): Promise<Authentication> {
    const known = arrival.given
    const other = { spam: known?.spam ?? 'NONE', virus: known?.virus ?? 'NONE' } as const
    if (known?.spf && known.dkim && known.dmarc) {
      const { spf, dkim, dmarc } = known
      return { verdicts: { spf, dkim, dmarc, ...other }, isAuthentic: dmarc === 'PASS' }
    }
    const dns = createCheckDns(this.#resolver, this.#kept)
    const mail = { accountId, raw: await toShared(given) }
    const asked = await this.#ask(mail)
    const [spfResult, dkimResult] = await Promise.all([
      this.#limited(this.#checkSpf(accountId, arrival, dns), undecided(sendingDomains(arrival))),
      asked ? this.#limited(this.#checkDkim(mail, asked, dns), undecided(asked.keys.map(signerOf))) : undecided([]),
    ])
    const dmarc =
      known?.dmarc ??
      (asked ? await this.#limited(dmarcOf(asked, { arrival, spfResult, dkimResult }, dns), 'GRAY') : 'GRAY')
    const verdicts = { spf: known?.spf ?? spfResult.verdict, dkim: known?.dkim ?? dkimResult.verdict, dmarc, ...other }
    return { verdicts, isAuthentic: dmarc === 'PASS' || (dmarc !== 'FAIL' && isSignedByAuthor(asked, dkimResult)) }
  }

  /** What has to be looked up; null if the header takes too long to read. */
  async #ask({ accountId, raw }: Mail): Promise<SignatureQuestions | null> {
    const job = { accountId, bytes: Math.min(raw.length, MAX_HEADER_BYTES) }
    return this.#readerThreads.run('signatures', job, { raw }).catch(unlessNoThread(null))
  }

  async #checkSpf(accountId: string, arrival: Arrival, dns: CheckDns): Promise<Checked> {
    const { client, sender } = arrival
    if (!client) return spfOfProvider(arrival)
    if (sender.length > MAX_SENDER_CHARS) return UNCHECKED
    const helo = client.helo.length > MAX_DOMAIN_CHARS ? '' : client.helo
    const names = sendingDomains({ sender, client: { ...client, helo } })
    // The first question of nearly every check.
    const record = names.map((name): SpfQuestion => ({ name, type: 'TXT' }))
    const result = await this.#spfResult(accountId, { ip: client.ip, helo, sender }, record, dns)
    const verdict = SPF_VERDICTS[result] ?? 'GRAY'
    return {
      verdict,
      domains: verdict === 'PASS' ? names : [],
      unanswered: result === 'temperror' ? names : [],
    }
  }

  /** @param questions that the check is expected to have. */
  async #spfResult(
    accountId: string,
    check: Omit<SpfCheck, 'answers'>,
    questions: SpfQuestion[],
    dns: CheckDns,
  ): Promise<string> {
    const answers: [SpfQuestion, SpfAnswer][] = []
    let asked = questions
    for (let round = 1; round <= MAX_SPF_ROUNDS; round += 1) {
      const found = await Promise.all(asked.map((question) => dns.spf(question)))
      for (const [index, question] of asked.entries()) answers.push([question, found[index]!])
      const job = { accountId, bytes: SPF_BYTES }
      const { result, missing } = await this.#readerThreads.run('spf', job, { ...check, answers })
      if (missing.length === 0) return result
      asked = missing
    }
    return 'temperror'
  }

  async #checkDkim(mail: Mail, { keys, hasUnchecked }: SignatureQuestions, dns: CheckDns): Promise<Checked> {
    if (keys.length === 0) return hasUnchecked ? undecided([]) : UNCHECKED
    const answers: Record<string, KeyAnswer> = {}
    let wanted = keys
    for (let round = 1; ; round += 1) {
      const found = await Promise.all(wanted.map((name) => keyAnswer(name, dns)))
      for (const [index, name] of wanted.entries()) answers[name] = found[index]!
      const { signatures, missing } = await this.#verify(mail, answers)
      // The library may read a signature differently.
      if (missing.length === 0 || round === MAX_ROUNDS) return dkimVerdict(signatures, hasUnchecked)
      wanted = missing
    }
  }

  #verify({ accountId, raw }: Mail, answers: Record<string, KeyAnswer>): Promise<DkimResults> {
    return this.#readerThreads.run('dkim', { accountId, bytes: raw.length }, { raw, answers })
  }

  /** A check that takes too long, or meets what its library cannot read, is undecided. */
  #limited<T>(check: Promise<T>, undecided: NoInfer<T>): Promise<T> {
    return withFallback({ timeoutMs: this.#limitMs }, check.catch(unlessNoThread(undecided)), () => undecided)
  }
}

/** What a failed check amounts to. Without a thread there was none: the mail has to be checked another time. */
function unlessNoThread<T>(undecided: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof NoThreadError) throw error
    return undecided
  }
}

/** The answer for a key, as the thread that checks the signature needs it. */
async function keyAnswer(name: string, dns: CheckDns): Promise<KeyAnswer> {
  const answer = await dns.txt(name)
  if (answer.status === 'found') return { records: answer.records }
  return { code: answer.status === 'unknown' ? 'ETIMEOUT' : answer.nameMissing ? 'ENOTFOUND' : 'ENODATA' }
}

/** What a provider that knows the client has found out about the envelope sender. */
function spfOfProvider(arrival: Arrival): Checked {
  const verdict = arrival.given?.spf
  if (verdict === undefined) return UNCHECKED
  const names = sendingDomains(arrival)
  return { verdict, domains: verdict === 'PASS' ? names : [], unanswered: verdict === 'GRAY' ? names : [] }
}

/** The domain that SPF is about: that of the envelope sender or, without one, the name of the client. */
function sendingDomains({ client, sender }: Pick<Arrival, 'client' | 'sender'>): string[] {
  const name = asciiDomain(sender === '' ? (client?.helo ?? '') : domainOf(sender))
  return name === null ? [] : [name]
}

/** The domain of the name of a DKIM key. */
const signerOf = (key: string) => key.slice(key.indexOf('._domainkey.') + '._domainkey.'.length)

/** Whether a valid signature is of the author's domain, or of one above it. */
function isSignedByAuthor(asked: SignatureQuestions | null, { domains }: Checked): boolean {
  const [author, ...others] = asked?.authors ?? []
  if (author === undefined || others.length > 0) return false
  return domains.some((domain) => author === domain || author.endsWith(`.${domain}`))
}

/** The verdict of the signatures, of which some may not have been checked. */
function dkimVerdict(signatures: readonly SignatureResult[], hasUnchecked: boolean): Checked {
  const domainsWith = (wanted: string) =>
    signatures.flatMap(({ result, domain }) => (result === wanted && domain !== null ? domain : []))
  const domains = domainsWith('pass')
  const unanswered = domainsWith('temperror')
  if (domains.length > 0) return { verdict: 'PASS', domains, unanswered }
  // Those of an unknown kind are left out of the results.
  const isUndecided = hasUnchecked || unanswered.length > 0 || signatures.some(({ result }) => result === 'none')
  // Without a key, with a wrong hash or out of date: the library calls that neutral.
  return { verdict: isUndecided ? 'GRAY' : 'FAIL', domains, unanswered }
}

async function dmarcOf(
  { authors }: SignatureQuestions,
  { arrival, spfResult, dkimResult }: { arrival: Arrival; spfResult: Checked; dkimResult: Checked },
  dns: CheckDns,
): Promise<Verdict> {
  const [author] = authors
  if (author === undefined) return 'NONE'
  // Nobody can tell which of them the reader sees.
  if (authors.length > 1) return 'FAIL'
  const unanswered = [...spfResult.unanswered, ...dkimResult.unanswered]
  const domains = { dkim: dkimResult.domains, spf: spfResult.domains[0] ?? null, unanswered }
  const verdict = await checkDmarc(author, domains, dns)
  // Without its client, a mail might have passed by SPF.
  return verdict === 'FAIL' && !arrival.client && !arrival.given?.spf ? 'GRAY' : verdict
}
