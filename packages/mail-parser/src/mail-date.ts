const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** Hours from UTC of the obsolete zones (RFC 5322 section 4.3). Others count as UTC. */
const ZONES: Record<string, number> = { EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7 }
const DATE =
  /(\d{1,2})[\s-]{1,9}([a-z]{3})[a-z]*\.?,?[\s-]{1,9}(\d{2,4})\s{1,9}(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?\s{0,9}([+-]\d{4}|[a-z]{1,5})?/i
const MAX_CHARS = 200
const MIN_YEAR = 1_970
const MAX_YEAR = 9_999

/** Reads a Date header (RFC 5322 section 3.3), with the obsolete forms; null if it is no date. */
export function parseMailDate(header: string): Date | null {
  const text = header.slice(0, MAX_CHARS).replace(/\([^()]*\)/g, ' ')
  const match = DATE.exec(text)
  const ms = match ? toMs(match) : Date.parse(text)
  const date = new Date(ms)
  const year = date.getUTCFullYear()
  return year >= MIN_YEAR && year <= MAX_YEAR ? date : null
}

function toMs([, day, monthName = '', year = '', hour, minute, second = '0', zone = '']: string[]): number {
  const month = MONTHS.indexOf(monthName.toLowerCase())
  const [d, h, m, s] = [Number(day), Number(hour), Number(minute), Number(second)]
  if (month < 0 || d < 1 || d > 31 || h > 23 || m > 59 || s > 60) return Number.NaN
  return Date.UTC(fullYear(year), month, d, h, m, s) - offsetMs(zone)
}

/** RFC 5322 section 4.3. */
function fullYear(text: string): number {
  const year = Number(text)
  if (text.length === 2) return year < 50 ? 2_000 + year : 1_900 + year
  return text.length === 3 ? 1_900 + year : year
}

function offsetMs(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2})(\d{2})$/.exec(zone) ?? []
  if (sign === undefined) return (ZONES[zone.toUpperCase()] ?? 0) * 3_600_000
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}
