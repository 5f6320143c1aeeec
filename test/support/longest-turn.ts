import { ownThreadId, ThreadClock } from '../../src/lib/thread-clock.js'

/**
 * Runs work, and tells how long it held up the event loop of this thread at most, in ms of CPU time: that the machine is
 * busy does not count.
 */
export async function longestTurn<T>(work: () => Promise<T>): Promise<{ result: T; longestMs: number }> {
  const clock = new ThreadClock(ownThreadId())
  let longestMs = 0
  let lastMs = clock.nowMs()
  const timer = setInterval(() => {
    const nowMs = clock.nowMs()
    longestMs = Math.max(longestMs, nowMs - lastMs)
    lastMs = nowMs
  }, 1)
  try {
    return { result: await work(), longestMs: Math.max(longestMs, clock.nowMs() - lastMs) }
  } finally {
    clearInterval(timer)
    clock.close()
  }
}
