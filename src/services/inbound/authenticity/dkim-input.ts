import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fieldLatin1, type HeaderField, readHeaderBlock } from '../parser/mime/header-block.js'

/** A mail prepared for a DKIM check whose cost is limited. */
export interface DkimInput {
  /** The mail, or null if it is not checked. */
  stream: Readable | null
  /** Whether there are signatures that are not checked. */
  hasUnchecked: boolean
}

const LF = 0x0a
const CR = 0x0d
/** Most bytes of a header whose signatures are checked. */
const MAX_HEADER_BYTES = 128 * 1024
/** Most signatures that are checked; each costs a look-up, and hashing the body. */
const MAX_SIGNATURES = 5
/** Longest line of a body that is checked; the limit of RFC 5322 is 998. Long lines cost more than their size. */
const MAX_LINE_BYTES = 64 * 1024
/** Bytes that are hashed at a time: other work comes between. */
const CHUNK_BYTES = 16 * 1024
/** A signature of only the beginning of the body says nothing about the rest. */
const SIGNS_PART = /(?:^|;)\s*l\s*=/

/**
 * Prepares a mail for checking its DKIM signatures: without ARC headers, with CRLF line ends, in small pieces, and with
 * a limited number of signatures.
 */
export function toDkimInput(raw: Buffer): DkimInput {
  const block = readHeaderBlock({ raw, start: 0, end: raw.length, maxBytes: MAX_HEADER_BYTES })
  const signatures = block.fields.filter((field) => nameOf(field) === 'dkim-signature')
  if (block.isCut) return { stream: null, hasUnchecked: true }
  const checked = new Set(signatures.filter((field) => !SIGNS_PART.test(fieldLatin1(field))).slice(0, MAX_SIGNATURES))
  const hasUnchecked = checked.size < signatures.length
  if (checked.size === 0) return { stream: null, hasUnchecked }
  const kept = block.fields.filter((field) => {
    const name = nameOf(field)
    return name === 'dkim-signature' ? checked.has(field) : !name.startsWith('arc-')
  })
  return { stream: Readable.from(pieces(raw, kept, block.bodyStart), { objectMode: false }), hasUnchecked }
}

const nameOf = ({ name }: HeaderField) => name.toLowerCase()

async function* pieces(raw: Buffer, fields: readonly HeaderField[], bodyStart: number): AsyncGenerator<Buffer> {
  const lines = fields.map(({ line }) => line.toString('latin1').replace(/\r+$/, ''))
  yield withCrlf(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'))
  let lineBytes = 0
  for (let at = bodyStart; at < raw.length; ) {
    await nextTurn()
    const end = pieceEnd(raw, at)
    const piece = raw.subarray(at, end)
    const lastBreak = piece.lastIndexOf(LF)
    lineBytes = lastBreak < 0 ? lineBytes + piece.length : piece.length - lastBreak
    if (lineBytes > MAX_LINE_BYTES) throw new Error('a line is too long to be checked')
    yield withCrlf(piece)
    at = end
  }
}

/** Not between CR and LF. */
function pieceEnd(raw: Buffer, at: number): number {
  const end = Math.min(at + CHUNK_BYTES, raw.length)
  return raw[end - 1] === CR && end < raw.length ? end + 1 : end
}

function withCrlf(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1')
  return /(?<!\r)\n/.test(text) ? Buffer.from(text.replace(/(?<!\r)\n/g, '\r\n'), 'latin1') : bytes
}
