/** Longer names are cut before they are compared: the work grows with the product of the lengths. */
const MAX_CHARS = 64
/** A shorter name is part of too many others. */
const MIN_PART_CHARS = 4

/**
 * The name that was probably meant: one that differs by few letters (`schedule_at`, `scheduledAt` for `scheduled_at`),
 * or else one that begins or ends alike (`html` for `body_html`). Null if none is near.
 */
export function nearName(given: string, names: readonly string[]): string | null {
  const word = plain(given)
  if (word === '') return null
  const ranked = names.map((name) => [strangeness(word, plain(name)), name] as const)
  const [least, name] = ranked.sort(([one], [other]) => one - other)[0] ?? [Infinity, null]
  return least === Infinity ? null : name
}

/** What remains if case and punctuation do not count. */
const plain = (name: string) =>
  name
    .slice(0, MAX_CHARS)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** How far apart two words are: the number of typing errors, more for a part of a word, infinite if too far. */
function strangeness(one: string, other: string): number {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  const errors = typingErrors(one, other)
  if (errors <= Math.max(1, Math.floor(long.length / 3))) return errors
  const isPart = short.length >= MIN_PART_CHARS && (long.startsWith(short) || long.endsWith(short))
  return isPart ? MAX_CHARS + long.length : Infinity
}

/** Insertions, deletions, changes and swaps of neighbors that make one word the other (optimal string alignment). */
export function typingErrors(one: string, other: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_none, index) => index)]
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwap = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      next[column] = Math.min(
        last[column]! + 1,
        next[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
        isSwap ? before[column - 2]! + 1 : Infinity,
      )
    }
    ;[before, last] = [last, next]
  }
  return last[other.length]!
}
