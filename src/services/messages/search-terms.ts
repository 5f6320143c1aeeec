import { splitAddress } from '../../lib/addresses.js'

/** Most terms of a message: enough for a long subject and fifty recipients. */
const MAX_TERMS = 1_000
const MAX_TERM_LENGTH = 256

/** Punctuation around a word, an address or a domain. */
const EDGES = /^[^\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+$/gu

/** The words of a text in lower case: runs of letters and digits of any script. */
export function words(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
}

/** The search terms of a message: the words of its subject, and each recipient's address, local part and domain. */
export function searchTerms(subject: string, addresses: string[]): string[] {
  const terms = new Set(words(subject))
  for (const address of addresses) {
    const folded = fold(address)
    const { local, domain } = splitAddress(folded)
    terms.add(folded).add(local).add(domain)
    for (const word of words(local)) terms.add(word)
  }
  return [...terms].filter((term) => term.length <= MAX_TERM_LENGTH).slice(0, MAX_TERMS)
}

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
