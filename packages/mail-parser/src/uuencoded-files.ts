import type { MimePart, MimeTree } from './mime/mime-tree.js'

/*
 * Files inside of plain text, as programs sent them before MIME: uuencoded, between a line `begin 644 name` and a line
 * `end`. They become separate parts, so that they are attachments and not text.
 */

/** Most files that are found in a mail. */
const MAX_FILES = 1_000
const LF = 0x0a
const CR = 0x0d
const BEGINNING = Buffer.from('begin ')
/** Some programs leave the name out. */
const BEGIN = /^begin [0-7]{3,4}(?: +(.*))?$/
const MAX_BEGIN_BYTES = 300
const MAX_LINE_BYTES = 90

/** Where a file is: from its first line up to the end of its last one. */
interface UuFile {
  filename: string | null
  start: number
  end: number
}

/** The tree with a multipart in place of each text that contains files: text and files in turn. */
export function withUuencodedFiles(raw: Buffer, tree: MimeTree): MimeTree {
  let left = MAX_FILES
  const split = (part: MimePart): MimePart => {
    if (part.children) return { ...part, children: part.children.map(split) }
    if (part.type !== 'text/plain' || part.encoding !== 'identity' || part.disposition === 'attachment') return part
    const files = findFiles(raw, part, left)
    left -= files.length
    return files.length === 0 ? part : { ...part, type: 'multipart/mixed', children: piecesOf(raw, part, files) }
  }
  const root = split(tree.root)
  return left === MAX_FILES ? tree : { ...tree, root }
}

function findFiles(raw: Buffer, { start, end }: MimePart, max: number): UuFile[] {
  const files: UuFile[] = []
  for (let at = start; files.length < max; ) {
    const line = nextBegin(raw, at, end)
    if (line < 0) return files
    const file = fileAt(raw, line, end)
    if (file) files.push(file)
    at = file ? file.end : endOfLine(raw, line, end)
  }
  return files
}

/** The next line that starts with `begin `; negative if there is none. */
function nextBegin(raw: Buffer, from: number, end: number): number {
  const text = raw.subarray(from, end)
  for (let at = text.indexOf(BEGINNING); at >= 0; at = text.indexOf(BEGINNING, at + 1)) {
    if (at === 0 || text[at - 1] === LF) return from + at
  }
  return -1
}

/** The file that begins at a line; null if what follows is anything else. Stops at the first line that is. */
function fileAt(raw: Buffer, start: number, end: number): UuFile | null {
  const begin = BEGIN.exec(lineAt(raw, start, end, MAX_BEGIN_BYTES, 'utf8'))
  if (!begin) return null
  const filename = begin[1]?.trim() || null
  let hasData = false
  for (let at = endOfLine(raw, start, end) + 1; at < end; at = endOfLine(raw, at, end) + 1) {
    const line = lineAt(raw, at, end, MAX_LINE_BYTES, 'latin1')
    if (line === 'end') return hasData ? { filename, start, end: endOfLine(raw, at, end) } : null
    if (!isUuLine(line)) return null
    hasData = true
  }
  return null
}

/** A line starts with its length. Blanks at its end may have got lost, and some programs add a checksum. */
function isUuLine(line: string): boolean {
  if (line === '') return true
  if (!/^[ -`]+$/.test(line)) return false
  const bytes = (line.charCodeAt(0) - 32) & 63
  const length = Math.ceil(bytes / 3) * 4
  return line.length - 1 <= length + 1 && line.length - 1 >= length - 4
}

function piecesOf(raw: Buffer, part: MimePart, files: readonly UuFile[]): MimePart[] {
  const pieces: MimePart[] = []
  let from = part.start
  for (const { filename, start, end } of files) {
    // The first piece is the text of the mail, also if it is empty.
    const text = { ...part, start: from, end: beforeLineBreak(raw, from, start) }
    if (pieces.length === 0 || hasText(raw, text)) pieces.push(text)
    pieces.push({ ...part, ...FILE, params: new Map(), filename, start, end })
    from = Math.min(end + 1, part.end)
  }
  const rest = { ...part, start: from }
  return hasText(raw, rest) ? [...pieces, rest] : pieces
}

const FILE = {
  ...{ type: 'application/octet-stream', disposition: 'attachment', contentId: null },
  encoding: 'uuencode',
} as const satisfies Partial<MimePart>

const hasText = (raw: Buffer, { start, end }: MimePart) => raw.subarray(start, end).some((byte) => byte > 0x20)

function lineAt(raw: Buffer, start: number, end: number, maxBytes: number, encoding: 'utf8' | 'latin1'): string {
  const lineEnd = endOfLine(raw, start, end)
  // What is longer is no line of a file.
  return lineEnd - start > maxBytes ? '\0' : raw.toString(encoding, start, lineEnd).replace(/\r$/, '')
}

function endOfLine(raw: Buffer, from: number, end: number): number {
  const found = raw.subarray(from, end).indexOf(LF)
  return found < 0 ? end : from + found
}

function beforeLineBreak(raw: Buffer, from: number, line: number): number {
  const end = line > from && raw[line - 1] === LF ? line - 1 : line
  return end > from && raw[end - 1] === CR ? end - 1 : end
}
