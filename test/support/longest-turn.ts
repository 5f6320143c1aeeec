import { ownThreadId, ThreadClock } from '../../src/lib/threads/thread-clock.js'

/** What work did, and how long it held up the event loop. */
export interface HeldWork<T> {
  result: T
  /** The longest turn, in ms of CPU time. */
  heldMs: number
  /** The same as a share (0 to 1) of all CPU time that the thread spent: neither a busy nor a slow machine changes it much. */
  share: number
}

/** Runs work, and tells how long it held up the event loop of this thread at most. */
export async function longestTurn<T>(work: () => Promise<T>): Promise<HeldWork<T>> {
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
    return { result, heldMs: longestMs, share: longestMs / (lastMs - beganMs) }
  } finally {
    clearInterval(timer)
    clock.close()
  }
}
