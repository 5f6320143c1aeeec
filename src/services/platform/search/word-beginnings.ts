import { withoutPunctuationAround } from '../../../lib/text/trim.js'
import { partsOfSearch, toALabelForm } from './message-terms.js'
import { oneOf, type TermIndex, type TermSet } from './term-index.js'
import { type FoundTerms, termsBeginningWith } from './term-prefixes.js'

/** Shorter words are found whole: too many begin with them. */
const MIN_BEGINNING = 3
/** Most words of a search that are looked up; of the others, whole words are found. */
const MAX_LOOKED_UP = 16

/** A search text, in the forms in which it is asked. */
export interface FoundSearch {
  /** The filter: all parts must match. */
  filter: Record<string, unknown>
  /** Sets of terms, of each of which a match has at least one. The index leads to the rows of each set. */
  sets: TermSet[]
  /** Whether the sets cover everything that is asked: each is one term. */
  isExact: boolean
}

/**
 * Reads a search text, whose words may be beginnings. Its parts are separated by spaces; a part without letters and digits
 * is ignored. A part matches as a whole (address, domain, word) or by all its words.
 * @param otherTerms further terms that a whole part may begin.
 * @returns null if there is no part, and so no match.
 */
export async function findBeginnings<Row extends { account_id: string }>(
  index: TermIndex<Row>,
  accountId: string,
  text: string,
  otherTerms: (whole: string) => string[] = () => [],
): Promise<FoundSearch | null> {
  const parts = partsOfSearch(text)
  if (parts.length === 0) return null
  let lookedUp = 0
  const find = async (terms: string[], isBeginning: boolean): Promise<FoundTerms> => {
    if (!isBeginning || terms[0]!.length < MIN_BEGINNING || lookedUp >= MAX_LOOKED_UP) return { terms, leads: true }
    lookedUp += 1
    return termsBeginningWith(index, accountId, terms)
  }
  const field = index.terms
  const read = await Promise.all(
    parts.map(async ({ whole, words }) => {
      const isOne = words.length === 1 && words[0] === whole
      // Of an address or the name of a host only the end may be missing.
      const isBeginning = (at: number) => !/[@.]/.test(whole) || at === words.length - 1
      const notations = [whole, withoutPunctuationAround(whole)].flatMap((each) => [each, toALabelForm(each)])
      const wholes = [...new Set(notations)]
      const [first, ...each] = await Promise.all([
        find([...wholes, ...otherTerms(whole)], true),
        ...(isOne ? [] : words.map((word, at) => find([word], isBeginning(at)))),
      ])
      return { whole: first, each }
    }),
  )
  const filters = read.map(({ whole, each }) => {
    const asWhole = { [field]: oneOf(whole.terms) }
    if (each.length === 0) return asWhole
    return { $or: [asWhole, { $and: each.map(({ terms }) => ({ [field]: oneOf(terms) })) }] }
  })
  const sets = read.flatMap(({ whole, each }): TermSet[] => {
    if (!whole.leads) return []
    if (each.length === 0) return [whole.terms]
    return each.flatMap(({ terms, leads }) => (leads ? [[...new Set([...whole.terms, ...terms])]] : []))
  })
  const isExact = read.every(({ whole, each }) => each.length === 0 && whole.leads && isOneTerm(whole.terms))
  return { filter: { $and: filters }, sets, isExact }
}

const isOneTerm = (set: TermSet) => set.length === 1 && typeof set[0] === 'string'
