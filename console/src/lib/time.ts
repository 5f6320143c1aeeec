const MINUTE_MS = 60_000
/** How much older than now the time of the page may be: see `useNow`. */
const TICK_MS = 15_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const dayAndYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })
const precise = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
})

/** A time as short as a list needs it, in the reader's zone. */
export function shortTime(time: string, now: number): string {
  const date = new Date(time)
  const age = now - date.getTime()
  if (age > -TICK_MS && age < MINUTE_MS) return 'just now'
  if (age >= 0 && age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min ago`
  if (age >= 0 && age < DAY_MS && date.getDate() === new Date(now).getDate()) return clock.format(date)
  return date.getFullYear() === new Date(now).getFullYear()
    ? `${day.format(date)}, ${clock.format(date)}`
    : dayAndYear.format(date)
}

/** The day and the time to the millisecond, in the reader's zone. */
export const preciseTime = (time: string) => precise.format(new Date(time))

/** A time in full, with its zone. */
export const exactTime = (time: string) => exact.format(new Date(time))

/** How much later something happened, like `+1.2 s`. */
export function laterBy(from: string, to: string): string {
  const ms = new Date(to).getTime() - new Date(from).getTime()
  if (ms < 0) return ''
  if (ms < 1_000) return `+${ms} ms`
  if (ms < MINUTE_MS) return `+${(ms / 1_000).toFixed(1)} s`
  if (ms < HOUR_MS) return `+${Math.round(ms / MINUTE_MS)} min`
  return ms < DAY_MS ? `+${Math.round(ms / HOUR_MS)} h` : `+${Math.round(ms / DAY_MS)} d`
}

/** The first moment of a day in the reader's zone, as the API takes it. Null for no day. */
export const startOfDay = (text: string | null) => momentOf(text, 'T00:00:00')

/** The last moment of a day in the reader's zone, as the API takes it. Null for no day. */
export const endOfDay = (text: string | null) => momentOf(text, 'T23:59:59.999')

function momentOf(text: string | null, time: string): string | null {
  const date = new Date(`${text}${time}`)
  return text && !Number.isNaN(date.getTime()) ? date.toISOString() : null
}
