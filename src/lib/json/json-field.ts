import { shouldYield, yieldToEventLoop } from '../concurrency/time-slices.js'
import { endOfDecodable, JSON_BYTES } from './json-text.js'

/*
 * Takes one long string out of a JSON text without building it, for texts of many megabytes that consist of little else.
 */

/** Steps before the clock is looked at again. */
const STEPS = 4_096
const PIECE_BYTES = 64 * 1024

/** Where the text of a string is in its JSON text, without its quotes: from the first byte to the one after the last. */
export interface Span {
  from: number
  to: number
}

/**
 * Finds the string that a property of the outermost object has; null if there is none. The JSON text is not checked: parse
 * what is around the string.
 */
export async function findStringField(bytes: Buffer, name: string): Promise<Span | null> {
  const wanted = Buffer.from(name)
  let depth = 0
  let isValue = false
  let isWanted = false
  let steps = 0
  for (let at = 0; at < bytes.length; at += 1) {
    steps += 1
    if (steps % STEPS === 0 && shouldYield()) await yieldToEventLoop()
    const byte = bytes[at]!
    if (byte === JSON_BYTES.quote) {
      const span = { from: at + 1, to: await endOfString(bytes, at + 1) }
      if (span.to < 0) return null
      if (depth === 1 && isValue && isWanted) return span
      if (depth === 1 && !isValue) isWanted = bytes.subarray(span.from, span.to).equals(wanted)
      at = span.to
    } else if (byte === JSON_BYTES.openBrace || byte === JSON_BYTES.openBracket) depth += 1
    else if (byte === JSON_BYTES.closeBrace || byte === JSON_BYTES.closeBracket) depth -= 1
    else if (byte === JSON_BYTES.colon) isValue = true
    else if (byte === JSON_BYTES.comma) isValue = false
  }
  return null
}

/** The offset of the quote that ends a string; negative if none does. */
async function endOfString(bytes: Buffer, from: number): Promise<number> {
  let end = bytes.indexOf(JSON_BYTES.quote, from)
  for (let steps = 1; end >= 0 && isEscaped(bytes, from, end); steps += 1) {
    if (steps % STEPS === 0 && shouldYield()) await yieldToEventLoop()
    end = bytes.indexOf(JSON_BYTES.quote, end + 1)
  }
  return end
}

/** Whether an odd number of backslashes stands before a byte. */
function isEscaped(bytes: Buffer, from: number, at: number): boolean {
  let before = at
  while (before > from && bytes[before - 1] === JSON_BYTES.backslash) before -= 1
  return (at - before) % 2 === 1
}

/**
 * The characters of a string in a JSON text, piece by piece, in as many turns of the event loop as that takes. No piece
 * ends within a character.
 * @throws SyntaxError if an escape is invalid.
 */
export async function* readString(bytes: Buffer): AsyncGenerator<string, void> {
  let rest = ''
  for (let from = 0; from < bytes.length; ) {
    if (bytes.length > PIECE_BYTES && shouldYield()) await yieldToEventLoop()
    const to = endOfPiece(bytes, from)
    const text = rest + withoutEscapes(bytes.toString('utf8', from, to))
    // The other half of a character may come as a separate escape.
    rest = /[\ud800-\udbff]$/.test(text) && to < bytes.length ? text.slice(-1) : ''
    yield rest ? text.slice(0, -1) : text
    from = to
  }
}

function endOfPiece(bytes: Buffer, from: number): number {
  const piece = bytes.subarray(from, from + PIECE_BYTES)
  if (from + piece.length === bytes.length) return bytes.length
  let lastEscape = -1
  for (let at = piece.indexOf(JSON_BYTES.backslash); at >= 0; at = piece.indexOf(JSON_BYTES.backslash, at + 2)) {
    lastEscape = at
  }
  return from + endOfDecodable(piece, 0, lastEscape)
}

const withoutEscapes = (text: string): string => (text.includes('\\') ? String(JSON.parse(`"${text}"`)) : text)
