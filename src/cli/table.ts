/** Rows of text under headings, in columns that line up. Without rows, `none` stands alone. */
export function table(headings: string[], rows: string[][], none: string): string {
  if (rows.length === 0) return none
  return columns([headings, ...rows])
}

/** Rows of text in columns that line up; the last column is as wide as it likes. */
export function columns(rows: string[][]): string {
  const widths: number[] = []
  for (const row of rows) {
    for (const [column, text] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, text.length)
  }
  return rows
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
