const MICROS = 1_000_000
const short = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' })
/** A mail costs a fraction of a cent. */
const long = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD', maximumFractionDigits: 4 })
const SHORT_FROM = 1

/** Micro-dollars in words, like `$12.40`, or `$0.0004` if it is less than a dollar. */
export function inDollars(micros: number): string {
  const dollars = micros / MICROS
  return dollars === 0 || Math.abs(dollars) >= SHORT_FROM ? short.format(dollars) : long.format(dollars)
}

/** What a reader typed, in micro-dollars. Null for nothing. */
export function microsOf(text: string): number | null {
  return text.trim() === '' ? null : Math.round(Number(text) * MICROS)
}

/** Micro-dollars as a reader would type them, like `12.5`. Empty for nothing. */
export const typedDollars = (micros: number | null) => (micros === null ? '' : String(micros / MICROS))
