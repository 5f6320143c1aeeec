import { decodeCharset } from './charsets.js'
import { decodedBound, decodeTransfer } from './transfer-encoding.js'

/** An encoded word, RFC 2047 section 2. Spaces in it are not allowed, but common. */
const WORD = /=\?([^?\s]{1,60})\?([bq])\?([^?]*)\?=/gi
/** As {@link WORD}, for a scanner. */
export const WORD_HERE = /=\?[^?\s]{1,60}\?[bq]\?[^?]*\?=/iy
const BLANK = /^[ \t]*$/

interface Run {
  charset: string
  bytes: Buffer[]
}

/**
 * Decodes the encoded words in a header (RFC 2047). Blanks between two words are dropped, and a character may begin in
 * one word and end in the next: many programs write that, though they must not.
 */
export function decodeWords(text: string): string {
  if (!text.includes('=?')) return text
  let result = ''
  let last = 0
  let run: Run | null = null
  const flush = () => {
    if (run) result += decodeCharset(Buffer.concat(run.bytes), run.charset)
    run = null
  }
  for (const match of text.matchAll(WORD)) {
    const [whole, charset = '', letter = '', encoded = ''] = match
    const between = text.slice(last, match.index)
    const current: Run | null = run
    const isNext = last > 0 && BLANK.test(between)
    if (!isNext || (current as Run | null)?.charset !== charset.toLowerCase()) {
      flush()
      if (!isNext) result += between
      run = { charset: charset.toLowerCase(), bytes: [] }
    }
    run!.bytes.push(decodeWord(letter, encoded))
    last = match.index + whole.length
  }
  flush()
  return result + text.slice(last)
}

function decodeWord(letter: string, encoded: string): Buffer {
  const isBase64 = letter.toLowerCase() === 'b'
  const raw = Buffer.from(isBase64 ? encoded : encoded.replaceAll('_', '=20'))
  const encoding = isBase64 ? 'base64' : 'quoted-printable'
  const target = Buffer.alloc(decodedBound(encoding, raw.length))
  const end = decodeTransfer(encoding, { raw, start: 0, end: raw.length, target, at: 0 })
  return target.subarray(0, end)
}
