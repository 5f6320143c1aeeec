import type { mongo } from 'mongoose'
import { escapeRegex } from '../../../lib/text/escape-regex.js'

/*
 * Finding rows by several terms.
 *
 * MongoDB leads a query through one range of an index, and fetches every row there to compare the other terms: for two
 * common words, nearly all rows of an account. The functions here read the index alone as long as they can: the
 * positions of the rows with the rarest term, and which of these the index also has for the other terms. Rows are
 * fetched last, and only those that are left.
 */

/**
 * Newest positions of each condition that are read to find the one that the fewest rows meet: as many as a page of
 * fifty first looks at.
 */
const RANKED = 255
/** Positions that are looked up by one command. Several run at the same time. */
const LOOKED_UP = 1_000
/** Alternatives of a set up to which it narrows positions down. The index is looked up for each of them. */
const MAX_NARROWED = 8

/** A term, or any term with this beginning. */
export type Term = string | { startsWith: string }
/** A set of terms, of which a row has at least one. */
export type TermSet = readonly Term[]

/** A term, or what it begins with. */
export const beginningOf = (term: Term): string => (typeof term === 'string' ? term : term.startsWith)

/** Whether a row with these terms has one of a set. */
export const hasOneOf = (terms: readonly string[], set: TermSet): boolean =>
  set.some((term) =>
    typeof term === 'string' ? terms.includes(term) : terms.some((own) => own.startsWith(term.startsWith)),
  )

/** Rows with terms, and an index over the account, the terms and a position, which sorts the rows of an account. */
export interface TermIndex<Row extends { account_id: string }> {
  rows: mongo.Collection<Row>
  terms: string & keyof Row
  position: string & keyof Row
}

/** A part of a list, by the positions of its rows. */
export interface PositionRange {
  $gt: string
  $lt?: string
}

/** What comes after a position in a list; all of it without one. */
export const after = (position: string | undefined): PositionRange => ({
  $gt: '',
  ...(position !== undefined && { $lt: position }),
})

/** Reads the newest positions in a range, from an index alone. */
export type ReadNewest = (range: PositionRange, limit: number) => Promise<string[]>
/** Those of some positions whose rows meet a condition, in their order, as far as an index alone shows it. */
export type FilterPositions = (positions: string[]) => Promise<string[]>

/** A condition on rows that an index answers. */
export interface Condition {
  newest: ReadNewest
  /** Undefined if comparing the rows is cheaper. */
  among?: FilterPositions | undefined
  /** All positions of the rows that meet it, if they are known and few. */
  few?: readonly string[] | undefined
}

/**
 * Sorts conditions by how few rows of a range meet them. Those that many rows meet are compared by how far back their newest
 * rows reach, because counting all would take longer than what follows. What was read for it is not read again.
 */
export async function fewestFirst<T extends Condition>(
  conditions: readonly T[],
  range: PositionRange = after(undefined),
): Promise<T[]> {
  if (conditions.length < 2) return [...conditions]
  const ranked = await Promise.all(
    conditions.map(async (condition) => {
      const positions = await condition.newest(range, RANKED)
      return { condition, positions, oldest: positions.at(-1) ?? '' }
    }),
  )
  return ranked
    .toSorted((one, other) => one.positions.length - other.positions.length || (one.oldest < other.oldest ? -1 : 1))
    .map(({ condition, positions }) => knowing(condition, positions, range))
}

/** A condition that asks the index only for what its newest positions in a range do not show. */
function knowing<T extends Condition>(condition: T, positions: readonly string[], range: PositionRange): T {
  const { newest, among } = condition
  const known = new Set(positions)
  const few = positions.length < RANKED ? positions : undefined
  const covered = few ? range : { ...range, $gt: positions.at(-1)! }
  return {
    ...condition,
    few,
    newest: async (asked, limit) => {
      const some = positions.filter((position) => isIn(asked, position))
      const isFromThere = covered.$lt === undefined || (asked.$lt !== undefined && asked.$lt <= covered.$lt)
      const isCovered = isFromThere && (asked.$gt >= covered.$gt || some.length >= limit)
      return isCovered ? some.slice(0, limit) : newest(asked, limit)
    },
    among:
      among &&
      (async (asked) => {
        const others = asked.filter((position) => !isIn(covered, position))
        const found = new Set(others.length > 0 ? await among(others) : [])
        return asked.filter((position) => known.has(position) || found.has(position))
      }),
  }
}

