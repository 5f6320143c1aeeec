import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PAGE_WORK, type Walk, walk } from '../../../../src/services/platform/search/term-walk.js'
import { fuzzRuns } from '../../../support/fuzz-runs.js'

interface Row {
  position: string
  /** Which conditions it meets. */
  meets: boolean[]
}

/** Rows as indexes tell of them, the newest first, and how much was asked of these. */
function indexOf(rows: readonly Row[], conditions: number) {
  const sorted = rows.toSorted((one, other) => (one.position < other.position ? 1 : -1))
  const at = new Map(rows.map((row) => [row.position, row]))
  const asked = { read: 0, lookedUp: 0, fetched: 0 }
  const meets = (condition: number) => (position: string) => at.get(position)!.meets[condition]!
  const part: Pick<Walk<string>, 'newest' | 'among' | 'fetch' | 'fetching'> = {
    newest: async ({ $gt, $lt }, limit) => {
      const isIn = (position: string) => position > $gt && ($lt === undefined || position < $lt)
      const all = sorted.map(({ position }) => position).filter((position) => isIn(position) && meets(0)(position))
      asked.read += Math.min(all.length, limit)
      return all.slice(0, limit)
    },
    among: Array.from({ length: conditions - 1 }, (_none, index) => async (positions: string[]) => {
      asked.lookedUp += positions.length
      return positions.filter(meets(index + 1))
    }),
    // The last condition is one that no index tells.
    fetch: async (positions) => {
      asked.fetched += positions.length
      return positions.filter(meets(conditions))
    },
    fetching: () => 50,
  }
  return { ...part, asked, wanted: sorted.filter((row) => row.meets.every(Boolean)).map(({ position }) => position) }
}

/** All pages, each as what is shown of it. */
async function pagesOf(given: Omit<Walk<string>, 'wanted' | 'before'>, limit: number): Promise<string[][]> {
  const pages: string[][] = []
  for (let before: string | undefined; ; ) {
    const { found, reached } = await walk({ ...given, wanted: limit + 1, before })
    const shown = found.slice(0, limit)
    pages.push(shown)
    if (reached === null && found.length <= limit) return pages
    before = reached ?? shown.at(-1)!
  }
}

it('finds each row once, page by page, however little is done for a page', async () => {
  const search = fc.record({
    meets: fc.array(fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), { maxLength: 120 }),
    conditions: fc.integer({ min: 1, max: 3 }),
    limit: fc.integer({ min: 1, max: 12 }),
    work: fc.constantFrom(0, 1, 60, 500, 4_000, PAGE_WORK),
    chunk: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
  })
  const check = async ({
    meets,
    conditions,
    limit,
    work,
    chunk,
  }: typeof search extends fc.Arbitrary<infer T> ? T : never) => {
    const rows = meets.map((each, index) => ({
      position: String(index).padStart(4, '0'),
      meets: each.slice(0, conditions + 1),
    }))
    const { wanted, ...index } = indexOf(rows, conditions)
    const pages = await pagesOf({ ...index, work, chunk }, limit)
    expect(pages.flat()).toEqual(wanted)
    // Each page but the last is full, or looked at one position at least.
    expect(pages.length).toBeLessThanOrEqual(rows.length + 1)
  }
  await fc.assert(fc.asyncProperty(search, check), { numRuns: fuzzRuns(400), seed: 20_261_125 })
})

it.each([
  ['that an index tells', [true, false, true]],
  ['that rows have to be fetched for', [true, true, false]],
])('does not do more for a page than is allowed, for a condition %s', async (_what, meets) => {
  const rows = Array.from({ length: 60_000 }, (_none, index) => ({ position: String(index).padStart(6, '0'), meets }))
  const index = indexOf(rows, 2)
  const { found, reached } = await walk({ ...index, wanted: 51 })
  expect(found).toEqual([])
  expect(reached).not.toBeNull()
  const { read, lookedUp, fetched } = index.asked
  const work = 2 * read + 4 * lookedUp + 50 * fetched
  expect(work).toBeLessThanOrEqual(PAGE_WORK)
  expect(work).toBeGreaterThan(PAGE_WORK / 2)
})
