import { pascalCase } from './client-names.js'

/** Words that Go programs write in capitals. */
const INITIALISMS = /(Id|Url|Html|Ip|Dns|Mx|Txt|Dkim|Spf|Dmarc|Bimi|Vmc|Rfc)(?=s?(?:[A-Z]|$))/g

/** `message_id` as `MessageID`. */
export const fieldName = (name: string): string =>
  pascalCase(name).replace(INITIALISMS, (word: string) => word.toUpperCase())

const MAX_LINE = 100
/** Where a line of a comment may not begin, because gofmt would take it for a list or a heading. */
const MARKER = / (?=(?:[-*+•#]|\d+[.)])(?: |$))/g

/** A text as the lines of a comment, without line breaks of its own. */
export function commentLines(text: string, indent = ''): string {
  const lines: string[] = []
  for (const part of text.replace(/\s+/g, ' ').trim().replace(MARKER, '\u00a0').split(' ')) {
    const word = part.replaceAll('\u00a0', ' ')
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < MAX_LINE - indent.length) lines.push(`${lines.pop()} ${word}`)
    else lines.push(`${indent}// ${word}`)
  }
  return lines.map((line) => `${line}\n`).join('')
}

/** A line of a struct or of constants: its columns, and what stands above it. */
export interface Line {
  comment: string
  columns: string[]
}

/** Lines in columns, as gofmt aligns them: with those around them as far as no comment stands between. */
export function aligned(lines: readonly Line[]): string {
  const blocks: Line[][] = []
  for (const line of lines) {
    if (line.comment === '' && blocks.length > 0) blocks.at(-1)!.push(line)
    else blocks.push([line])
  }
  return blocks.map((block) => block[0]!.comment + alignedBlock(block.map(({ columns }) => columns))).join('')
}

function alignedBlock(rows: readonly string[][]): string {
  const widths = rows[0]!.map((_column, index) => Math.max(...rows.map((row) => row[index]!.length)))
  return rows
    .map(
      (row) =>
        `\t${row
          .map((text, index) => text.padEnd(widths[index]!))
          .join(' ')
          .trimEnd()}\n`,
    )
    .join('')
}
