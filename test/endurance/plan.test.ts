import { describe, expect, it } from 'vitest'
import { type PlannedFault, planFaults } from './faults/plan.js'

const MINUTE_MS = 60_000

/** Faults of servers, and those of processes. */
const lanes = (plan: PlannedFault[]) => [plan.filter(({ machine }) => !machine), plan.filter(({ machine }) => machine)]

describe('the plan of faults', () => {
  it('is the same for the same seed and length, and another one for another seed', () => {
    expect(planFaults(7, 20 * MINUTE_MS)).toEqual(planFaults(7, 20 * MINUTE_MS))
    expect(planFaults(8, 20 * MINUTE_MS)).not.toEqual(planFaults(7, 20 * MINUTE_MS))
  })

  it('has every fault, each way of the network and each process in 20 minutes', () => {
    for (const seed of [1, 2, 3]) {
      const plan = planFaults(seed, 20 * MINUTE_MS)
      expect(new Set(plan.map(({ name }) => name)).size).toBe(13)
      expect(new Set(plan.flatMap(({ way }) => way ?? [])).size).toBe(5)
      expect(new Set(plan.flatMap(({ machine }) => machine ?? [])).size).toBe(7)
    }
  })

  it('leaves the beginning and the end undisturbed, and has one fault of a kind at a time', () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const plan = planFaults(seed, 2 * MINUTE_MS)
      expect(plan.length).toBeGreaterThan(5)
      for (const lane of lanes(plan)) {
        expect(lane.length).toBeGreaterThan(0)
        let freeAt = 0.12 * 2 * MINUTE_MS
        for (const { atMs, forMs } of lane) {
          expect(atMs).toBeGreaterThanOrEqual(freeAt)
          freeAt = atMs + forMs
        }
        expect(freeAt).toBeLessThanOrEqual(0.88 * 2 * MINUTE_MS)
      }
    }
  })
})
