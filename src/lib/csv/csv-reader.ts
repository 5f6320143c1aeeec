import { fromCell, separatorOf } from './csv.js'

/*
 * Reads the text of a CSV file record by record. Values in quotes may contain line breaks. The separator is a comma, a
 * semicolon or a tab, or what a first line like `sep=|` says.
 *
 * A quote that is never closed would make one record of the rest of the file. Such a record is given up after its first
 * line, and reading goes on with the next line. Where that happens line after line, each line is read by itself: otherwise
 * every line could cost as much as the longest record.
 */

/** A record of a file. */
export interface CsvRecord {
  /** Its number; 1 is the first. Blank lines count. */
  row: number
  values: string[]
  /** What is wrong with it; then it has no values. */
  fault: string | null
}

/** Most characters of a record. */
export const MAX_RECORD_CHARS = 100_000
/** Most characters that are read in vain, behind the ends of the lines that were given up, before lines are read alone. */
const MAX_IN_VAIN = 10 * MAX_RECORD_CHARS
/** As many of them are forgiven for each character of the file. */
const FORGIVEN = 10
const LINE_END = /[\r\n]|$/g
/** Blank in every file: a tab may separate values. */
const BLANK_LINE = /[^\S\r\n\t]*(?:\r\n?|\n)/y
/** With it, spreadsheets are told the separator. */
const SEPARATOR_LINE = /"?sep=([^\w\s"]|\t)"?[^\S\r\n]*(?:\r\n?|\n|$)/iy
const OPENING_QUOTE = / *"/y
const SPACES = / */y

/** The records of a text. Blank lines are left out. */
export const recordsOf = (text: string): CsvRecord[] => new RecordReader().read(text, true)

/** A record in a text, and where the next one begins. */
type Found = {
  values: string[]
  fault: string | null
  end: number
  /** How far it was read, if not to its end. */
  reach?: number
}

/** Reads a text as it arrives. */
export class RecordReader {
  #text = ''
  #row = 0
  #separator: string | null = null
  /** Whether the rest of a line that is too long has still to pass. */
  #isSkipping = false
  /** Characters that were read in vain and are not forgiven. The same however the text arrives. */
  #inVain = 0

