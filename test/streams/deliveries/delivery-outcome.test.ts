import { describe, expect, it } from 'vitest'
import type { DeliveryAttemptDoc } from '../../../src/models/webhook.js'
import { outcomeIfTooLate, outcomeOf } from '../../../src/streams/deliveries/delivery-outcome.js'

const HOUR_MS = 3_600_000
const start = new Date('2026-11-21T09:00:00.000Z')
const later = (ms: number) => new Date(start.getTime() + ms)

const fresh = {
  attempt_count: 0,
  round_attempts: 0,
  round_started_at: null as Date | null,
  paused_base_ms: 0,
  attempts: [] as DeliveryAttemptDoc[],
}
const neverPaused = { paused_total_ms: 0 }
const chance = { baseMs: 30_000, random: () => 0.5 }

function attempt(status: number | null, at = start): DeliveryAttemptDoc {
  return {
    attempted_at: at,
    response_status: status,
    error: status === null ? 'timeout' : null,
    duration_ms: 20,
    request_headers: [],
    response_headers: [],
    response_body: status === null ? null : 'x',
  }
}

describe('an attempt', () => {
  it.each([200, 201, 204, 299])('answered with %i ends its delivery as succeeded', (status) => {
    const { changes, nextAt } = outcomeOf(fresh, neverPaused, attempt(status), later(20), chance)
    expect(nextAt).toBeNull()
    expect(changes).toMatchObject({
      status: 'succeeded',
      attempt_count: 1,
      response_status: status,
      next_retry_at: null,
    })
  })

  it.each([100, 199, 300, 302, 400, 401, 410, 429, 500, 503, null])(
    'answered with %s is a failure with a retry',
    (status) => {
      const { changes, nextAt } = outcomeOf(fresh, neverPaused, attempt(status), later(20), chance)
      expect(nextAt).toEqual(later(20 + 30_000))
      expect(changes).toMatchObject({ status: 'failed', response_status: status, next_retry_at: nextAt })
    },
  )

  it.each([
    ['moves the next one', 429, 90_000, 90_000],
    ['moves the next one', 503, 90_000, 90_000],
    ['does not bring the next one forward', 503, 1_000, 30_000],
    ['moves the next one by an hour at most', 429, 86_400_000, HOUR_MS],
    ['does not count with another status', 500, 90_000, 30_000],
    ['does not count with another status', 410, 90_000, 30_000],
  ])('whose endpoint asks to wait %s: %i, %i ms', (_what, status, askedMs, delayMs) => {
    const { nextAt } = outcomeOf(fresh, neverPaused, attempt(status), start, { ...chance, askedMs })
    expect(nextAt).toEqual(later(delayMs))
  })

  it('that fails doubles the next delay, plus or minus a quarter', () => {
    const delays = [0, 0.5, 0.999_999].map((random) =>
      Array.from({ length: 11 }, (_none, made) => {
        const row = { ...fresh, round_attempts: made, attempt_count: made, round_started_at: start }
        const { nextAt } = outcomeOf(row, neverPaused, attempt(500), start, { baseMs: 30_000, random: () => random })
        return Math.round(nextAt!.getTime() - start.getTime())
      }),
    )
    expect(delays[1]).toEqual(Array.from({ length: 11 }, (_none, made) => 30_000 * 2 ** made))
    expect(delays[0]).toEqual(delays[1]!.map((ms) => ms * 0.75))
    delays[2]!.forEach((ms, made) => {
      expect(ms / (30_000 * 2 ** made)).toBeCloseTo(1.25, 4)
    })
  })

  it('that is the twelfth of its round exhausts the delivery if it fails', () => {
    const row = { ...fresh, attempt_count: 15, round_attempts: 11, round_started_at: start }
    const { changes, nextAt } = outcomeOf(row, neverPaused, attempt(500), later(1_000), chance)
    expect(nextAt).toBeNull()
    expect(changes).toMatchObject({ status: 'exhausted', attempt_count: 16, round_attempts: 12, next_retry_at: null })
  })

  it('that is the twelfth of its round can still succeed', () => {
    const row = { ...fresh, round_attempts: 11, round_started_at: start }
    expect(outcomeOf(row, neverPaused, attempt(200), later(1_000), chance).changes.status).toBe('succeeded')
  })

  it('that fails exhausts the delivery if the next would start 24 hours after the first', () => {
    const row = { ...fresh, round_attempts: 1, attempt_count: 1, round_started_at: start }
    const at = (ms: number) => outcomeOf(row, neverPaused, attempt(500), later(ms), chance).changes.status
    // The second delay is a minute.
    expect(at(24 * HOUR_MS - 60_001)).toBe('failed')
    expect(at(24 * HOUR_MS - 60_000)).toBe('exhausted')
  })

  it('does not count pauses of the subscription since the first one', () => {
    const row = { ...fresh, round_attempts: 1, round_started_at: start, paused_base_ms: 5 * HOUR_MS }
    const at = (paused_total_ms: number) =>
      outcomeOf(row, { paused_total_ms }, attempt(500), later(30 * HOUR_MS), chance).changes.status
    expect(at(5 * HOUR_MS)).toBe('exhausted')
    expect(at(10 * HOUR_MS)).toBe('exhausted')
    expect(at(12 * HOUR_MS)).toBe('failed')
  })

  it('that is the first of its round starts the 24 hours and records earlier pauses', () => {
    const { changes } = outcomeOf(fresh, { paused_total_ms: 777 }, attempt(500), later(20), chance)
    expect(changes).toMatchObject({ round_started_at: start, paused_base_ms: 777 })
  })

  it('is in the log, which keeps the last 36', () => {
    const earlier = Array.from({ length: 36 }, (_none, index) => attempt(500, later(index)))
    const { changes } = outcomeOf(
      { ...fresh, attempts: earlier },
      neverPaused,
      attempt(200, later(99)),
      later(99),
      chance,
    )
    expect(changes.attempts).toHaveLength(36)
    expect(changes.attempts![0]).toEqual(earlier[1])
    expect(changes.attempts![35]).toEqual(attempt(200, later(99)))
  })
})

describe('a delivery whose next attempt is late', () => {
  it('expires after 24 hours', () => {
    const row = { ...fresh, round_attempts: 3, round_started_at: start }
    expect(outcomeIfTooLate(row, neverPaused, later(24 * HOUR_MS - 1))).toBeNull()
    expect(outcomeIfTooLate(row, neverPaused, later(24 * HOUR_MS))?.changes.status).toBe('exhausted')
    expect(outcomeIfTooLate(row, { paused_total_ms: HOUR_MS }, later(24 * HOUR_MS))).toBeNull()
  })

  it('does not expire before its first attempt, however late that is', () => {
    expect(outcomeIfTooLate(fresh, neverPaused, later(1_000 * HOUR_MS))).toBeNull()
  })
})
