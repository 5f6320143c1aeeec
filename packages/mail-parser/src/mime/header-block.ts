import { guess } from './charsets.js'

const LF = 0x0a
const CR = 0x0d
const SPACE = 0x20
const TAB = 0x09
const COLON = 0x3a

/** A header field as it is in the mail. */
export interface HeaderField {
  name: string
  /** The bytes after the colon, with the line breaks inside. */
  raw: Buffer
  /** All bytes, with the name, but without the last line break. */
  line: Buffer
}

/** The header of a mail or of a part. */
export interface HeaderBlock {
  fields: HeaderField[]
  /** Where the body begins. */
  bodyStart: number
  /** Whether there are more fields than the limits allow. */
  isCut: boolean
}

/** What to read, and how much of it. */
export interface HeaderSource {
  raw: Buffer
  start: number
  end: number
  /** Most bytes of all fields. */
  maxBytes: number
  /** Whether a line, from a position to another one, ends the headers because a new part begins there. */
  isBoundary?: (start: number, end: number) => boolean
}

/** Most fields of a header block; real mail has at most a few hundred. */
const MAX_FIELDS = 2_000
/** Most bytes of a field that are read: a hundred lines of References have a tenth of it. */
const MAX_FIELD_BYTES = 64 * 1024

/**
 * Reads the header fields of a mail or a part (RFC 5322 section 2.2). A line that cannot be a field begins the body, as
 * if there were an empty line before it. Skips the line that mailbox files add at the top, and lines there that continue
 * nothing.
 */
export function readHeaderBlock(source: HeaderSource): HeaderBlock {
  const { raw, end, maxBytes } = source
  const fields: HeaderField[] = []
  let isCut = false
  let bytes = 0
  let at = afterStrayLines(source, afterMailboxLine(source))
  while (at < end) {
    const lineEnd = endOfLine(raw, at, end)
    const textEnd = withoutCr(raw, at, lineEnd)
    if (textEnd === at) return { fields, bodyStart: Math.min(lineEnd + 1, end), isCut }
    const colon = colonOf(raw, at, textEnd)
    if (colon < 0 || source.isBoundary?.(at, textEnd)) return { fields, bodyStart: at, isCut }
    const fieldEnd = endOfField(raw, lineEnd, end)
    bytes += fieldEnd - at
    if (bytes > maxBytes || fields.length >= MAX_FIELDS) isCut = true
    else fields.push(toField(raw.subarray(at, fieldEnd), colon - at))
    at = Math.min(fieldEnd + 1, end)
  }
  return { fields, bodyStart: end, isCut }
}

function toField(line: Buffer, colon: number): HeaderField {
  return { name: line.toString('latin1', 0, colon).trimEnd(), raw: line.subarray(colon + 1), line }
}

/** Whether only the beginning of a field is read, because it is so long. */
export const isFieldCut = ({ raw }: HeaderField): boolean => raw.length > MAX_FIELD_BYTES

/** The text of a field on one line, not yet decoded by RFC 2047. Bytes above 127 are UTF-8 (RFC 6532) or a guess. */
export const fieldText = ({ raw }: HeaderField): string => unfold(guess(Buffer.from(raw.subarray(0, MAX_FIELD_BYTES))))

/** As {@link fieldText}, one character for each byte. */
export const fieldLatin1 = ({ raw }: HeaderField): string =>
  unfold(raw.toString('latin1', 0, MAX_FIELD_BYTES).replaceAll('\0', ''))

/**
 * Removes the line breaks of folding (RFC 5322 section 2.2.3). Any other CR or LF becomes a space. A run of them is looked
 * at once: a pattern that looks ahead would begin again at each of its characters.
 */
function unfold(text: string): string {
  if (!LINE_BREAK.test(text)) return text.trim()
  let result = ''
  let from = 0
  for (const { 0: run, index } of text.matchAll(LINE_BREAKS)) {
    const end = index + run.length
    result += text.slice(from, index) + (text[end] === ' ' || text[end] === '\t' ? '' : ' ')
    from = end
  }
  return (result + text.slice(from)).trim()
}

const LINE_BREAK = /[\r\n]/
const LINE_BREAKS = /[\r\n]+/g

function afterMailboxLine({ raw, start, end }: HeaderSource): number {
  const isMailboxLine = /^>?From /.test(raw.toString('latin1', start, Math.min(end, start + 6)))
  return isMailboxLine ? Math.min(endOfLine(raw, start, end) + 1, end) : start
}

function afterStrayLines({ raw, end }: HeaderSource, start: number): number {
  if (!isBlank(raw[start])) return start
  const next = Math.min(endOfField(raw, endOfLine(raw, start, end), end) + 1, end)
  return colonOf(raw, next, endOfLine(raw, next, end)) < 0 ? start : next
}

const isBlank = (byte: number | undefined) => byte === SPACE || byte === TAB

function endOfLine(raw: Buffer, from: number, end: number): number {
  const found = raw.indexOf(LF, from)
  return found < 0 || found >= end ? end : found
}

function withoutCr(raw: Buffer, start: number, lineEnd: number): number {
  let end = lineEnd
  while (end > start && raw[end - 1] === CR) end -= 1
  return end
}

/** The position of the colon after a field name; negative if the line is no field. */
function colonOf(raw: Buffer, start: number, end: number): number {
  let isEnded = false
  for (let at = start; at < end; at += 1) {
    const byte = raw[at]!
    if (byte === COLON) return at > start ? at : -1
    if (isBlank(byte) && at > start) isEnded = true
    // Blanks before the colon are obsolete, but allowed.
    else if (isEnded || byte <= SPACE || byte >= 0x7f) return -1
  }
  return -1
}

/** A parameter that begins a line: somebody forgot the blank before it. */
const STRAY_PARAM = /^(?:name|filename|boundary|charset|type|protocol|micalg)\*?\d*\*?=/i
const STRAY_BYTES = 24

/** The end of the last line of a field: further lines begin with a blank. */
function endOfField(raw: Buffer, firstLineEnd: number, end: number): number {
  let lineEnd = firstLineEnd
  while (lineEnd + 1 < end && continues(raw, lineEnd + 1)) {
    lineEnd = endOfLine(raw, lineEnd + 1, end)
  }
  return lineEnd
}

const continues = (raw: Buffer, at: number) =>
  isBlank(raw[at]) || STRAY_PARAM.test(raw.toString('latin1', at, at + STRAY_BYTES))
