const MONTHS = 12

/** The last twelve months (UTC) like `2026-11`, the oldest first. */
export function lastMonths(now: number): string[] {
  const date = new Date(now)
  return Array.from({ length: MONTHS }, (_none, index) =>
    monthAt(date.getUTCFullYear(), date.getUTCMonth() - MONTHS + 1 + index),
  )
}

/** When a month begins. */
export const startOfMonth = (month: string) => `${month}-01T00:00:00.000Z`

/** When the month after it begins. */
export function endOfMonth(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return startOfMonth(monthAt(year, number))
}

/** @param index of the month in the year from 0; others count on into other years. */
const monthAt = (year: number, index: number) => new Date(Date.UTC(year, index)).toISOString().slice(0, 7)

const name = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** A month in words, like `November 2026`. */
export const nameOfMonth = (month: string) => name.format(new Date(startOfMonth(month)))
