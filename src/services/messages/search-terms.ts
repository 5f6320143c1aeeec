import { normalizeAddress, splitAddress } from '../../lib/addresses.js'

/** Most terms of a message: enough for a long subject and fifty recipients. */
const MAX_TERMS = 1_000
const MAX_TERM_LENGTH = 256

/** Punctuation around a word, an address or a domain. */
const EDGES = /^[^\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+$/gu

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

/**
 * The filter for a search text: all its parts must match. The parts are separated by spaces. A part matches as a whole
 * (address, domain, word) or by all its words; a part without letters and digits is ignored.
 * @returns null if there is no part, and so no match.
 */
export function searchFilter(text: string): Record<string, unknown> | null {
  const parts = [...new Set(fold(text).split(/\s+/))].filter((part) => words(part).length > 0)
  const filters = parts.map((part) => {
    const inner = words(part)
    if (inner.length === 1 && inner[0] === part) return { search: part }
    return { $or: [{ search: { $in: [part, part.replace(EDGES, '')] } }, { search: { $all: inner } }] }
  })
  return filters.length === 0 ? null : { $and: filters }
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase()