const isIn = ({ $gt, $lt }: PositionRange, position: string) => position > $gt && ($lt === undefined || position < $lt)

/** That a row has one of these terms. */
export const withTerm = <Row extends { account_id: string }>(
  index: TermIndex<Row>,
  accountId: string,
  set: TermSet,
): Condition & { set: TermSet } => ({
  set,
  newest: newestWith(index, accountId, set),
  // With many alternatives, comparing the rows is cheaper.
  among: set.length > MAX_NARROWED ? undefined : (positions) => havingOneOf(index, accountId, set, positions),
})

/**
 * Reads the newest positions of the rows with one of these terms.
 * @param set all rows of the account if it is undefined: found by an index over account and position.
 */
export const newestWith =
  <Row extends { account_id: string }>(
    index: TermIndex<Row>,
    accountId: string,
    set: TermSet | undefined,
  ): ReadNewest =>
  (range, limit) =>
    newestPositions(index, accountId, set, range, limit)

/** How a walk finds rows that meet all of some conditions: the first one leads it, or the account's index if there is none. */
export const walkSources = <Row extends { account_id: string }>(
  index: TermIndex<Row>,
  accountId: string,
  [lead, ...others]: readonly Condition[],
): { newest: ReadNewest; among: FilterPositions[] } => ({
  newest: lead?.newest ?? newestWith(index, accountId, undefined),
  among: others.flatMap(({ among }) => among ?? []),
})

async function newestPositions<Row extends { account_id: string }>(
  index: TermIndex<Row>,
  accountId: string,
  set: TermSet | undefined,
  range: PositionRange,
  limit: number,
): Promise<string[]> {
  const { rows, terms, position } = index
  const own = { account_id: accountId, ...(set && { [terms]: oneOf(set) }), [position]: range } as mongo.Filter<Row>
  const hint = set ? hintOf(index) : { account_id: 1, [position]: -1 }
  return valuesOf(rows, own, position, hint, [{ $sort: { [position]: -1 } }, { $limit: limit }])
}

/**
 * A text of each of some rows. They come as one row of many texts, which is much cheaper than many rows of one.
 * @param stages what is done with the rows before.
 */
export async function valuesOf<Row extends mongo.Document>(
  rows: mongo.Collection<Row>,
  filter: mongo.Filter<Row>,
  field: string & keyof Row,
  hint: mongo.Document,
  stages: mongo.Document[] = [],
): Promise<string[]> {
  const group = { $group: { _id: null, values: { $push: `$${field}` } } }
  const [row] = await rows.aggregate<{ values: string[] }>([{ $match: filter }, ...stages, group], { hint }).toArray()
  return row?.values ?? []
}

/** Those of some positions whose rows have one of these terms, in their order. */
async function havingOneOf<Row extends { account_id: string }>(
  index: TermIndex<Row>,
  accountId: string,
  set: TermSet,
  positions: string[],
): Promise<string[]> {
  const parts: Promise<string[]>[] = []
  for (let from = 0; from < positions.length; from += LOOKED_UP) {
    parts.push(lookedUp(index, accountId, set, positions.slice(from, from + LOOKED_UP)))
  }
  return (await Promise.all(parts)).flat()
}

async function lookedUp<Row extends { account_id: string }>(
  index: TermIndex<Row>,
  accountId: string,
  set: TermSet,
  positions: string[],
): Promise<string[]> {
  const { rows, terms, position } = index
  const found = await rows
    .find<Record<string, string>>(
      { account_id: accountId, [terms]: oneOf(set), [position]: { $in: positions } } as mongo.Filter<Row>,
      {
        projection: { _id: 0, [position]: 1 },
        hint: hintOf(index),
        sort: { [position]: -1 },
        batchSize: positions.length + 1,
      },
    )
    .toArray()
  return found.map((row) => row[position]!)
}

export const hintOf = ({ terms, position }: { terms: string; position: string }) => ({
  account_id: 1,
  [terms]: 1,
  [position]: -1,
})

/** A filter for rows that have one of some terms. A beginning is one range of the index. */
export function oneOf(set: TermSet): string | RegExp | { $in: (string | RegExp)[] } {
  const values = set.map((term) => (typeof term === 'string' ? term : new RegExp(`^${escapeRegex(term.startsWith)}`)))
  return values.length === 1 ? values[0]! : { $in: values }
}
