import type { mongo } from 'mongoose'
import { hintOf, oneOf, type TermIndex, type TermSet } from './term-index.js'

/*
 * Finding rows by the beginnings of terms.
 *
 * An index lists the rows of one term by their position, but not those of many terms. So a beginning is replaced by the
 * terms that have it, which the index gives without reading a row: it is read from the first longer term on, and after
 * some entries of the same term from the next one on. If there are many, their rows are few enough to be sorted, or so
 * many that rows are best compared one after the other.
 */

/** Most terms with a beginning. */
const MAX_TERMS = 50
/**
 * Entries of the index of each look, and most looks for a beginning. Common terms take a look each. The first look is small: most
 * words that are searched begin no other.
 */
const FIRST_LOOK = 10
const LOOK = 100
const MAX_LOOKS = 13
/** Most rows that are sorted by their position for one page. */
const MAX_SORTED = 2_000

/** The terms of a word that is searched. */
export interface FoundTerms {
  /** A row matches if it has one of these. */
  terms: TermSet
  /** Whether the index leads to the rows with these terms. */
  leads: boolean
}

/**
 * The beginnings themselves, and the terms of an account that begin with one of them. They may be fewer than there are, but
 * every row that has one of the others has one of these, too.
 */
export async function termsBeginningWith<Row extends { account_id: string }>(
  index: TermIndex<Row>,
  accountId: string,
  beginnings: readonly string[],
): Promise<FoundTerms> {
  const found = await Promise.all(beginnings.map((beginning) => termsWith(index, accountId, beginning)))
  const terms = [...new Set(found.flatMap((some) => some ?? []))]
  if (found.every((some) => some) && terms.length <= MAX_TERMS) return { terms, leads: true }
  const set = beginnings.map((startsWith) => ({ startsWith }))
  const own = { account_id: accountId, [index.terms]: oneOf(set) } as mongo.Filter<Row>
  const rows = await index.rows.countDocuments(own, { hint: hintOf(index), limit: MAX_SORTED })
  return { terms: set, leads: rows < MAX_SORTED }
}

/** Null if there are too many to look at. */
async function termsWith<Row extends { account_id: string }>(
  index: TermIndex<Row>,
  accountId: string,
  beginning: string,
): Promise<string[] | null> {
  const found = [beginning]
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const limit = look === 0 ? FIRST_LOOK : LOOK
    // Nothing sorts between a term and the same with this character.
    const keys = await termsFrom(index, accountId, `${found.at(-1)}\0`, limit)
    for (const term of keys) {
      if (!term.startsWith(beginning)) return found
      if (term !== found.at(-1)) found.push(term)
    }
    if (keys.length < limit) return found
    if (found.length > MAX_TERMS) return null
  }
  return null
}

/** Terms in the order of the index. It leaves out entries of rows that it has already returned for an earlier term. */
async function termsFrom<Row extends { account_id: string }>(
  index: TermIndex<Row>,
  accountId: string,
  from: string,
  limit: number,
): Promise<string[]> {
  const { rows, terms } = index
  const keys = await rows
    .find<Record<string, string>>({ account_id: accountId, [terms]: { $gte: from } } as mongo.Filter<Row>, {
      ...{ hint: hintOf(index), returnKey: true, limit, batchSize: limit + 1 },
    })
    .toArray()
  return keys.map((key) => key[terms]!)
}
