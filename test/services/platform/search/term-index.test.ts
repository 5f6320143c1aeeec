import { expect, test } from 'vitest'
import {
  after,
  type Condition,
  fewestFirst,
  type PositionRange,
} from '../../../../src/services/platform/search/term-index.js'

const ROWS = 2_000
const position = (at: number) => String(at).padStart(5, '0')
const isIn = ({ $gt, $lt }: PositionRange, each: string) => each > $gt && ($lt === undefined || each < $lt)

interface Named extends Condition {
  every: number
}

/** That the number of a row is a multiple of another, as an index would tell it. */
function multipleOf(every: number) {
  const positions = Array.from({ length: Math.floor(ROWS / every) }, (_none, at) =>
    position((at + 1) * every),
  ).reverse()
  const reads = { newest: 0, among: 0 }
  const condition: Named = {
    every,
    newest: async (range, limit) => {
      reads.newest += 1
      return positions.filter((each) => isIn(range, each)).slice(0, limit)
    },
    among: async (asked) => {
      reads.among += 1
      return asked.filter((each) => Number(each) % every === 0)
    },
  }
  return { condition, reads }
}

test('what the fewest rows meet comes first: of many, what reaches furthest back', async () => {
  const given = [2, 500, 3, 100].map((every) => multipleOf(every).condition)
  expect((await fewestFirst(given)).map(({ every }) => every)).toEqual([500, 100, 3, 2])
})

test('what was read to compare the conditions is not read again', async () => {
  const [common, rare] = [multipleOf(2), multipleOf(100)]
  const [lead, other] = await fewestFirst([common.condition, rare.condition])
  const found = await lead!.newest(after(undefined), 1_000)
  expect(found).toHaveLength(ROWS / 100)
  expect(await lead!.newest(after(found[5]), 1_000)).toEqual(found.slice(6))
  // The newest rows with the common condition are known.
  const newest = [position(1_999), position(1_998), position(1_801), position(1_800)]
  expect(await other!.among!(newest)).toEqual([position(1_998), position(1_800)])
  expect(await other!.newest(after(position(1_900)), 20)).toHaveLength(20)
  expect([common.reads, rare.reads]).toEqual([
    { newest: 1, among: 0 },
    { newest: 1, among: 0 },
  ])
})

test('conditions answer as before, whatever is known', async () => {
  const bounds = [undefined, 1, 1_400, 1_999, 2_001]
  const ranges = bounds.flatMap((from) =>
    bounds.map((to) => ({ ...after(to === undefined ? undefined : position(to)), $gt: from ? position(from) : '' })),
  )
  const asked = Array.from({ length: ROWS }, (_none, at) => position(ROWS - at))
  for (const whole of ranges) {
    const given = [1, 7, 400].map((every) => multipleOf(every).condition)
    const known = await fewestFirst(given, whole)
    for (const { every, newest, among } of known) {
      const plain = multipleOf(every).condition
      for (const range of ranges) {
        for (const limit of [1, 255, 3_000])
          expect(await newest(range, limit)).toEqual(await plain.newest(range, limit))
        const some = asked.filter((each) => isIn(range, each))
        expect(await among!(some)).toEqual(await plain.among!(some))
      }
    }
  }
})
