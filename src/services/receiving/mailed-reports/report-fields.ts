import { isIP } from 'node:net'

/** Most bytes of a report when it is unpacked. DMARC reports of the largest senders have a few MiB, TLS reports some KiB. */
export const MAX_UNPACKED_BYTES = { dmarc: 8 * 1024 * 1024, tls: 4 * 1024 * 1024 }
/** Longer texts in reports are none. */
export const MAX_TEXT_CHARS = 255
/** The largest number that GraphQL knows. Larger sums are shown as this. */
export const MAX_INT = 2 ** 31 - 1
/** The end of the year 2200. */
export const MAX_TIME_S = 7_289_654_400
/** A report covers a day, and some cover a week. */
export const MAX_RANGE_S = 32 * 86_400

/** A text without an address in it, which would be personal data; null for any other. */
export const plainWords = (text: unknown): string | null =>
  typeof text === 'string' && text !== '' && text.length <= MAX_TEXT_CHARS && !/[@\p{Cc}]/u.test(text) ? text : null

/** No IP address without a zone is longer. */
const MAX_IP_CHARS = 45

/** An IP address in lower case; null for anything else, and for one with a zone, like `fe80::1%eth0`. */
export const plainIp = (text: unknown): string | null =>
  typeof text === 'string' && text.length <= MAX_IP_CHARS && !text.includes('%') && isIP(text) !== 0
    ? text.toLowerCase()
    : null

/** The sum of numbers, as far as it can be shown. */
export const sumOf = <T>(things: readonly T[], number: (thing: T) => number): number =>
  asCount(things.reduce((sum, thing) => sum + number(thing), 0))

/** A sum, as far as it can be shown. */
export const asCount = (sum: number): number => Math.min(sum, MAX_INT)

/** Adds up the numbers of things that are the same otherwise; those with most come first. */
export function mergeBy<K extends string, T extends Record<K, number>>(things: readonly T[], number: K): T[] {
  const merged = new Map<string, T>()
  for (const thing of things) {
    const key = JSON.stringify({ ...thing, [number]: 0 })
    const before = merged.get(key)?.[number] ?? 0
    merged.set(key, { ...thing, [number]: asCount(before + thing[number]) })
  }
  return [...merged.values()].sort((one, other) => other[number] - one[number])
}
