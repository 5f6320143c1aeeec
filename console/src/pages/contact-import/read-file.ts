/** A column of a file: its name, and what its first row has there. */
export interface Column {
  name: string
  example: string
}

/** What is read of a file to know its columns, in characters. */
const HEAD_CHARS = 20_000

/** The text of a file: UTF-8, or UTF-16 with a byte order mark. */
export async function textOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}

/** The columns of a CSV file. None if it has none. */
export function columnsOf(text: string): Column[] {
  const [names = [], first = []] = rowsOf(text.slice(0, HEAD_CHARS), 2)
  return names.map((name, index) => ({ name: name.trim(), example: first[index] ?? '' }))
}

/** The first rows of a CSV text, as the API reads it: with commas, semicolons or tabs, and quotes. */
function rowsOf(text: string, count: number): string[][] {
  const separator = separatorOf(text)
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]!
    if (isQuoted) {
      if (char !== '"') cell += char
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (char === '"' && cell === '') isQuoted = true
    else if (char === separator || char === '\n') {
      rows.at(-1)!.push(cell.replace(/\r$/, ''))
      cell = ''
      if (char !== '\n') continue
      if (rows.length === count) return rows
      rows.push([])
    } else cell += char
  }
  if (cell !== '') rows.at(-1)!.push(cell)
  return rows
}

/** The one that the first line has most of. */
function separatorOf(text: string): string {
  const [line = ''] = text.split('\n', 1)
  const times = (char: string) => line.split(char).length
  return [',', ';', '\t'].reduce((best, char) => (times(char) > times(best) ? char : best))
}

const FIELDS: Record<string, string> = {
  ...{ email: 'email', e_mail: 'email', mail: 'email', email_address: 'email' },
  ...{ first_name: 'first_name', firstname: 'first_name', given_name: 'first_name' },
  ...{ last_name: 'last_name', lastname: 'last_name', surname: 'last_name', family_name: 'last_name' },
}

/** What a column is by its name: a field, or the name of an attribute. Like the API without `columns`. */
export function guess(name: string): string {
  const snake = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  return FIELDS[snake] ?? (/^[a-z_]/.test(snake) ? snake.slice(0, 64) : '')
}
