const tasks = new Set<() => void>()
process.on('exit', () => {
  for (const task of tasks) {
    try {
      task()
    } catch {
      // The others are done all the same.
    }
  }
})

/**
 * Does something when this process ends, in whatever way that it notices.
 * @param task what takes no time: nothing waits for it.
 * @returns a function for when it need not be done any more.
 */
export function atExit(task: () => void): () => void {
  tasks.add(task)
  return () => void tasks.delete(task)
}
