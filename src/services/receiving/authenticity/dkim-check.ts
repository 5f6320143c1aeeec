import { fieldLatin1, fieldText, parseAddresses, readHeaderBlock } from '@postline/mail-parser'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { asciiDomain, domainOf } from '../../../lib/mail/addresses.js'
import { toDkimInput } from './dkim-input.js'

/*
 * The parts of the check of a mail that read the mail. They run in a reader thread, which looks nothing up: the first says
 * what to look up, and the second gets the answers.
 */

/** What has to be known to check where a mail comes from. */
export interface SignatureQuestions {
  /** Names of DKIM keys; empty if no signature is checked. */
  keys: string[]
  /** Whether there are signatures that are not checked. */
  hasUnchecked: boolean
  /** The different domains in all From headers, as A-labels. */
  authors: string[]
}

/** The TXT records of a name, or the code of the error in place of them, as Node's resolver has it. */
export type KeyAnswer = { records: string[] } | { code: string }

/** A mail, and what was found out about its keys. */
export interface DkimCheck {
  raw: Buffer
  /** By name, in lower case. */
  answers: Readonly<Record<string, KeyAnswer>>
}

/** The result of a signature, in the words of the library. */
export interface SignatureResult {
  result: string
  /** The signing domain as A-labels; null if it is none. */
  domain: string | null
}

export interface DkimResults {
  signatures: SignatureResult[]
  /** Names that were asked for without an answer: with them, the check has to be made again. */
  missing: string[]
}

/** Bytes in which the author is looked for. */
const MAX_HEADER_BYTES = 128 * 1024
const SELECTOR = /(?:^|;)\s*s\s*=\s*([^;\s]{1,255})/
const DOMAIN = /(?:^|;)\s*d\s*=\s*([^;\s]{1,255})/

/** What to look up. */
export function whatToAsk(raw: Buffer): SignatureQuestions {
  const { signatures, hasUnchecked } = toDkimInput(raw)
  const names = signatures.map((field) => {
    const text = fieldLatin1(field)
    return `${SELECTOR.exec(text)?.[1]}._domainkey.${DOMAIN.exec(text)?.[1]}`.toLowerCase()
  })
  return { keys: [...new Set(names)], hasUnchecked, authors: authorDomains(raw) }
}

/** Checks the signatures with keys that were looked up. */
export async function verifyDkim({ raw, answers }: DkimCheck): Promise<DkimResults> {
  const { stream } = toDkimInput(raw)
  if (!stream) return { signatures: [], missing: [] }
  const missing: string[] = []
  const resolver = async (name: string) => {
    const answer = answers[name.toLowerCase()]
    if (!answer) missing.push(name.toLowerCase())
    if (answer && 'records' in answer) return answer.records.map((text) => [text])
    throw Object.assign(new Error('no answer'), { code: answer?.code ?? 'ETIMEOUT' })
  }
  // Otherwise it would read a Return-Path from the mail.
  const { results } = await dkimVerify(stream, { resolver, sender: 'unknown@localhost' })
  const signatures = results.map(({ status, signingDomain }) => ({
    result: status.result,
    domain: asciiDomain(signingDomain ?? ''),
  }))
  return { signatures, missing }
}

function authorDomains(raw: Buffer): string[] {
  const { fields } = readHeaderBlock({ raw, start: 0, end: raw.length, maxBytes: MAX_HEADER_BYTES })
  const addresses = fields
    .filter(({ name }) => name.toLowerCase() === 'from')
    .flatMap((field) => parseAddresses(fieldText(field)))
  const domains = addresses.map(({ email }) => asciiDomain(domainOf(email)))
  return [...new Set(domains.filter((domain) => domain !== null))]
}
