import { describe, expect, it, test } from 'vitest'
import type { StatsRequest } from '../../../../src/contract/stats.js'
import { rangeOf, startsOf } from '../../../../src/services/tracking/stats/stats-range.js'

const NOW = new Date('2026-11-23T10:20:30.400Z')
const range = (request: Record<string, unknown>) => rangeOf(request as StatsRequest, NOW)
const at = (text: string) => new Date(text)

describe('the buckets of statistics', () => {
  test.each([
    ['the last 24 hours', {}, '2026-11-22T11:00:00Z', '2026-11-23T11:00:00Z', 24],
    ['the last 30 days', { interval: 'day' }, '2026-10-25T00:00:00Z', '2026-11-24T00:00:00Z', 30],
    ['24 hours up to a time', { to: at('2026-11-01T00:00:00Z') }, '2026-10-31T00:00:00Z', '2026-11-01T00:00:00Z', 24],
    ['from a time until now', { from: at('2026-11-23T08:59:59Z') }, '2026-11-23T08:00:00Z', '2026-11-23T11:00:00Z', 3],
    [
      'whole days around two times',
      { interval: 'day', from: at('2026-11-20T12:00:00Z'), to: at('2026-11-21T00:00:00.001Z') },
      ...(['2026-11-20T00:00:00Z', '2026-11-22T00:00:00Z', 2] as const),
    ],
    [
      'up to 744 hours',
      { from: at('2026-10-01T00:00:00Z'), to: at('2026-11-01T00:00:00Z') },
      ...(['2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z', 744] as const),
    ],
  ])('are %s', (_name, request, from, to, count) => {
    const found = range(request)
    expect([found.from, found.to]).toEqual([at(from), at(to)])
    const starts = startsOf(found)
    expect(starts).toHaveLength(count)
    expect(starts[0]).toEqual(at(from))
  })

  it('are at most 744 hours or 400 days, and at least one, not before 1970', () => {
    const to = at('2026-11-01T00:00:00Z')
    expect(() => range({ from: at('2026-09-30T23:59:59Z'), to })).toThrow('at most 744 hours before to')
    expect(() => range({ interval: 'day', from: at('2025-10-19T23:59:59Z') })).toThrow('at most 400 days before now')
    expect(() => range({ from: to, to })).toThrow('must be before to')
    expect(() => range({ from: at('2026-11-23T10:20:31Z') })).toThrow('must be before now')
    expect(() => range({ to: at('1970-01-01T23:00:00Z') })).toThrow('must not be before 1970')
  })
})
