import { median } from './median.js'

/** The median with minimum and maximum. */
export function spread(values: (number | null)[], digits: number): string {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return 'unknown'
  const text = (value: number) => value.toFixed(digits)
  return `${text(median(known))} (${text(Math.min(...known))} – ${text(Math.max(...known))})`
}

/** A line of a table. */
export function row(title: string, ...cells: string[]): string {
  return `  ${title.padEnd(20)}${cells.map((cell) => cell.padStart(26)).join('')}`.trimEnd()
}
