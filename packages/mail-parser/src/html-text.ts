import { Parser } from 'htmlparser2'
import { withoutEmptyEnds } from './line-ends.js'
import { cutNested } from './nested-html.js'

/** Elements that start a new line. */
const BLOCKS = new Set(
  'address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody tfoot thead tr ul'.split(
    ' ',
  ),
)
/** Elements with an empty line around. */
const PARAGRAPHS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'table', 'pre'])
/** Elements whose content nobody sees. Not `head`: its end tag may be missing, and what it hides is hidden by itself. */
const HIDDEN = new Set([
  'script',
  'style',
  'title',
  'noscript',
  'template',
  'select',
  'textarea',
  'svg',
  'math',
  'object',
  'iframe',
])
/** How mail programs mark what they quote. */
const QUOTE_CLASS = /(?:^|\s)(?:gmail_quote|protonmail_quote|yahoo_quoted|zmail_extra|tutanota_quote)(?:\s|$)/
/** How mail programs mark a signature. */
const SIGNATURE_CLASS = /(?:^|\s)(?:gmail_signature|moz-signature|protonmail_signature_block-user)(?:\s|$)/
const SIGNATURE_ID = /^(?:Signature|AppleMailSignature|ms-outlook-mobile-signature|x_Signature)$/
/** Outlook marks only where the mail that is answered begins. */
const REST_ID = /^(?:x_)?(?:divRplyFwdMsg|appendonsend|OLK_SRC_BODY_SECTION|mail-editor-reference-message-container)$/

/** The line that stands for the mark of Outlook. */
export const ORIGINAL_MESSAGE = '-----Original Message-----'
/** Characters of no width, which only shape the layout. */
const INVISIBLE = /\u200B|\u200C|\u2060|\uFEFF|\u00AD|\u034F/g
/** Elements that are open at the same time; deeper ones are not told apart. */
const MAX_DEPTH = 10_000
/** Quotes inside each other; deeper ones look like this one. */
const MAX_QUOTE_DEPTH = 20

/** Most HTML and text of a beginning, in characters. */
const MAX_BEGINNING_HTML = 512 * 1024
const MAX_BEGINNING_TEXT = 64 * 1024

interface Element {
  name: string
  isQuote: boolean
}

/**
 * The text of HTML as a reader sees it: its words and line breaks, and the targets of links that do not show them.
 * Quoted mails get `>` before their lines, and signatures `-- ` before them, as in plain text.
 * @param maxChars the text is cut there.
 */
export function htmlToText(html: string, maxChars: number): string {
  const writer = new TextWriter(maxChars)
  const parser = new Parser(
    {
      onopentag: (name, attributes) => writer.open(name, attributes),
      onclosetag: (name) => writer.close(name),
      ontext: (text) => writer.text(text),
    },
    { decodeEntities: true },
  )
  // In pieces, to stop when there is enough.
  for (let at = 0; at < html.length && !writer.isFull; at += 65_536) parser.write(html.slice(at, at + 65_536))
  parser.end()
  return writer.end()
}

/** The beginning of the text of HTML: as much as can be read in one turn of the event loop. */
export const beginningOfHtml = (html: string): string =>
  htmlToText(cutNested(html.slice(0, MAX_BEGINNING_HTML)), MAX_BEGINNING_TEXT)

class TextWriter {
  readonly #maxChars: number
  #lines: string[] = []
  #line: string[] = []
  #lineChars = 0
  #chars = 0
  #pendingSpace = false
  /** How deep in quotes the empty line is that comes before the next line; null for none. */
  #emptyLineDepth: number | null = null
  #quotes = 0
  #hidden = 0
  #preformatted = 0
  readonly #open: Element[] = []
  #link: { target: string; text: string } | null = null

  constructor(maxChars: number) {
    this.#maxChars = maxChars
  }

  get isFull(): boolean {
    return this.#chars >= this.#maxChars
  }

