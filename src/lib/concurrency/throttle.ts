/**
 * Makes work that is done at once, and then ignored for a while: for what may happen very often, such as a log line.
 * @param everyMs least time between two times that it is done, in ms.
 */
export function throttle<Args extends unknown[]>(everyMs: number, work: (...args: Args) => void) {
  let lastMs = Number.NEGATIVE_INFINITY
  return (...args: Args): void => {
    if (performance.now() - lastMs < everyMs) return
    lastMs = performance.now()
    work(...args)
  }
}
