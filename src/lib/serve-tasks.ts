import { parentPort, workerData } from 'node:worker_threads'

/** After this long a thread hands back what it has, so that others get their turn, in ms. */
const SLICE_MS = 50

/**
 * Makes this thread one of a {@link TaskThreads}: does the tasks that come, one after the other, and tells through
 * shared memory which one it is at. Of tasks that take long it answers fewer than it was given.
 */
export function serveTasks<T, R>(work: (task: T) => R): void {
  const port = parentPort!
  const progress = new Int32Array((workerData as { progress: SharedArrayBuffer }).progress)
  port.on('message', (tasks: T[]) => {
    const until = performance.now() + SLICE_MS
    const results: R[] = []
    for (const [index, task] of tasks.entries()) {
      Atomics.store(progress, 0, index)
      results.push(work(task))
      if (performance.now() > until) break
    }
    port.postMessage(results)
  })
}
