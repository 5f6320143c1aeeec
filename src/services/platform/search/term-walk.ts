import type { FilterPositions, ReadNewest } from './term-index.js'

/*
 * Looking for one page of a list by several conditions.
 *
 * A walk reads the positions of the rows that meet the rarest condition, newest first, asks indexes which of them meet the
 * others, and fetches what is left. Conditions that many rows meet, but hardly any row meets together, would lead it
 * through all of them. So the work for a page is limited: a page ends where it is done, and the next one goes on there. It
 * is counted, not timed, so that every request gets on, however slow the machine is.
 */

/** Work is measured in the µs that it takes MongoDB: to read a position from an index, and to look one up in another. */
const READING = 2
export const LOOKING_UP = 4
/** Most work for a page. */
export const PAGE_WORK = 20_000

/** Most positions that are read in the first step. */
const FIRST_CHUNK = 1_000
/** Fewest positions that are worth a step, and most of one. */
const MIN_CHUNK = 100
const MAX_CHUNK = 4_000
/** Most rows that are fetched at a time. */
const MAX_FETCHED = 500

/**
 * What was found for a page, and the position up to which everything was looked at; null if the last row found gives
 * it.
 */
export interface Walked<T> {
  found: T[]
  reached: string | null
}

/** How far a walk goes. For tests. */
export interface WalkLimits {
  /** Positions that each step reads. */
  chunk?: number | undefined
  /** With 0, a walk is over after its first step. */
  work?: number | undefined
}

export interface Walk<T> extends WalkLimits {
  /** Reads positions of rows, from the index that leads to the fewest. */
  newest: ReadNewest
  /** The other conditions on them that indexes answer. */
  among?: readonly FilterPositions[]
  /** Only rows with positions above this. */
  floor?: string | undefined
  /** Only rows with positions below this. */
  before?: string | undefined
  /** Rows to find; more may be found. */
  wanted: number
  /** Fetches the rows at some positions, compares them with everything else that is asked, and keeps their order. */
  fetch(positions: string[]): Promise<T[]>
  /** The work for each of them, as far as is known. */
  fetching(): number
}

/** Finds rows for one page, newest first. If their work is done, they may be fewer than are wanted, or none. */
export async function walk<T>(given: Walk<T>): Promise<Walked<T>> {
  const { newest, among = [], floor = '', before: start, wanted, chunk, fetch, fetching } = given
  let work = given.work ?? PAGE_WORK
  const found: T[] = []
  /** The share of positions that were fetched. */
  let kept = among.length === 0 ? 1 : 0
  const affordable = () => Math.floor(work / (READING + LOOKING_UP * among.length + fetching() * kept))
  let size = chunk ?? Math.max(1, Math.min(FIRST_CHUNK, 5 * wanted, affordable()))
  for (let before = start; ; ) {
    const all = await newest({ $gt: floor, ...(before !== undefined && { $lt: before }) }, size)
    work -= READING * all.length
    const end = all.length < size ? null : all.at(-1)!
    let left = all
    for (const condition of among) {
      if (left.length === 0) break
      work -= LOOKING_UP * left.length
      left = await condition(left)
    }
    const known = found.length
    // Nearly all that are left are matches, unless something is asked that no index answers.
    for (let fetched = 0, batch = wanted; fetched < left.length; batch *= 2) {
      if (fetched > 0 && work <= 0) return { found, reached: left[fetched - 1]! }
      const most = Math.max(1, Math.floor(work / fetching()))
      const next = left.slice(fetched, fetched + Math.min(batch, MAX_FETCHED, most))
      found.push(...(await fetch(next)))
      if (found.length >= wanted) return { found, reached: null }
      work -= fetching() * next.length
      fetched += next.length
    }
    if (end === null) return { found, reached: null }
    kept = left.length / all.length
    size = chunk ?? Math.min(nextChunk(all.length, found.length - known, wanted - found.length), affordable())
    if (work <= 0 || size < Math.min(MIN_CHUNK, chunk ?? MIN_CHUNK)) return { found, reached: end }
    before = end
  }
}

/** Positions to read next: a few more than should have what is still wanted, judging by the last ones. */
function nextChunk(size: number, found: number, wanted: number): number {
  const needed = found === 0 ? MAX_CHUNK : (1.3 * wanted * size) / found
  return Math.ceil(Math.min(MAX_CHUNK, Math.max(MIN_CHUNK, needed)))
}
