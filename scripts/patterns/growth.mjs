// How the time of some work grows with the length of its text. The time of the processor counts, and the least of several
// runs, so that a busy machine changes little.

/** Less than this at the longest length is nothing, in ms. With the square of the length it is a second. */
const FLOOR_MS = 25
/** Twice the length may take so many times as long. In proportion it is twice. */
const MAX_GROWTH = 2.5
const RUNS = 3
/** It is slow only if it is again and again. */
const ROUNDS = 3

/** See growth.d.mts. */
export function growthOf(workOf, longest) {
  // From short to long, because what takes more than the square of the length would never end at the longest one.
  for (let length = longest / 16; length <= longest; length *= 4) {
    if (leastMs(workOf(length), 1) > FLOOR_MS) return grown(workOf, length)
  }
  return null
}

function grown(workOf, length) {
  let said = null
  for (let round = 0; round < ROUNDS; round += 1) {
    const [first, second, third] = [length / 4, length / 2, length].map((each) => leastMs(workOf(each), RUNS))
    if (third < FLOOR_MS || third <= MAX_GROWTH * second || second <= MAX_GROWTH * first) return null
    said = `${first.toFixed(1)}, ${second.toFixed(1)} and ${third.toFixed(1)} ms for ${length / 4} characters, twice and four times as many`
  }
  return said
}

function leastMs(work, runs) {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run += 1) {
    const begun = process.cpuUsage()
    work()
    least = Math.min(least, process.cpuUsage(begun).user / 1_000)
  }
  return least
}
