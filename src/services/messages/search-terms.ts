import { splitAddress } from '../../lib/addresses.js'

/** Terms kept of one message: enough for a full subject and fifty recipients. */
const MAX_TERMS = 1_000
const MAX_TERM_LENGTH = 256

/** What surrounds a word, an address or a domain and is no part of it. */
const EDGES = /^[^\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+$/gu

/** Words of a text: runs of letters and digits of any script, without case. */
export function words(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
}

/**
 * What a message is found by: the words of its subject, and of each recipient the full address, its local part
 * and its domain.
 */
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
 * The filter for a search text: all its parts must be found. A part is what stands between blanks, found as a
 * whole (an address, a domain, a word) or by all its words; what has no letter and no digit is no part.
 * @returns null when there is no part, so that nothing can be found.
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
