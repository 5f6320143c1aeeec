import { unwrapFlowed } from './flowed-text.js'
import { decodeCharset, isWide } from './mime/charsets.js'
import type { MimePart } from './mime/mime-tree.js'
import { decodedBound, decodeTransfer } from './mime/transfer-encoding.js'

/** Bytes of a part that are read for so many decoded bytes. */
const ENCODED_BYTES = { identity: 1, base64: 1.5, 'quoted-printable': 3, uuencode: 1.5 } as const
/** Where HTML names its charset. */
const META_CHARSET = /<meta[^>]{0,200}charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]{1,40})/i
const META_BYTES = 2_048
const SAMPLE_BYTES = 1_024
const MIN_WORDS = 4

/** Text of a part, with LF line ends. */
export interface PartText {
  text: string
  /** Whether it was longer than allowed. */
  isCut: boolean
}

/** Decodes a part that is text, up to some bytes. */
export function readPartText(raw: Buffer, part: MimePart, maxBytes: number): PartText {
  const encoding = part.encoding === 'base64' && !looksLikeBase64(raw, part) ? 'identity' : part.encoding
  const bytes = decodePart(raw, { ...part, encoding }, maxBytes)
  const charset = part.params.get('charset') ?? (part.type === 'text/html' ? metaCharset(bytes) : null)
  const decoded = decodeCharset(bytes.subarray(0, maxBytes), charset).replace(/\r\n?/g, '\n')
  const isFlowed = part.type === 'text/plain' && part.params.get('format')?.trim().toLowerCase() === 'flowed'
  const text = isFlowed ? unwrapFlowed(decoded, part.params.get('delsp')?.trim().toLowerCase() === 'yes') : decoded
  const cutText = cutToBytes(text, maxBytes)
  return { text: cutText, isCut: bytes.length > maxBytes || cutText.length < text.length }
}

/** The bytes of a part without its transfer encoding: a little more than the limit, so that it shows. */
export function decodePart(raw: Buffer, { encoding, start, end }: MimePart, maxBytes: number): Buffer {
  const last = Math.min(end, start + Math.ceil((maxBytes + 4) * ENCODED_BYTES[encoding]))
  const target = Buffer.alloc(decodedBound(encoding, last - start))
  return target.subarray(0, decodeTransfer(encoding, { raw, start, end: last, target, at: 0 }))
}

/** Text with blanks between words is not base64, whatever its header says. */
function looksLikeBase64(raw: Buffer, { start, end }: MimePart): boolean {
  const text = raw.toString('latin1', start, Math.min(end, start + SAMPLE_BYTES))
  return (text.match(/[a-z,.] +[a-z]/gi)?.length ?? 0) < MIN_WORDS
}

/** The charset that HTML names, unless HTML in that charset could not be read like this. */
function metaCharset(bytes: Buffer): string | null {
  const named = META_CHARSET.exec(bytes.toString('latin1', 0, Math.min(META_BYTES, bytes.length)))?.[1] ?? null
  return named === null || isWide(named) ? null : named
}

/** Cuts text to a number of bytes in UTF-8, not in the middle of a character. */
export function cutToBytes(text: string, maxBytes: number): string {
  // No character has more than three bytes for each of its UTF-16 units.
  if (text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes) return text
  return Buffer.from(text)
    .toString('utf8', 0, maxBytes)
    .replace(/\uFFFD$/, '')
}
