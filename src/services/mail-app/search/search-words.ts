import type { Models } from '../../../models/index.js'
import { type FoundTerms, termsBeginningWith } from '../../platform/search/term-prefixes.js'
import { comparableId } from '../filing/message-ids.js'
import { folded } from './fold-letters.js'
import { mailIndex } from './mail-index.js'
import { fieldTerm, type TermField } from './mail-terms.js'
import type { SearchNode, SearchWords } from './search-query.js'

/** Shorter words are found whole: too many begin with them. */
const MIN_BEGINNING = 3
/** Most words of a search that are looked up; the others are compared. */
const MAX_LOOKED_UP = 16

/** What words of a search are found by: a term for the whole text, or one for each of its words. */
export interface WordTerms {
  whole: FoundTerms
  /** None if the text is one word. */
  each: FoundTerms[]
}

/** What the words of a search are found by. */
export type SearchTerms = ReadonlyMap<SearchWords, WordTerms>

/** Looks up the terms of all words in a search. */
export async function findSearchTerms(models: Models, accountId: string, node: SearchNode): Promise<SearchTerms> {
  let lookedUp = 0
  const find = (field: TermField | null, texts: string[], isBeginning: boolean): Promise<FoundTerms> | FoundTerms => {
    const terms = texts.flatMap(folded).map((one) => (field ? fieldTerm(field, one) : one))
    if (!isBeginning || texts[0]!.length < MIN_BEGINNING) return { terms, leads: true }
    lookedUp += 1
    if (lookedUp > MAX_LOOKED_UP) return { terms: terms.map((startsWith) => ({ startsWith })), leads: false }
    return termsBeginningWith(mailIndex(models), accountId, terms)
  }
  const found = wordsIn(node).map(async (part): Promise<[SearchWords, WordTerms]> => {
    const { field, whole, asAddress = whole, words, isWhole = false } = part
    if (field === 'rfc822msgid') {
      return [part, { whole: { terms: [fieldTerm(field, comparableId(whole) ?? '')], leads: true }, each: [] }]
    }
    // Of an address or the name of a host only the end may be missing.
    const isName = /[@.]/.test(whole)
    const isBeginning = (index: number) => !isWhole && (!isName || index === words.length - 1)
    const isOne = words.length === 1 && words[0] === whole
    const [first, ...each] = await Promise.all([
      find(field, [...new Set([whole, asAddress])], !isWhole && !whole.includes(' ')),
      ...(isOne ? [] : words.map((word, index) => find(field, [word], isBeginning(index)))),
    ])
    return [part, { whole: first, each }]
  })
  return new Map(await Promise.all(found))
}

function wordsIn(node: SearchNode): SearchWords[] {
  if (node.kind === 'words') return [node]
  if (node.kind === 'not') return wordsIn(node.part)
  return node.kind === 'all' || node.kind === 'any' ? node.parts.flatMap(wordsIn) : []
}
