/* Values of CSV files as cells. `csv-reader.ts` reads the files. */

/**
 * Where a formula begins that a spreadsheet would run. Full-width characters count too. It begins the value, or what is a
 * cell for a spreadsheet that splits at semicolons or tabs, whatever the quotes say; and spreadsheets drop quotes,
 * spaces and invisible characters before it.
 */
const BEFORE = /(?<=(?:^|[;\t])[\s\p{Cc}\p{Cf}\p{DI}"']*)/u.source
const SIGN = /(?=[=+\-@＝＋－＠])/u.source
const FORMULA = new RegExp(SIGN + BEFORE, 'gu')
const ESCAPED = new RegExp(`'${SIGN}${BEFORE}`, 'gu')
/** Cells of a line in quotes, also one that goes on in the next line. */
const QUOTED = /(?<=^|[,;\t])"(?:[^"]|"")*(?:"|$)/g
const PLAIN = /^[\w.@:+-]*$/

/**
 * A value as a cell. A formula in it gets an apostrophe, so that a spreadsheet shows it and does not run it;
 * {@link fromCell} takes it off.
 */
export function toCell(value: string): string {
  const safe = value.replace(FORMULA, "'")
  return PLAIN.test(safe) ? safe : `"${safe.replaceAll('"', '""')}"`
}

/** Values as a line, with its end (RFC 4180). What is null or undefined is an empty cell. */
export const toLine = (values: readonly unknown[]): string =>
  `${values.map((value) => toCell(String(value ?? ''))).join(',')}\r\n`

/** The value of a cell that {@link toCell} has written. */
export const fromCell = (cell: string): string => (cell.includes("'") ? cell.replace(ESCAPED, '') : cell)

/**
 * The separator of a file, which depends on the country of the spreadsheet: the first one in its first line that is not in
 * quotes.
 */
export const separatorOf = (line: string): string => /[,;\t]/.exec(line.replace(QUOTED, ''))?.[0] ?? ','
