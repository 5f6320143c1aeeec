/**
 * Repeats something in several lanes for some time, each repetition of a lane after the one before.
 * @returns how long each took, in ms, and the whole.
 */
export async function inLanes(
  { lanes, seconds }: { lanes: number; seconds: number },
  work: (index: number) => Promise<unknown>,
): Promise<{ tookMs: number[]; elapsedMs: number }> {
  const tookMs: number[] = []
  const startedAt = performance.now()
  const end = startedAt + seconds * 1_000
  let next = 0
  const run = async () => {
    while (performance.now() < end) {
      const begunAt = performance.now()
      next += 1
      await work(next)
      tookMs.push(performance.now() - begunAt)
    }
  }
  await Promise.all(Array.from({ length: lanes }, run))
  return { tookMs, elapsedMs: performance.now() - startedAt }
}
