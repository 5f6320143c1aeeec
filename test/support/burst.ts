import type { CallResult } from './start-app.js'

const WINDOW_MS = 1_000

/** The window is exact and refusals do not count: after a second without requests it is empty. */
export const emptyWindow = () => new Promise((resolve) => setTimeout(resolve, WINDOW_MS + 20))

/** Makes all requests within one empty window. Tries again if the machine or its Redis was too slow for that. */
export async function burst(count: number, request: (index: number) => Promise<CallResult>): Promise<CallResult[]> {
  for (let tries = 0; tries < 20; tries += 1) {
    await emptyWindow()
    const startedMs = performance.now()
    const results = await Promise.all(Array.from({ length: count }, (_none, index) => request(index)))
    const inTime = performance.now() - startedMs < WINDOW_MS
    if (inTime && results.every(({ headers }) => headers.has('x-ratelimit-limit'))) return results
  }
  throw new Error(`this machine makes no ${count} requests a second`)
}
