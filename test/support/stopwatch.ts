import { readFileSync } from 'node:fs'

/**
 * Measures how long something takes, in ms, less the time in which a thread that works on it was ready to run and had
 * no processor. So a bound holds on a busy machine, too; on an idle one, and where the system does not tell, this is
 * the time on the wall.
 *
 * @param pids processes of the service. The one that asks, whose main thread runs the services of most tests, is counted
 * anyway.
 * @returns the time until now, at each call.
 */
export function stopwatch(...pids: number[]): () => number {
  const threads = [process.pid, ...pids]
  const waitedMs = () => threads.reduce((sum, pid) => sum + queuedMs(pid), 0)
  const [beganAt, before] = [performance.now(), waitedMs()]
  return () => Math.max(0, performance.now() - beganAt - (waitedMs() - before))
}

/** How long the main thread of a process has waited for a processor so far. */
function queuedMs(pid: number): number {
  try {
    const [, nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1').split(' ')
    return Number(nanoseconds) / 1e6 || 0
  } catch {
    return 0
  }
}
