/*
 * Long work yields to the event loop: all of it together, however many callers do it, gets one time slice of each turn, and
 * everybody else has the rest. Those who wait go on in the order in which they came.
 */

/** How long long work may hold one turn of the event loop, in ms. */
const SLICE_MS = 10

/** When the slice of this turn began; null if nobody has used it yet. */
let beganAt: number | null = null
const waiting: (() => void)[] = []

/**
 * Whether the slice of this turn is used up. Then wait for {@link yieldToEventLoop}; otherwise go on working at once, not
 * after an await, because others may ask in between.
 */
export function shouldYield(): boolean {
  return performance.now() - (beganAt ?? begin()) >= SLICE_MS
}

/** Waits for the slice of a later turn. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (beganAt === null) begin()
  })
}

/** Maps one item after the other, in as many turns as that takes. */
export async function mapInSlices<T, R>(items: readonly T[], map: (item: T) => R | Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const item of items) {
    if (shouldYield()) await yieldToEventLoop()
    results.push(await map(item))
  }
  return results
}

function begin(): number {
  beganAt = performance.now()
  setImmediate(end)
  return beganAt
}

/** One at a time goes on, with the whole slice of a turn. */
function end(): void {
  beganAt = null
  const next = waiting.shift()
  if (!next) return
  begin()
  next()
}
