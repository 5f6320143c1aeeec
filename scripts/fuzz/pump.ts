import type { Random } from './random.js'

/** Most characters of one repetition: often what is within most limits. */
const MAX_PUMPS = [100, 5_000, 300_000, 300_000]

/** A unit, or a few characters of the text itself, again and again. */
const pumped = (random: Random, unit: string) =>
  unit.repeat(1 + random.below(Math.ceil(random.oneOf(MAX_PUMPS) / unit.length)))

/** A text with something repeated at a few places: one of the given units, or what stands there. */
export function mutated(random: Random, text: string, units: readonly string[]): string {
  let changed = text
  for (let times = 1 + random.below(3); times > 0; times -= 1) {
    const at = random.below(changed.length + 1)
    const own = random.below(3) === 0 && changed.slice(at, at + 1 + random.below(12))
    const again = pumped(random, own || random.oneOf(units))
    const rest = random.below(2) === 0 ? at : Math.min(changed.length, at + random.below(200))
    changed = changed.slice(0, at) + again + changed.slice(rest)
  }
  return changed
}
