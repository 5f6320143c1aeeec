/**
 * Chooses things so that those of one owner do not take the place of others': the first of each owner, then the second of
 * each, and so on.
 * @param things in the order of their importance.
 */
export function fairShare<T>(things: readonly T[], ownerOf: (thing: T) => string, max: number): T[] {
  if (things.length <= max) return [...things]
  const seen = new Map<string, number>()
  const rounds: T[][] = []
  for (const thing of things) {
    const owner = ownerOf(thing)
    const round = seen.get(owner) ?? 0
    seen.set(owner, round + 1)
    const same = rounds[round]
    if (same) same.push(thing)
    else rounds.push([thing])
  }
  return rounds.flat().slice(0, max)
}
