const GIVE_UP_MS = 300_000

/** Waits until a condition holds. Looks every `everyMs`, so that looking costs little. */
export async function until(what: string, isDone: () => Promise<boolean> | boolean, everyMs = 50): Promise<void> {
  const deadline = performance.now() + GIVE_UP_MS
  while (!(await isDone())) {
    if (performance.now() > deadline) throw new Error(`not in ${GIVE_UP_MS / 1_000} s: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}
