import './reports.css'
import type { ReactNode } from 'react'

interface ReportTableProps {
  label: string
  /** What the label leaves open. */
  note?: string | false | undefined
  columns: readonly string[]
  /** Its rows. */
  children: ReactNode
}

/** What reports say, line by line. It scrolls where it is too wide. */
export function ReportTable({ label, note, columns, children }: ReportTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="report-table" aria-label={label} tabIndex={0}>
      <table>
        <caption>
          {label}
          {note}
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

/** A share as a bar, and in words. */
export function PassRate({ count, of }: { count: number; of: number }) {
  return (
    <>
      <meter min={0} max={Math.max(of, 1)} value={count} aria-hidden="true" /> {share(count, of)}
    </>
  )
}

/** Rounded down, so that only all is 100 %. */
export const share = (count: number, of: number) => (of === 0 ? '–' : `${Math.floor((count / of) * 100)}%`)
