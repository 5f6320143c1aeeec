import { parentPort, workerData } from 'node:worker_threads'

/** After this time, in ms, a thread returns its results, so that other owners get their turn. */
const SLICE_MS = 50

/**
 * Runs the tasks of a {@link TaskThreads} in this thread, one by one, and reports through shared memory which one is
 * running. If tasks take long, it returns fewer results than it got tasks.
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
