import { Lexer, Marked, Parser, type RendererObject } from 'marked'
import { escapeHtml, Html } from '../pages/html.js'
import type { Target } from './links.js'
import { ownHtml, SAMPLE_URL, sampleHtml } from './samples.js'

export interface Heading {
  /** 1 to 6. */
  depth: number
  /** What it says, as plain text. */
  text: string
  /** Its anchor, unique on the page. */
  id: string
}

export interface Rendered {
  body: Html
  headings: Heading[]
}

/** A link text that readers of the pages cannot know. */
const FILE_NAME = /^[\w/-]+\.md$/

/**
 * Renders our own Markdown, in the flavor of GitHub and with its anchors. Comments are left out; other HTML is shown as
 * text.
 * @param targetOf where a link leads; null makes it plain text.
 * @param baseUrl the address of the service in samples.
 */
export function renderMarkdown(markdown: string, targetOf: TargetOf, baseUrl: string): Rendered {
  const headings: Heading[] = []
  const body = markedWith(targetOf, headings, baseUrl).parse(markdown)
  return { body: Html.trust(String(body)), headings }
}

/** Renders many short texts of ours, which have no headings and are often the same. Keeps what it has rendered. */
export function textRenderer(targetOf: TargetOf): Record<'block' | 'inline', (markdown: string) => Html> {
  const marked = markedWith(targetOf, [])
  return {
    block: keeping((markdown) => marked.parse(markdown)),
    inline: keeping((markdown) => marked.parseInline(markdown)),
  }
}

function keeping(render: (markdown: string) => unknown): (markdown: string) => Html {
  const known = new Map<string, Html>()
  return (markdown) => {
    const html = known.get(markdown) ?? Html.trust(String(render(markdown)))
    known.set(markdown, html)
    return html
  }
}

type TargetOf = (link: string) => Target | null

/** @param headings gets those that are rendered. */
function markedWith(targetOf: TargetOf, headings: Heading[], baseUrl = SAMPLE_URL): Marked {
  const anchors = new Anchors()

  const renderer: RendererObject = {
    heading({ tokens, depth }) {
      const text = plain(this.parser.parseInline(tokens, this.parser.textRenderer))
      const id = anchors.of(text)
      headings.push({ depth, text, id })
      const content = this.parser.parseInline(tokens)
      if (depth === 1) return `<h1 id="${id}">${content}</h1>\n`
      return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${content}</a></h${depth}>\n`
    },
    link({ href, text: label, tokens }) {
      // To the service itself: where the reader already is.
      if (href.startsWith(SAMPLE_URL)) {
        return `<a href="${escapeHtml(href.slice(SAMPLE_URL.length))}">${ownHtml(label, baseUrl)}</a>`
      }
      const content = this.parser.parseInline(tokens)
      const target = targetOf(href)
      if (target === null) return content
      const text = target.title && FILE_NAME.test(content) ? escapeHtml(target.title) : content
      return `<a href="${escapeHtml(target.address)}">${text}</a>`
    },
    image({ href, text }) {
      const target = targetOf(href)
      return target === null
        ? escapeHtml(text)
        : `<img src="${escapeHtml(target.address)}" alt="${escapeHtml(text)}" loading="lazy">`
    },
    code({ text, lang = '' }) {
      return `${sampleHtml(text, lang, baseUrl)}\n`
    },
    // It can be wider than a phone. What scrolls takes the focus, for readers without a mouse.
    table(token) {
      const cells = (row: typeof token.header, tag: string) =>
        row.map(({ tokens, align }) => {
          const content = this.parser.parseInline(tokens)
          // A header without a name is a plain cell.
          const name = content === '' ? 'td' : tag
          return `<${name}${align ? ` class="${align}"` : ''}>${content}</${name}>`
        })
      const rowOf = (row: typeof token.header, tag: string) => `<tr>${cells(row, tag).join('')}</tr>`
      const isNamed = token.header.some(({ text }) => text !== '')
      const head = isNamed ? `<thead>${rowOf(token.header, 'th')}</thead>` : ''
      const rows = token.rows.map((row) => rowOf(row, 'td')).join('\n')
      return `<div class="wide" tabindex="0"><table>${head}<tbody>\n${rows}\n</tbody></table></div>\n`
    },
    html({ text }) {
      return escapeHtml(text.replaceAll(/<!--[\s\S]*?-->/g, '')).trim()
    },
  }

  return new Marked({ gfm: true, async: false, renderer })
}

/** The text of a heading, whose renderer leaves entities. */
function plain(text: string): string {
  const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
  return text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity]!)
}

/** The text of a heading without its markup. */
export function plainTextOf(markup: string): string {
  const parser = new Parser()
  return plain(parser.parseInline(Lexer.lexInline(markup), parser.textRenderer))
}

/** The anchors that GitHub gives the headings of a page, in their order. */
export class Anchors {
  readonly #taken = new Map<string, number>()

  of(text: string): string {
    const id = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-')
    const times = this.#taken.get(id) ?? 0
    this.#taken.set(id, times + 1)
    return times === 0 ? id : `${id}-${times}`
  }
}
