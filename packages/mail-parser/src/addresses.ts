import { decodeWords, WORD_HERE } from './mime/encoded-words.js'
import type { Mailbox } from './parsed-mail.js'

/** Most addresses of a header; the others are left out. */
export const MAX_ADDRESSES = 1_000
/** Longest address; what is longer is none. */
const MAX_ADDRESS_CHARS = 1_000
const MAX_NAME_CHARS = 1_000

interface Word {
  text: string
  isQuoted: boolean
  /** Whether there is a blank before it. */
  isApart: boolean
}

const BLANKS = /\s+/y
const ATOM = /[^\s"(<,;:]+/y

/**
 * Reads the addresses of a header (RFC 5322 section 3.4), decoded. Groups are replaced by their members, and comments
 * name an address that has no other name. Accepts whatever else it finds, in time that grows with the length only: each
 * character is read a limited number of times.
 */
export function parseAddresses(header: string): Mailbox[] {
  const reader = new AddressReader(header)
  return reader.read()
}

class AddressReader {
  readonly #text: string
  readonly #quotes: Quotes
  #at = 0
  #words: Word[] = []
  #angle: string | null = null
  #comment = ''
  #isApart = false
  /** Whether the mailbox began without a comma before it. */
  #isTail = false
  readonly #found: Mailbox[] = []

  constructor(text: string) {
    this.#text = text
    this.#quotes = new Quotes(text)
  }

  read(): Mailbox[] {
    while (this.#at < this.#text.length && this.#found.length < MAX_ADDRESSES) {
      const before = this.#at
      this.#step()
      // What fits nothing is skipped.
      if (this.#at === before) this.#at += 1
    }
    if (this.#found.length < MAX_ADDRESSES) this.#finish()
    return this.#found
  }

  #step(): void {
    if (this.#match(BLANKS)) {
      this.#isApart = true
      return
    }
    const character = this.#text[this.#at]
    if (character === ',' || character === ';') this.#separate()
    else if (character === ':') this.#beginGroup()
    else if (character === '(') this.#readComment()
    else if (character === '<') this.#readAngle()
    else if (character === '"') this.#readQuoted()
    else this.#add((this.#match(WORD_HERE) ?? this.#match(ATOM))?.[0] ?? '', false)
  }

  #separate(): void {
    this.#finish()
    this.#isTail = false
    this.#at += 1
  }

  #readAngle(): void {
    this.#endBeforeTail()
    const start = this.#at + 1
    const end = this.#closingAngle(start)
    this.#angle = this.#text.slice(start, end)
    this.#at = end + 1
  }

  /** Where the brackets end: at a `>` that is not in quotes, or with the text. */
  #closingAngle(start: number): number {
    for (let at = start; at < this.#text.length; at += 1) {
      if (this.#text[at] === '>') return at
      if (this.#text[at] !== '"') continue
      const closing = this.#quotes.closing(at)
      // Half a quoted string is none.
      if (closing >= 0) at = closing
    }
    return this.#text.length
  }

  #readQuoted(): void {
    const closing = this.#quotes.closing(this.#at)
    const end = closing < 0 ? this.#text.length : closing
    this.#add(unescaped(this.#text.slice(this.#at + 1, end)), true)
    this.#at = end + 1
  }

  /** After an address in angle brackets, another mailbox begins also without a comma. */
  #endBeforeTail(): void {
    if (this.#angle === null) return
    this.#finish()
    this.#isTail = true
  }

  /** What came before is the name of a group. */
  #beginGroup(): void {
    this.#at += 1
    this.#words = []
    this.#comment = ''
  }

  #readComment(): void {
    const start = this.#at + 1
    let depth = 0
    for (; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text[this.#at]
      if (character === '\\') this.#at += 1
      else if (character === '(') depth += 1
      else if (character === ')') depth -= 1
      if (depth === 0) break
    }
    if (this.#comment === '') this.#comment = unescaped(this.#text.slice(start, this.#at))
    this.#at += 1
    this.#isApart = true
  }

  #add(text: string, isQuoted: boolean): void {
    this.#endBeforeTail()
    this.#words.push({ text, isQuoted, isApart: this.#isApart })
    this.#isApart = false
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match) this.#at = pattern.lastIndex
    return match
  }

  #finish(): void {
    const mailbox = this.#angle === null ? bareMailbox(this.#words, this.#comment) : this.#namedMailbox(this.#angle)
    // Words after an address are not a name.
    const isMailbox = mailbox.email.includes('@') || (!this.#isTail && (mailbox.name ?? mailbox.email) !== '')
    if (isMailbox) this.#found.push(mailbox)
    this.#words = []
    this.#angle = null
    this.#comment = ''
  }

  #namedMailbox(angle: string): Mailbox {
    return { name: toName(phrase(this.#words)) ?? toName(this.#comment), email: toEmail(angle) }
  }
}

/** An address without angle brackets: the words with the `@`. */
function bareMailbox(words: Word[], comment: string): Mailbox {
  const runs = joinRuns(words)
  const address = runs.find(({ hasAt }) => hasAt) ?? (runs.length === 1 && !runs[0]!.isQuoted ? runs[0] : undefined)
  if (!address) return { name: toName(phrase(words)), email: '' }
  const others = runs.filter((run) => run !== address).map(({ text }) => text)
  return { name: toName(others.join(' ')) ?? toName(comment), email: toEmail(address.text) }
}

interface Run {
  text: string
  hasAt: boolean
  isQuoted: boolean
}

/** Joins words without blanks between them, and those around an `@`. */
function joinRuns(words: Word[]): Run[] {
  const runs: { parts: string[]; hasAt: boolean; isQuoted: boolean; endsWithAt: boolean }[] = []
  for (const { text, isQuoted, isApart } of words) {
    const last = runs.at(-1)
    const raw = isQuoted ? `"${text.replace(/["\\]/g, '\\$&')}"` : text
    const hasAt = !isQuoted && text.includes('@')
    const endsWithAt = !isQuoted && text.endsWith('@')
    if (last && (!isApart || last.endsWithAt || (!isQuoted && text.startsWith('@')))) {
      last.parts.push(raw)
      Object.assign(last, { hasAt: last.hasAt || hasAt, endsWithAt })
    } else {
      runs.push({ parts: [raw], hasAt, isQuoted, endsWithAt })
    }
  }
  return runs.map(({ parts, hasAt, isQuoted }) => ({ text: parts.join(''), hasAt, isQuoted }))
}

const phrase = (words: Word[]) =>
  words.map(({ text, isApart }, index) => (isApart && index > 0 ? ` ${text}` : text)).join('')

/** Control characters would end a header that we write. */
function toName(text: string): string | null {
  const name = decodeWords(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return name === '' ? null : name.slice(0, MAX_NAME_CHARS)
}

/** Without an obsolete route (RFC 5322 section 4.4), control characters, and blanks outside quotes. */
function toEmail(text: string): string {
  const routeless = text.replace(/^\s*@[^:]*:/, '')
  const quotes = new Quotes(routeless)
  let address = ''
  for (let at = 0; at < routeless.length && address.length <= MAX_ADDRESS_CHARS; ) {
    const open = routeless.indexOf('"', at)
    const closing = open < 0 ? -1 : quotes.closing(open)
    const end = closing < 0 ? routeless.length : open
    address += routeless.slice(at, end).replace(/[\s\p{Cc}]+/gu, '')
    if (closing >= 0) address += routeless.slice(open, closing + 1).replace(/\p{Cc}+/gu, '')
    at = closing < 0 ? routeless.length : closing + 1
  }
  return address.length > MAX_ADDRESS_CHARS ? '' : address
}

/** The quoted strings of a text. */
class Quotes {
  readonly #text: string
  /** A quote that nothing closes: nothing closes those behind it either, so that the text is not read for each of them. */
  #unclosedFrom = Infinity

  constructor(text: string) {
    this.#text = text
  }

  /** The quote that closes the one at a place; negative if none does. */
  closing(open: number): number {
    if (open >= this.#unclosedFrom) return -1
    for (let at = open + 1; at < this.#text.length; at += 1) {
      if (this.#text[at] === '\\') at += 1
      else if (this.#text[at] === '"') return at
    }
    this.#unclosedFrom = open
    return -1
  }
}

const unescaped = (text: string) => text.replace(/\\(.)/gsu, '$1')
