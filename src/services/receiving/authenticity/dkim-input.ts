import { Readable } from 'node:stream'
import { fieldLatin1, type HeaderField, readHeaderBlock } from '@postline/mail-parser'

/** A mail prepared for a DKIM check whose cost is limited. */
export interface DkimInput {
  /** The mail, or null if it is not checked. */
  stream: Readable | null
  /** The signatures that are checked. */
  signatures: HeaderField[]
  /** Whether there are signatures that are not checked. */
  hasUnchecked: boolean
}

const LF = 0x0a
const CR = 0x0d
/** Most bytes of a header whose signatures are checked. */
const MAX_HEADER_BYTES = 128 * 1024
/** Most lines of a field, and most blanks one after the other: the library takes time with the square of both. */
const MAX_FIELD_LINES = 1_000
const MAX_BLANKS = 2_000
/** Most signatures that are checked; each costs a look-up, and hashing the body. */
const MAX_SIGNATURES = 5
/** Longest line of a body that is checked; the limit of RFC 5322 is 998. Long lines cost more than their size. */
const MAX_LINE_BYTES = 64 * 1024
/** Bytes that are hashed at a time. */
const CHUNK_BYTES = 64 * 1024
/** A signature of only the beginning of the body says nothing about the rest. */
const SIGNS_PART = /(?:^|;)\s*l\s*=/

/**
 * Prepares a mail for checking its DKIM signatures: without ARC headers, with CRLF line ends, in small pieces, and with
 * a limited number of signatures. A mail with a header that no mail program writes is not checked.
 */
export function toDkimInput(raw: Buffer): DkimInput {
  const block = readHeaderBlock({ raw, start: 0, end: raw.length, maxBytes: MAX_HEADER_BYTES })
  const found = block.fields.filter((field) => nameOf(field) === 'dkim-signature')
  if (block.isCut) return { stream: null, signatures: [], hasUnchecked: true }
  const signatures = found.filter((field) => !SIGNS_PART.test(fieldLatin1(field))).slice(0, MAX_SIGNATURES)
  const hasUnchecked = signatures.length < found.length
  if (signatures.length === 0) return { stream: null, signatures, hasUnchecked }
  if (block.fields.some(isExpensive)) return { stream: null, signatures: [], hasUnchecked: true }
  const checked = new Set(signatures)
  const kept = block.fields.filter((field) => {
    const name = nameOf(field)
    return name === 'dkim-signature' ? checked.has(field) : !name.startsWith('arc-')
  })
  const stream = Readable.from(pieces(raw, kept, block.bodyStart), { objectMode: false })
  return { stream, signatures, hasUnchecked }
}

const nameOf = ({ name }: HeaderField) => name.toLowerCase()

/** Whether a field is folded too often, has too many blanks in a row, or a CR that ends no line. */
function isExpensive({ line }: HeaderField): boolean {
  let lines = 0
  let blanks = 0
  for (let at = 0; at < line.length; at += 1) {
    const byte = line[at]!
    const isBreak = byte === LF || byte === CR
    blanks = isBreak || byte === 0x20 || byte === 0x09 ? blanks + 1 : 0
    if (byte === LF) lines += 1
    if (byte === CR && at + 1 < line.length && line[at + 1] !== LF) return true
    if (lines > MAX_FIELD_LINES || blanks > MAX_BLANKS) return true
  }
  return false
}

function* pieces(raw: Buffer, fields: readonly HeaderField[], bodyStart: number): Generator<Buffer> {
  const lines = fields.map(({ line }) => withoutLastCr(line).toString('latin1'))
  yield withCrlf(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'))
  let lineBytes = 0
  for (let at = bodyStart; at < raw.length; ) {
    const end = pieceEnd(raw, at)
    const piece = raw.subarray(at, end)
    const lastBreak = piece.lastIndexOf(LF)
    lineBytes = lastBreak < 0 ? lineBytes + piece.length : piece.length - lastBreak
    if (lineBytes > MAX_LINE_BYTES) throw new Error('a line is too long to be checked')
    yield withCrlf(piece)
    at = end
  }
}

const withoutLastCr = (line: Buffer) => (line.at(-1) === CR ? line.subarray(0, -1) : line)

/** Not between CR and LF. */
function pieceEnd(raw: Buffer, at: number): number {
  const end = Math.min(at + CHUNK_BYTES, raw.length)
  return raw[end - 1] === CR && end < raw.length ? end + 1 : end
}

function withCrlf(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1')
  return /(?<!\r)\n/.test(text) ? Buffer.from(text.replace(/(?<!\r)\n/g, '\r\n'), 'latin1') : bytes
}