  open(name: string, attributes: Record<string, string>): void {
    const isQuote = isQuoted(name, attributes)
    if (this.#open.length < MAX_DEPTH) this.#open.push({ name, isQuote })
    if (HIDDEN.has(name)) this.#hidden += 1
    if (name === 'br') this.#breakLine()
    else if (BLOCKS.has(name)) this.#block(name)
    if (name === 'pre') this.#preformatted += 1
    if ((name === 'td' || name === 'th') && this.#lineChars > 0) this.#pendingSpace = true
    if (name === 'li') this.#write('- ')
    if (name === 'a') this.#link = { target: attributes.href ?? '', text: '' }
    if (isQuote) this.#quotes += 1
    if (isRest(attributes)) this.#mark(ORIGINAL_MESSAGE)
    else if (isSignature(attributes)) this.#mark('-- ')
  }

  close(name: string): void {
    const element = this.#open.at(-1)
    if (element?.name !== name) return
    this.#open.pop()
    if (HIDDEN.has(name)) this.#hidden -= 1
    if (name === 'pre') this.#preformatted -= 1
    if (name === 'a') this.#endLink()
    if (BLOCKS.has(name) && this.#lineChars > 0) this.#breakLine()
    if (element.isQuote) this.#quotes -= 1
    if (BLOCKS.has(name)) this.#block(name)
  }

  text(text: string): void {
    if (this.#hidden > 0 || this.isFull) return
    if (this.#preformatted > 0) this.#preformattedText(text)
    else this.#words(text)
  }

  end(): string {
    if (this.#lineChars > 0) this.#breakLine()
    const text = withoutEmptyEnds(this.#lines.join('\n'))
    return text.length > this.#maxChars ? text.slice(0, this.#maxChars).replace(/[\uD800-\uDBFF]$/, '') : text
  }

  #words(text: string): void {
    const words = text.replace(INVISIBLE, '').split(/[\s\u00A0]+/)
    for (const [index, word] of words.entries()) {
      if (index > 0 && this.#lineChars > 0) this.#pendingSpace = true
      if (word !== '') this.#write(word)
    }
  }

  #preformattedText(text: string): void {
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      if (index > 0) this.#breakLine()
      if (line !== '') this.#write(line)
    }
  }

  #write(text: string): void {
    if (this.#hidden > 0 || this.isFull) return
    if (this.#lineChars === 0) this.#beginLine()
    const piece = this.#pendingSpace && this.#lineChars > 0 ? ` ${text}` : text
    this.#pendingSpace = false
    this.#line.push(piece)
    this.#lineChars += piece.length
    this.#chars += piece.length
    if (this.#link && this.#link.text.length < 2_000) this.#link.text += piece
  }

  #beginLine(): void {
    if (this.#emptyLineDepth !== null && this.#lines.length > 0 && this.#lines.at(-1) !== '') {
      this.#lines.push(prefixOf(this.#emptyLineDepth).trim())
    }
    this.#emptyLineDepth = null
  }

  #breakLine(): void {
    const text = this.#line.join('')
    this.#lines.push(text === '-- ' ? text : (prefixOf(this.#quotes) + text).trimEnd())
    this.#chars += 1
    this.#line = []
    this.#lineChars = 0
    this.#pendingSpace = false
  }

  #block(name: string): void {
    if (this.#lineChars > 0) this.#breakLine()
    if (PARAGRAPHS.has(name)) this.#emptyLineDepth = Math.min(this.#emptyLineDepth ?? this.#quotes, this.#quotes)
  }

  /** A line that says what follows. */
  #mark(line: string): void {
    if (this.#lineChars > 0) this.#breakLine()
    this.#write(line)
    this.#breakLine()
  }

  #endLink(): void {
    const link = this.#link
    this.#link = null
    if (!link || !/^(?:https?:|mailto:)/i.test(link.target) || link.text.trim() === '') return
    const shown = link.target.replace(/^mailto:/i, '').trim()
    if (shown.length <= 2_000 && !link.text.includes(shown)) this.#write(` <${shown}>`)
  }
}

const prefixOf = (depth: number) => (depth > 0 ? `${'>'.repeat(Math.min(depth, MAX_QUOTE_DEPTH))} ` : '')

/** The class alone does not do for `div`: Gmail has it around the line that introduces the quote, and around forwards. */
function isQuoted(name: string, attributes: Record<string, string>): boolean {
  if (name !== 'blockquote') return false
  const { type = '', class: names = '', id = '' } = attributes
  return type.toLowerCase() === 'cite' || QUOTE_CLASS.test(names) || id === 'blockquote_zmail'
}

const isRest = ({ id = '' }: Record<string, string>) => REST_ID.test(id)

const isSignature = ({ class: names = '', id = '' }: Record<string, string>) =>
  SIGNATURE_CLASS.test(names) || SIGNATURE_ID.test(id)
