/** Time between two looks, in ms. */
const EVERY_MS = 25

/** How long to wait. */
export interface WaitOptions {
  /** Time until it fails, in ms. 10,000 by default. */
  timeoutMs?: number | undefined
}

const DEFAULT_TIMEOUT_MS = 10_000

/**
 * Looks again and again until there is something.
 * @param failure says what was expected and what is there instead
 * @throws Error with that text after the time
 */
export async function waitFor<T>(
  look: () => Promise<T | undefined> | T | undefined,
  { timeoutMs = DEFAULT_TIMEOUT_MS }: WaitOptions,
  failure: () => Promise<string> | string,
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() >= deadline) throw new Error(`${await failure()} (waited ${timeoutMs} ms)`)
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
}
