import { expect, it } from 'vitest'
import { EndpointPace } from '../../../src/streams/deliveries/endpoint-pace.js'

/** Makes attempts one after the other. Returns the limit after them. */
function attempts(pace: EndpointPace, count: number, tookMs: number, { fail = false, waits = true } = {}): number {
  for (let index = 0; index < count; index += 1) {
    pace.begin(0)
    pace.end(0, tookMs, fail ? 'failed' : 'succeeded', waits)
  }
  return pace.limit
}

const newPace = () => new EndpointPace({ least: 4, most: 64 }, 0)

it('gives one more for each quick answer while others wait, up to the most', () => {
  const pace = newPace()
  expect([attempts(pace, 0, 0), attempts(pace, 10, 500), attempts(pace, 100, 20)]).toEqual([4, 14, 64])
  expect(attempts(newPace(), 10, 20, { waits: false })).toBe(4)
})

it('halves the number after a failure, and gives one less for each slow answer, down to the least', () => {
  const pace = newPace()
  attempts(pace, 60, 20)
  const limits = [attempts(pace, 1, 20, { fail: true }), attempts(pace, 1, 501), attempts(pace, 100, 501)]
  expect(limits).toEqual([32, 31, 4])
  expect(attempts(pace, 3, 20, { fail: true })).toBe(4)
})

it('is quick until attempts take long, hang or fail', () => {
  const pace = newPace()
  expect(pace.isQuick(0)).toBe(true)
  pace.begin(0)
  expect([pace.isQuick(500), pace.isQuick(501)]).toEqual([true, false])
  pace.end(0, 20, 'succeeded', false)
  expect(pace.isQuick(1_000)).toBe(true)
  attempts(pace, 1, 20, { fail: true })
  expect(pace.isQuick(1_000)).toBe(false)
})
