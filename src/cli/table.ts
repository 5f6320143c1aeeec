/** Formats rows as aligned columns under headings. Returns `none` if there are no rows. */
export function table(headings: string[], rows: string[][], none: string): string {
  if (rows.length === 0) return none
  return columns([headings, ...rows])
}

/** Formats rows as aligned columns. */
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
