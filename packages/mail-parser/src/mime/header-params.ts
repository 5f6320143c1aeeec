import { decodeCharset, guess } from './charsets.js'
import { decodeWords } from './encoded-words.js'

/** A header like Content-Type: a value with parameters. */
export interface HeaderParams {
  /** Lower case. */
  value: string
  /** Decoded, by names in lower case; the first of each name. */
  params: Map<string, string>
}

const MAX_PARAMS = 200
const MAX_VALUE_CHARS = 200
const MISSING_SEMICOLON = /\s[\w*-]+\s*=/
/** A parameter: a name, and a value in quotes or without. Values without quotes may have blanks: many programs do that. */
const PARAM = /([^\s=;"]{1,80})\s*=\s*(?:"((?:[^"\\]|\\.)*)(?:"|$)|([^;]*))/sy
const SEPARATOR = /[;\s]+/y
const JUNK = /[^;]+/y
/** The name of a piece of a parameter (RFC 2231 sections 3 and 4): its name, its number, and a star if it is encoded. */
const PIECE = /^([^*]+)\*(?:(\d{1,4})(\*)?)?$/

interface Piece {
  index: number
  isEncoded: boolean
  value: string
}

/**
 * Reads a header with parameters (RFC 2045 section 5.1), whose long or foreign values come in pieces (RFC 2231) or, by
 * programs that do not know that, as encoded words.
 * @param text one character for each byte.
 */
export function parseParams(text: string): HeaderParams {
  const valueEnd = endOfValue(text)
  const value = withoutComments(valueEnd < 0 ? text : text.slice(0, valueEnd))
  const plain = new Map<string, string>()
  const pieces = new Map<string, Piece[]>()
  for (const [name, raw] of valueEnd < 0 ? [] : readPairs(text, valueEnd)) {
    const piece = PIECE.exec(name)
    if (!piece) {
      if (!plain.has(name)) plain.set(name, decodeWords(guess(Buffer.from(raw, 'latin1'))))
      continue
    }
    const [, base = '', index, star] = piece
    const all = pieces.get(base) ?? []
    all.push({ index: Number(index ?? 0), isEncoded: index === undefined || star !== undefined, value: raw })
    pieces.set(base, all)
  }
  // What comes in pieces is meant for programs that know more.
  for (const [name, all] of pieces) plain.set(name, joinPieces(all))
  return { value: value.trim().toLowerCase(), params: plain }
}

/** At the first semicolon, or before a parameter that has none before it; negative if there are no parameters. */
function endOfValue(text: string): number {
  const semicolon = text.indexOf(';')
  const value = semicolon < 0 ? text : text.slice(0, semicolon)
  const param = MISSING_SEMICOLON.exec(value.slice(0, MAX_VALUE_CHARS))
  return param ? param.index : semicolon
}

function* readPairs(text: string, from: number): Generator<[name: string, value: string]> {
  let at = from
  for (let count = 0; at < text.length && count < MAX_PARAMS; count += 1) {
    at = skip(SEPARATOR, text, at)
    PARAM.lastIndex = at
    const match = PARAM.exec(text)
    if (match) {
      const [, name = '', quoted, bare = ''] = match
      yield [name.toLowerCase(), quoted === undefined ? bare.trim() : quoted.replace(/\\(["\\])/g, '$1')]
    }
    at = match ? PARAM.lastIndex : skip(JUNK, text, at)
  }
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

function joinPieces(pieces: Piece[]): string {
  pieces.sort((one, other) => one.index - other.index)
  const [, charset = null] = pieces[0]?.isEncoded ? (/^([^']{0,60})'[^']{0,60}'/.exec(pieces[0].value) ?? []) : []
  const bytes = pieces.map(({ value, isEncoded }, index) => {
    const text = index === 0 && isEncoded ? value.replace(/^[^']{0,60}'[^']{0,60}'/, '') : value
    return isEncoded ? percentDecoded(text) : text
  })
  return decodeCharset(Buffer.from(bytes.join(''), 'latin1'), charset)
}

const percentDecoded = (text: string) =>
  text.replace(/%([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const withoutComments = (text: string) => text.replace(/\([^()]*\)/g, '')
