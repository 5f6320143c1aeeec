/** Clocks that differ by less are not told apart: the header has whole seconds. */
const SAME_MS = 2_000

/** How far the clock of the server is ahead of ours, in ms, by any answer of it; 0 without one. */
export async function serverAheadMs(): Promise<number> {
  const response = await fetch('/session').catch(() => null)
  const ahead = Date.parse(response?.headers.get('date') ?? '') - Date.now()
  return Number.isNaN(ahead) || Math.abs(ahead) < SAME_MS ? 0 : ahead
}
