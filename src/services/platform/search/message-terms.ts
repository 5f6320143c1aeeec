import { asciiDomain, normalizeAddress, splitAddress } from '../../../lib/mail/addresses.js'
import { isAscii } from '../../../lib/text/is-ascii.js'
import { normalized } from '../../../lib/text/normalized.js'

/** Most terms of a message: enough for a long subject and fifty recipients. */
const MAX_TERMS = 1_000
const MAX_TERM_LENGTH = 256

/** The words of a text in lower case: runs of letters and digits of any script. */
export function words(text: string): string[] {
  const folded = inLowerCase(text)
  // Looking up each character in the tables of Unicode takes several times as long.
  return folded.match(isAscii(folded) ? /[a-z0-9]+/g : /[\p{L}\p{N}\p{M}]+/gu) ?? []
}

interface Searchable {
  subject: string
  addresses: string[]
  tags: Record<string, string> | undefined
  /** Address of the sender. */
  sender?: string
  /** Id of the template. */
  template?: string | null
}

/**
 * The terms of a message: its sender, template and tags, the words of its subject, and each recipient's address, local part and domain. What
 * filters rely on comes first, so that it is never cut.
 */
export function searchTerms({ subject, addresses, tags = {}, sender, template }: Searchable): string[] {
  const tagTerms = Object.entries(tags).flatMap(([key, value]) => [tagTerm(key), tagTerm(`${key}:${value}`)])
  const found = [...words(subject), ...addresses.flatMap(partsOf)].filter((term) => term.length <= MAX_TERM_LENGTH)
  const own = [...(sender ? [senderTerm(sender)] : []), ...(template ? [templateTerm(template)] : [])]
  return [...new Set([...own, ...tagTerms, ...addresses.map(inLowerCase), ...found])].slice(0, MAX_TERMS)
}

function partsOf(address: string): string[] {
  const { local, domain } = splitAddress(inLowerCase(address))
  return [local, domain, ...words(local)]
}

/**
 * The term of a tag, `key` or `key:value`. No search finds it, because the parts of a search text contain no spaces.
 * Keys contain no colon, so the first one ends the key.
 */
export const tagTerm = (tag: string) => ` ${tag}`

/** The term of a sender, or what it begins with. Two spaces distinguish it from the terms of tags. */
export const senderTerm = (address: string) => `  from:${inLowerCase(normalizeAddress(address))}`

/** The term of a template. */
export const templateTerm = (id: string) => `  template:${id}`

/** The term of a recipient's whole address. No other term contains an `@`. */
export const recipientTerm = (address: string) => inLowerCase(normalizeAddress(address))

/** The whole addresses of the recipients, among the terms of a message. */
export const recipientsIn = (terms: readonly string[]) =>
  terms.filter((term) => term.includes('@') && !term.startsWith(' '))

/** A part of a search text as an address or a domain has it among the terms: with its domain in A-labels. */
export const toALabelForm = (whole: string) =>
  whole.includes('@') ? normalizeAddress(whole) : (asciiDomain(whole) ?? whole)

/** A part of a search text. It matches as a whole (address, domain, word) or by all its words. */
interface SearchPart {
  whole: string
  words: string[]
}

/** The parts of a search text that have letters or digits. */
export function partsOfSearch(text: string): SearchPart[] {
  const wholes = [...new Set(inLowerCase(text).split(/\s+/))]
  return wholes.map((whole) => ({ whole, words: words(whole) })).filter((part) => part.words.length > 0)
}

/** A text as it is compared in searches. */
export const inLowerCase = (text: string) => normalized(text, 'NFKC').toLowerCase()
