import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { CpuDeadline, ownThreadId, ThreadClock } from './thread-clock.js'

/** The length of a turn, in ms of CPU time: after it, a thread returns its results, so that other owners get theirs. */
export const TURN_MS = 20

/** In the shared memory of a thread: its tasks have not arrived yet. */
export const NOT_STARTED = -1

/** What a thread gets when it starts. */
export interface ThreadData {
  /** One number: the index of the task that is running. */
  progress: Int32Array
  /** As in the options of its thread. */
  niceness: number
}

/**
 * Runs the tasks of a {@link TaskThreads} in this thread, one by one, and reports through shared memory which one is
 * running. If tasks take long, it returns fewer results than it got tasks. Its first message says that it has started,
 * and which thread it is.
 * @param transferOf buffers of a result that are handed over instead of copied. Each must be the result's own.
 */
export function serveTasks<T, R>(
  work: (task: T, clock: ThreadClock) => R | Promise<R>,
  transferOf: (result: R) => ArrayBuffer[] = () => [],
): void {
  const port = parentPort!
  const { progress, niceness } = workerData as ThreadData
  const threadId = ownThreadId()
  const clock = new ThreadClock(threadId)
  lowerPriority(threadId, niceness)
  // An error of a task ends the thread, as its caller expects.
  port.on('message', async (tasks: T[]) => {
    const turn = new CpuDeadline(clock, TURN_MS)
    const results: R[] = []
    for (const [index, task] of tasks.entries()) {
      Atomics.store(progress, 0, index)
      results.push(await work(task, clock))
      if (turn.isOver()) break
    }
    port.postMessage(results, results.flatMap(transferOf))
  })
  port.postMessage(threadId)
}

/** Only on Linux do threads have their own priorities. */
function lowerPriority(threadId: number | null, niceness: number): void {
  if (threadId === null || niceness === 0) return
  try {
    setPriority(threadId, niceness)
  } catch {
    // Not allowed here; it works without.
  }
}
