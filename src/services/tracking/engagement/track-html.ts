import { setImmediate as nextTurn } from 'node:timers/promises'
import { Tokenizer } from 'htmlparser2'

/** What to insert into tracked HTML. */
export interface Tracking {
  /** URL of the tracking picture; null for none. */
  pixel: string | null
  /** Returns the URL that replaces a target; null leaves the link unchanged. If this is null, no link is changed. */
  linkTo: ((target: string) => string | null) | null
}

/** Characters to process before other work gets its turn: some milliseconds. */
const CHUNK_CHARS = 64 * 1024
/** Most tracked links in one mail. Further links stay unchanged, so that the mail cannot grow without limit. */
const MAX_LINKS = 1_000
/** Longer targets would make URLs that servers and mail programs refuse. */
const MAX_TARGET_CHARS = 4_000

const WEB_ADDRESS = /^https?:\/\//i
/** Placeholders of common template languages, which a later system may fill in. */
const TEMPLATE_SYNTAX = /\{\{|\}\}|\{%|%\}|<%|%>|\*\||\|\*|\$\{|\[\[|%%/
/** Unsubscribe links must not be tracked, and must not depend on us. */
const UNSUBSCRIBES = /unsubscri|opt[-_]?out/i
/** Matches the part between an attribute's name and its value. */
const BEFORE_VALUE = /[\t\n\f\r ]*=[\t\n\f\r ]*["']?/y

/** Attribute quoting as the tokenizer reports it; single and double quotes have higher numbers. */
const NO_VALUE = 0
const UNQUOTED = 1

interface Edit {
  start: number
  end: number
  text: string
}

/**
 * Inserts the picture before the last `</body>` and replaces the URLs of web links (`<a href>`, `<area href>`). Every
 * other byte stays the same, even if the HTML is broken.
 *
 * Links with `data-no-track`, unsubscribe links and links with placeholders are left alone.
 */
export async function trackHtml(html: string, { pixel, linkTo }: Tracking): Promise<string> {
  const reader = new LinkReader(html, linkTo)
  for (let from = 0; from < html.length; from += CHUNK_CHARS) {
    if (from > 0) await nextTurn()
    reader.read(html.slice(from, from + CHUNK_CHARS))
  }
  const edits = reader.end()
  if (pixel !== null) {
    const at = reader.endOfContent
    const text = `<img src="${pixel}" width="1" height="1" alt="" style="display:block">`
    // The edits are in order, so insert the picture at its position among the links.
    const index = edits.findIndex(({ start }) => start >= at)
    edits.splice(index < 0 ? edits.length : index, 0, { start: at, end: at, text })
  }
  return withEdits(html, edits)
}

function withEdits(html: string, edits: readonly Edit[]): string {
  const parts: string[] = []
  let at = 0
  for (const { start, end, text } of edits) {
    parts.push(html.slice(at, start), text)
    at = end
  }
  parts.push(html.slice(at))
  return parts.join('')
}

/** Finds the links of an HTML text that is fed in chunks. */
class LinkReader {
  readonly #html: string
  readonly #linkTo: Tracking['linkTo']
  readonly #tokenizer: Tokenizer
  readonly #edits: Edit[] = []
  /** Replacements by target: each target is signed once. */
  readonly #links = new Map<string, string | null>()

  /** The current tag; null unless it can be a link. */
  #tag: { href: { start: number; end: number; value: string } | null; untracked: boolean } | null = null
  /** The name of the current attribute. */
  #name = ''
  #nameEnd = 0
  #value = ''

  #bodyEnd = -1
  #htmlEnd = -1

  constructor(html: string, linkTo: Tracking['linkTo']) {
    this.#html = html
    this.#linkTo = linkTo
    const nothing = () => undefined
    this.#tokenizer = new Tokenizer(
      { decodeEntities: true },
      {
        onopentagname: (start, end) => this.#openTag(start, end),
        onattribname: (start, end) => this.#openAttribute(start, end),
        onattribdata: (start, end) => {
          if (this.#tag) this.#value += html.slice(start, end)
        },
        onattribentity: (codepoint) => {
          if (this.#tag) this.#value += String.fromCodePoint(codepoint)
        },
        // For quoted values `end` is after the closing quote.
        onattribend: (quote, end) => this.#closeAttribute(quote > UNQUOTED ? end - 1 : end, quote > NO_VALUE),
        onopentagend: () => this.#closeTag(),
        onselfclosingtag: () => this.#closeTag(),
        onclosetag: (start, end) => this.#endTag(start, end),
        ontext: nothing,
        ontextentity: nothing,
        oncdata: nothing,
        oncomment: nothing,
        ondeclaration: nothing,
        onprocessinginstruction: nothing,
        onend: nothing,
      },
    )
  }

  read(piece: string): void {
    this.#tokenizer.write(piece)
  }

  /**
   * Ends the text.
   * @returns the edits, in order.
   */
  end(): Edit[] {
    this.#tokenizer.end()
    return this.#edits
  }

  /** The end of the visible content: the end of the body, of the document, or of the text. */
  get endOfContent(): number {
    if (this.#bodyEnd >= 0) return this.#bodyEnd
    return this.#htmlEnd >= 0 ? this.#htmlEnd : this.#html.length
  }

  #openTag(start: number, end: number): void {
    const length = end - start
    const links = this.#linkTo !== null && (length === 1 || length === 4) && this.#edits.length < MAX_LINKS
    this.#tag = links && /^(a|area)$/i.test(this.#html.slice(start, end)) ? { href: null, untracked: false } : null
  }

  #openAttribute(start: number, end: number): void {
    if (!this.#tag) return
    this.#name = this.#html.slice(start, end).toLowerCase()
    this.#nameEnd = end
    this.#value = ''
  }

  #closeAttribute(end: number, hasValue: boolean): void {
    if (!this.#tag) return
    if (this.#name === 'data-no-track') this.#tag.untracked = true
    // If an attribute is repeated, the first one counts.
    if (this.#name !== 'href' || this.#tag.href || !hasValue) return
    BEFORE_VALUE.lastIndex = this.#nameEnd
    const start = BEFORE_VALUE.test(this.#html) ? BEFORE_VALUE.lastIndex : end
    this.#tag.href = { start, end, value: this.#value }
  }

  #closeTag(): void {
    const tag = this.#tag
    this.#tag = null
    if (!tag?.href || tag.untracked) return
    const { start, end, value } = tag.href
    const text = this.#linkFor(value)
    if (text !== null) this.#edits.push({ start, end, text })
  }

  #linkFor(value: string): string | null {
    // Like browsers, remove line breaks, tabs and surrounding spaces.
    const target = value.replace(/[\t\n\r]/g, '').trim()
    const known = this.#links.get(target)
    if (known !== undefined) return known
    const link = isTracked(target) ? (this.#linkTo?.(target) ?? null) : null
    this.#links.set(target, link)
    return link
  }

  #endTag(start: number, end: number): void {
    if (end - start !== 4) return
    const name = this.#html.slice(start, end).toLowerCase()
    if (name === 'body') this.#bodyEnd = this.#html.lastIndexOf('<', start)
    else if (name === 'html') this.#htmlEnd = this.#html.lastIndexOf('<', start)
  }
}

function isTracked(target: string): boolean {
  if (target.length > MAX_TARGET_CHARS || !WEB_ADDRESS.test(target)) return false
  return !TEMPLATE_SYNTAX.test(target) && !UNSUBSCRIBES.test(target) && URL.canParse(target)
}
