/**
 * Limits how often some work is done: calls that come too soon after the last one that did it are ignored. For log lines
 * about what may happen very often.
 * @param everyMs shortest interval between two runs, in ms.
 */
export function throttle<Args extends unknown[]>(everyMs: number, work: (...args: Args) => void) {
  let lastMs = Number.NEGATIVE_INFINITY
  return (...args: Args): void => {
    if (performance.now() - lastMs < everyMs) return
    lastMs = performance.now()
    work(...args)
  }
}
