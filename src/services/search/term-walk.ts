import { type Newest, narrowedDown, newestPositions, type TermIndex, type TermSet } from './term-index.js'

/** Most entries of the index that are read in the first step. See {@link nextChunk} for the others. */
const FIRST_CHUNK = 1_000
const MIN_CHUNK = 100
const MAX_CHUNK = 4_000
/** Most rows that are fetched at a time. */
const MAX_FETCHED = 200

/**
 * How long a page without any result goes on beyond its limits, in ms. Words that are common but rarely meet would give
 * one empty page after the other.
 */
export const EMPTY_PAGE_MS = 1_000

/** A step of a walk: what was found, and the position up to which everything was looked at; null at the end. */
export interface Step<T> {
  found: T[]
  reached: string | null
}

export interface Walk<T> {
  /** Only rows with positions above this. */
  floor?: string | undefined
  /** Only rows with positions below this. */
  before?: string | undefined
  /** Rows to find; a step may find more. */
  wanted: number
  /** For tests: entries that each step reads. */
  chunk?: number | undefined
  /** Stands in for the rarest set, where another index leads the walk. */
  lead?: Newest | undefined
  /** Leaves out positions that something else than the terms excludes, before rows are fetched. Keeps their order. */
  narrow?: ((positions: string[]) => Promise<string[]>) | undefined
  /** Fetches the rows at some positions, compares them with everything else that is asked, and keeps their order. */
  fetch(positions: string[]): Promise<T[]>
}

/**
 * Walks the rows of an account that have a term of each set, newest first, in steps that each read a limited part of the
 * index.
 * @param sets the rarest first; none for all rows.
 */
export async function* walkTerms<Row extends { account_id: string }, T>(
  index: TermIndex<Row>,
  accountId: string,
  sets: readonly TermSet[],
  walk: Walk<T>,
): AsyncGenerator<Step<T>> {
  const { floor = '', before: start, wanted, chunk: fixedSize, narrow = async (positions) => positions, fetch } = walk
  const others = walk.lead ? sets : sets.slice(1)
  const byTerm: Newest = (range, limit) => newestPositions(index, accountId, sets[0], range, limit)
  const newest = walk.lead ?? byTerm
  const read = (before: string | undefined, size: number) => {
    const range = { $gt: floor, ...(before !== undefined && { $lt: before }) }
    const positions = newest(range, size)
    // The walk may stop before it looks at these.
    positions.catch(() => undefined)
    return { size, positions }
  }
  let chunk = read(start, fixedSize ?? Math.min(FIRST_CHUNK, 5 * wanted))
  let isSparse = false
  for (;;) {
    const all = await chunk.positions
    const end = all.length < chunk.size ? null : all.at(-1)!
    // Where little was found, the next chunk will be needed, so it is read at the same time.
    const ahead = end !== null && isSparse ? read(end, fixedSize ?? MAX_CHUNK) : null
    const left = await narrow(await narrowedDown(index, accountId, others, all))
    const found: T[] = []
    let fetched = 0
    // Nearly all that are left are matches, unless something is asked that the index does not tell.
    for (let size = wanted; fetched < left.length && found.length < wanted; size *= 2) {
      const next = left.slice(fetched, fetched + Math.min(size, MAX_FETCHED))
      found.push(...(await fetch(next)))
      fetched += next.length
    }
    yield { found, reached: end }
    if (end === null) return
    isSparse = found.length < wanted / 10
    chunk = ahead ?? read(end, fixedSize ?? nextChunk(chunk.size, found.length, wanted))
  }
}

/**
 * Takes steps of a walk until they have found more rows than a page holds, or until the time for a page without enough of
 * them is over.
 * @returns what was found, and where the next page begins; null if all is known by what was found.
 */
export async function foundBySteps<T>(
  steps: AsyncIterable<Step<T>>,
  limit: number,
  emptyMs = EMPTY_PAGE_MS,
): Promise<Step<T>> {
  const found: T[] = []
  const startedMs = performance.now()
  for await (const step of steps) {
    found.push(...step.found)
    if (found.length > limit) break
    if (step.reached !== null && performance.now() - startedMs >= emptyMs) return { found, reached: step.reached }
  }
  return { found, reached: null }
}

/** Entries to read next: a few more than should have what is still wanted, as far as the last ones tell. */
function nextChunk(size: number, found: number, wanted: number): number {
  const needed = found === 0 ? MAX_CHUNK : (1.3 * (wanted - found) * size) / found
  return Math.ceil(Math.min(MAX_CHUNK, Math.max(MIN_CHUNK, needed)))
}
