/**
 * How long a response asks to wait, in ms from `now`: its Retry-After header, in seconds or as a date (RFC 9110 10.2.3).
 * Null if it does not say, or not in a form that can be read.
 */
export function retryAfterMs(header: string | null, now: Date): number | null {
  if (header === null) return null
  const text = header.trim()
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}
