/*
 * CSV as in RFC 4180, one record a line: a value cannot contain a line break. So a quote that is not closed spoils one
 * line and not the rest of the file.
 */

/**
 * Where a formula begins that a spreadsheet would run. Full-width characters count too. It begins the value, or what is a
 * cell for a spreadsheet that splits at semicolons or tabs, whatever the quotes say; and spreadsheets drop quotes,
 * spaces and invisible characters before it.
 */
const BEFORE = /(?<=(?:^|[;\t])[\s\p{Cc}\p{Cf}\p{DI}"']*)/u.source
const SIGN = /(?=[=+\-@＝＋－＠])/u.source
const FORMULA = new RegExp(SIGN + BEFORE, 'gu')
const ESCAPED = new RegExp(`'${SIGN}${BEFORE}`, 'gu')
const PLAIN = /^[\w.@:+-]*$/

/**
 * A value as a cell. A formula in it gets an apostrophe, so that a spreadsheet shows it and does not run it;
 * {@link fromCell} takes it off.
 */
export function toCell(value: string): string {
  const safe = value.replace(FORMULA, "'")
  return PLAIN.test(safe) ? safe : `"${safe.replaceAll('"', '""')}"`
}

/** The value of a cell that {@link toCell} has written. */
export const fromCell = (cell: string): string => cell.replace(ESCAPED, '')

/** A cell in quotes or without, and what follows it, by separator. */
const CELLS: Record<string, RegExp> = {
  ',': / *"([^"]*(?:""[^"]*)*)" *(,|$)|(?! *")([^,]*)(,|$)/y,
  ';': / *"([^"]*(?:""[^"]*)*)" *(;|$)|(?! *")([^;]*)(;|$)/y,
  '\t': / *"([^"]*(?:""[^"]*)*)" *(\t|$)|(?! *")([^\t]*)(\t|$)/y,
}

/** The separator of a file, which depends on the country of the spreadsheet: the first one in its first line. */
export const separatorOf = (line: string): string => /[,;\t]/.exec(line)?.[0] ?? ','

/**
 * The values of a line; of a longer one, no more than one above `most`. Null if a quote is not closed, or other text
 * follows a closed one.
 */
export function valuesOf(line: string, separator: string, most = Number.POSITIVE_INFINITY): string[] | null {
  const cell = CELLS[separator]!
  const values: string[] = []
  cell.lastIndex = 0
  for (;;) {
    const found = cell.exec(line)
    if (!found) return null
    const [, quoted, afterQuoted, bare = '', afterBare] = found
    values.push(fromCell(quoted === undefined ? bare.trim() : quoted.replaceAll('""', '"')))
    if (!(afterQuoted || afterBare) || values.length > most) return values
  }
}
