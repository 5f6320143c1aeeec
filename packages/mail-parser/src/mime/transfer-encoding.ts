const LF = 0x0a
const CR = 0x0d
const EQUALS = 0x3d
const SPACE = 0x20
const TAB = 0x09

/** Bytes that a decoder reads, and where it writes. */
export interface Transfer {
  raw: Uint8Array
  start: number
  end: number
  target: Uint8Array
  /** Position in the target. */
  at: number
}

/** The name of a Content-Transfer-Encoding, for what follows. */
export type Encoding = 'base64' | 'quoted-printable' | 'uuencode' | 'identity'

const NAMES: Record<string, Encoding> = {
  base64: 'base64',
  'quoted-printable': 'quoted-printable',
  uuencode: 'uuencode',
  'x-uuencode': 'uuencode',
  'x-uue': 'uuencode',
  uue: 'uuencode',
}

/** Reads a Content-Transfer-Encoding (RFC 2045 section 6). Unknown ones mean that the bytes are as they are. */
export function toEncoding(header: string): Encoding {
  const name =
    header
      .trim()
      .toLowerCase()
      .split(/[\s;(]/, 1)[0] ?? ''
  return NAMES[name] ?? 'identity'
}

/** Most bytes that some encoded bytes can decode to. */
export function decodedBound(encoding: Encoding, encodedBytes: number): number {
  return encoding === 'base64' ? Math.floor(encodedBytes / 4) * 3 + 3 : encodedBytes
}

/**
 * Decodes bytes into a buffer with at least {@link decodedBound} free bytes. Never fails: what cannot be decoded is
 * skipped (base64) or kept as it is (the others).
 * @returns the position after the last written byte.
 */
export function decodeTransfer(encoding: Encoding, transfer: Transfer): number {
  if (encoding === 'base64') return decodeBase64(transfer)
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(transfer)
  if (encoding === 'uuencode') return decodeUuencode(transfer)
  transfer.target.set(transfer.raw.subarray(transfer.start, transfer.end), transfer.at)
  return transfer.at + transfer.end - transfer.start
}

const SEXTETS = new Int8Array(256).fill(-1)
for (const [value, character] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries()) {
  SEXTETS[character.charCodeAt(0)] = value
}

/** Skips what is not base64. Padding ends a group of four, so that joined pieces decode as well. */
function decodeBase64({ raw, start, end, target, at }: Transfer): number {
  let bits = 0
  let count = 0
  let to = at
  for (let from = start; from < end; from += 1) {
    const byte = raw[from]!
    const sextet = SEXTETS[byte]!
    if (sextet >= 0) {
      bits = (bits << 6) | sextet
      count += 1
      if (count < 4) continue
      target[to] = bits >> 16
      target[to + 1] = bits >> 8
      target[to + 2] = bits
      to += 3
    } else if (byte === EQUALS) {
      to = writeRest(bits, count, target, to)
    } else {
      continue
    }
    bits = 0
    count = 0
  }
  return writeRest(bits, count, target, to)
}

/** Writes a group of fewer than four. */
function writeRest(bits: number, count: number, target: Uint8Array, at: number): number {
  if (count < 2) return at
  target[at] = count === 2 ? bits >> 4 : bits >> 10
  if (count === 2) return at + 1
  target[at + 1] = bits >> 2
  return at + 2
}

/** RFC 2045 section 6.7; bytes above 127 stay as they are. */
function decodeQuotedPrintable({ raw, start, end, target, at }: Transfer): number {
  let to = at
  let from = start
  // Encoded blanks at the end of a line are meant.
  let afterEncoded = at
  while (from < end) {
    const byte = raw[from]!
    if (byte === EQUALS) {
      const high = hexOf(raw[from + 1])
      const low = from + 2 < end ? hexOf(raw[from + 2]) : -1
      if (high >= 0 && low >= 0) {
        target[to++] = high * 16 + low
        afterEncoded = to
        from += 3
        continue
      }
      const next = softBreakEnd(raw, from + 1, end)
      if (next > 0) {
        from = next
        continue
      }
    }
    if (byte === LF) to = withoutTrailingBlanks(target, to, afterEncoded)
    target[to++] = byte
    from += 1
  }
  return to
}

/** The position after a soft line break, or 0 if there is none. Blanks before the line break were added on the way. */
function softBreakEnd(raw: Uint8Array, from: number, end: number): number {
  let position = from
  while (position < end && (raw[position] === SPACE || raw[position] === TAB)) position += 1
  if (position >= end) return end
  if (raw[position] === CR && raw[position + 1] === LF) return position + 2
  return raw[position] === LF || raw[position] === CR ? position + 1 : 0
}

/** Blanks at the end of a line were added on the way. Keeps a CR. */
function withoutTrailingBlanks(target: Uint8Array, to: number, floor: number): number {
  const hasCr = to > floor && target[to - 1] === CR
  let end = hasCr ? to - 1 : to
  while (end > floor && (target[end - 1] === SPACE || target[end - 1] === TAB)) end -= 1
  if (hasCr) target[end++] = CR
  return end
}

function hexOf(byte: number | undefined): number {
  if (byte === undefined) return -1
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const lower = byte | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}

/** The lines between `begin` and `end`; without a `begin`, all lines. */
function decodeUuencode({ raw, start, end, target, at }: Transfer): number {
  let to = at
  for (let from = start; from < end; ) {
    const lineEnd = endOfLine(raw, from, end)
    const line = Buffer.from(raw.subarray(from, Math.min(lineEnd, from + 90)))
      .toString('latin1')
      .trimEnd()
    from = lineEnd + 1
    if (line === 'end') break
    if (line === '' || /^begin [0-7]{3,4} /.test(line)) continue
    to = decodeUuLine(line, target, to)
  }
  return to
}

function endOfLine(raw: Uint8Array, from: number, end: number): number {
  const found = raw.indexOf(LF, from)
  return found < 0 || found > end ? end : found
}

function decodeUuLine(line: string, target: Uint8Array, at: number): number {
  const valueAt = (index: number) => (line.charCodeAt(index) - 32) & 63
  // No more than the line has.
  const length = Math.min(valueAt(0), Math.floor(((line.length - 1) * 3) / 4))
  for (let index = 0; index < length; index += 1) {
    const group = 1 + Math.floor(index / 3) * 4
    const bits = (valueAt(group) << 18) | (valueAt(group + 1) << 12) | (valueAt(group + 2) << 6) | valueAt(group + 3)
    target[at + index] = bits >> (16 - (index % 3) * 8)
  }
  return at + length
}
