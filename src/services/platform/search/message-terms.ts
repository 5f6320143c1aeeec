import { normalizeAddress, splitAddress } from '../../../lib/text/addresses.js'
import { normalized } from '../../../lib/text/normalized.js'
import { withoutPunctuationAround } from '../../../lib/text/trim.js'

/** Most terms of a message: enough for a long subject and fifty recipients. */
const MAX_TERMS = 1_000
const MAX_TERM_LENGTH = 256

/** The words of a text in lower case: runs of letters and digits of any script. */
export function words(text: string): string[] {
  const folded = fold(text)
  // Looking up each character in the tables of Unicode takes several times as long.
  return folded.match(isAscii(folded) ? /[a-z0-9]+/g : /[\p{L}\p{N}\p{M}]+/gu) ?? []
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are ASCII.
const isAscii = (text: string) => /^[\x00-\x7f]*$/.test(text)

interface Searchable {
  subject: string
  addresses: string[]
  tags: Record<string, string> | undefined
}

/**
 * The terms of a message: its tags, the words of its subject, and each recipient's address, local part and domain. Tags
 * and addresses come first, so that they are never cut: the filters rely on them.
 */
export function searchTerms({ subject, addresses, tags = {} }: Searchable): string[] {
  const tagTerms = Object.entries(tags).flatMap(([key, value]) => [tagTerm(key), tagTerm(`${key}:${value}`)])
  const found = [...words(subject), ...addresses.flatMap(partsOf)].filter((term) => term.length <= MAX_TERM_LENGTH)
  return [...new Set([...tagTerms, ...addresses.map(fold), ...found])].slice(0, MAX_TERMS)
}

function partsOf(address: string): string[] {
  const { local, domain } = splitAddress(fold(address))
  return [local, domain, ...words(local)]
}

/**
 * The term of a tag, `key` or `key:value`. No search finds it, because the parts of a search text contain no spaces.
 * Keys contain no colon, so the first one ends the key.
 */
export const tagTerm = (tag: string) => ` ${tag}`

/** The term of a recipient's whole address. No other term contains an `@`. */
export const recipientTerm = (address: string) => fold(normalizeAddress(address))

/** The whole addresses of the recipients, among the terms of a message. */
export const recipientsIn = (terms: readonly string[]) =>
  terms.filter((term) => term.includes('@') && !term.startsWith(' '))

/** A part of a search text. It matches as a whole (address, domain, word) or by all its words. */
interface SearchPart {
  whole: string
  words: string[]
}

/** A search text, in the forms in which it is asked. */
export interface SearchText {
  /** The filter: all parts must match. */
  filter: Record<string, unknown>
  /** For each part, terms of which a match has at least one. */
  sets: string[][]
}

/**
 * Reads a search text. Its parts are separated by spaces; a part without letters and digits is ignored.
 * @returns null if there is no part, and so no match.
 */
export function readSearch(text: string): SearchText | null {
  const wholes = [...new Set(fold(text).split(/\s+/))]
  const parts = wholes.map((whole) => ({ whole, words: words(whole) })).filter((part) => part.words.length > 0)
  if (parts.length === 0) return null
  return { filter: { $and: parts.map(filterOf) }, sets: parts.map(setOf) }
}

const isOneWord = (part: SearchPart) => part.words.length === 1 && part.words[0] === part.whole

const asWhole = ({ whole }: SearchPart) => [...new Set([whole, withoutPunctuationAround(whole)])]

function filterOf(part: SearchPart): Record<string, unknown> {
  if (isOneWord(part)) return { search: part.whole }
  return { $or: [{ search: { $in: asWhole(part) } }, { search: { $all: part.words } }] }
}

function setOf(part: SearchPart): string[] {
  return isOneWord(part) ? [part.whole] : [...new Set([...asWhole(part), part.words[0]!])]
}

const fold = (text: string) => normalized(text, 'NFKC').toLowerCase()