  /** The records that end in the text so far. */
  read(more: string, isEnd: boolean): CsvRecord[] {
    this.#text += more
    const records: CsvRecord[] = []
    let from = 0
    for (;;) {
      if (this.#isSkipping) {
        const next = nextLine(this.#text, from, isEnd)
        from = next ?? this.#text.length
        if (next === null) break
        this.#isSkipping = false
      }
      from = this.#skipBlank(from, isEnd)
      const begin = this.#skipSeparatorLine(from, isEnd)
      if (begin === null) break
      from = begin
      if (from >= this.#text.length) break
      const found = this.#inVain > MAX_IN_VAIN ? this.#findInLine(from, isEnd) : this.#find(from, isEnd)
      if (!found) break
      const reach = Math.min(found.reach ?? 0, from + MAX_RECORD_CHARS)
      this.#inVain += Math.max(0, reach - found.end)
      this.#inVain = Math.max(0, this.#inVain - FORGIVEN * (found.end - from))
      from = found.end
      this.#row += 1
      const { values, fault } = found
      const isBlank = fault === null && values.length === 1 && values[0] === ''
      if (!isBlank) records.push({ row: this.#row, values, fault })
    }
    this.#text = this.#text.slice(from)
    return records
  }

  /** Where the line begins that is not blank: a file may be nothing but line breaks. */
  #skipBlank(from: number, isEnd: boolean): number {
    let at = from
    for (;;) {
      BLANK_LINE.lastIndex = at
      if (!BLANK_LINE.test(this.#text)) return at
      const end = BLANK_LINE.lastIndex
      // The second half of a line break may be about to arrive.
      if (end === this.#text.length && this.#text[end - 1] === '\r' && !isEnd) return at
      at = end
      this.#row += 1
    }
  }

  /** Takes the separator from a first line that names it. Returns where the next line begins; null if that is not sure. */
  #skipSeparatorLine(from: number, isEnd: boolean): number | null {
    if (this.#separator !== null) return from
    SEPARATOR_LINE.lastIndex = from
    const named = SEPARATOR_LINE.exec(this.#text)
    if (!named) return from
    const end = SEPARATOR_LINE.lastIndex
    if (end === this.#text.length && !isEnd) return null
    this.#separator = named[1]!
    this.#row += 1
    return this.#skipBlank(end, isEnd)
  }

  /** The record at a place; null if it may go on in what has not arrived. */
  #find(from: number, isEnd: boolean): Found | null {
    const isTooLong = this.#text.length - from > MAX_RECORD_CHARS
    const separator = this.#separatorFrom(from, isEnd || isTooLong)
    const found = separator && recordAt(this.#text, from, separator, isEnd)
    if (found && found !== 'unclosed') return found.end - from > MAX_RECORD_CHARS ? { ...found, ...TOO_LONG } : found
    if (!isEnd && !isTooLong) return null
    const end = nextLine(this.#text, from, isEnd)
    if (end === null) this.#isSkipping = true
    return { ...(found === 'unclosed' ? UNCLOSED : TOO_LONG), end: end ?? this.#text.length, reach: this.#text.length }
  }

  /** The record of the line at a place alone; null if the line may go on in what has not arrived. */
  #findInLine(from: number, isEnd: boolean): Found | null {
    const end = nextLine(this.#text, from, isEnd)
    if (end === null || end - from > MAX_RECORD_CHARS) return this.#find(from, isEnd)
    const separator = this.#separatorFrom(from, true)!
    const found = recordAt(this.#text.slice(from, end), 0, separator, true)
    return { ...(found && found !== 'unclosed' ? found : UNCLOSED), end, reach: end }
  }

  /** The separator, which the first line that is not blank decides; null while that has not arrived. */
  #separatorFrom(from: number, isAll: boolean): string | null {
    if (this.#separator) return this.#separator
    LINE_END.lastIndex = from
    const line = this.#text.slice(from, LINE_END.exec(this.#text)!.index)
    const isComplete = from + line.length < this.#text.length
    if (!isComplete && !isAll) return null
    const separator = separatorOf(line)
    if (line.trim() !== '') this.#separator = separator
    return separator
  }
}

const UNCLOSED = { values: [], fault: 'has a quoted value that does not end' }
const TOO_LONG = { values: [], fault: `has more than ${MAX_RECORD_CHARS.toLocaleString('en')} characters` }
const TEXT_AFTER = { values: [], fault: 'has text after a quoted value' }

/** The record at a place; null if the text ends too early to tell, `unclosed` if that is in a quoted value. */
function recordAt(text: string, from: number, separator: string, isEnd: boolean): Found | 'unclosed' | null {
  const values: string[] = []
  for (let at = from; ; at += 1) {
    const cell = cellAt(text, at, separator, isEnd)
    if (cell === null) return 'unclosed'
    values.push(fromCell(cell.value))
    at = cell.end
    if (at >= text.length) return isEnd ? { values, fault: null, end: at } : null
    if (text[at] === separator) continue
    const end = lineEndAt(text, at)
    if (end === at) return { ...TEXT_AFTER, end: nextLine(text, from, true)!, reach: at }
    // The second half of a line break may be about to arrive.
    if (end === text.length && text[at] === '\r' && !isEnd) return null
    return { values, fault: null, end }
  }
}

/** The cell at a place, and where it ends; null if its quote is not closed. */
function cellAt(text: string, at: number, separator: string, isEnd: boolean): { value: string; end: number } | null {
  OPENING_QUOTE.lastIndex = at
  if (!OPENING_QUOTE.test(text)) {
    const end = endOfBareCell(text, at, separator)
    return { value: text.slice(at, end).trim(), end }
  }
  const from = OPENING_QUOTE.lastIndex
  const close = closingQuote(text, from, isEnd)
  if (close === null) return null
  SPACES.lastIndex = close + 1
  SPACES.test(text)
  return { value: text.slice(from, close).replaceAll('""', '"'), end: SPACES.lastIndex }
}

function endOfBareCell(text: string, from: number, separator: string): number {
  for (let at = from; at < text.length; at += 1) {
    const char = text[at]
    if (char === separator || char === '\n' || char === '\r') return at
  }
  return text.length
}

/** Where a quoted value ends; null if it does not in this text. Two quotes stand for one. */
function closingQuote(text: string, from: number, isEnd: boolean): number | null {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) {
    if (at + 1 === text.length && !isEnd) return null
    if (text[at + 1] !== '"') return at
  }
  return null
}

/** Where the line break at a place ends; the same place if there is none. */
function lineEndAt(text: string, at: number): number {
  if (text[at] === '\n') return at + 1
  if (text[at] === '\r') return text[at + 1] === '\n' ? at + 2 : at + 1
  return at
}

/** Where the line after a place begins; null if it has not arrived. */
function nextLine(text: string, from: number, isEnd: boolean): number | null {
  for (let at = from; at < text.length; at += 1) {
    const end = lineEndAt(text, at)
    if (end === at) continue
    return end === text.length && text[at] === '\r' && !isEnd ? null : end
  }
  return isEnd ? text.length : null
}
