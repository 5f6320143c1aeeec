import { ownThreadId, ThreadClock } from '../../src/lib/thread-clock.js'

/**
 * Runs work, and tells how long it held up the event loop of this thread at most, as a share (0 to 1) of all the CPU time
 * that this thread spent on it: neither a busy nor a slow machine changes it much.
 */
export async function longestTurn<T>(work: () => Promise<T>): Promise<{ result: T; share: number }> {
  const clock = new ThreadClock(ownThreadId())
  const beganMs = clock.nowMs()
  let longestMs = 0
  let lastMs = beganMs
  const noteTurn = () => {
    const nowMs = clock.nowMs()
    longestMs = Math.max(longestMs, nowMs - lastMs)
    lastMs = nowMs
  }
  const timer = setInterval(noteTurn, 1)
  try {
    const result = await work()
    noteTurn()
    return { result, share: longestMs / (lastMs - beganMs) }
  } finally {
    clearInterval(timer)
    clock.close()
  }
}
