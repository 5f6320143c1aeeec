import { Marked, type Token } from 'marked'
import { DOCS_PAGES } from './pages.js'
import { readMarkdown } from './read-pages.js'
import { renderMarkdown } from './render-markdown.js'

const MAX_WORDS = 8
const MAX_FOUND = 20
const SNIPPET_CHARS = 180

/** A part of a page, from one heading to the next. */
export interface Section {
  page: string
  heading: string
  /** Its address, with the anchor. */
  address: string
  text: string
}

/** The parts of all pages. The list of procedures is left out: it would be most of what is found. */
export function sectionsOfPages(): Section[] {
  return DOCS_PAGES.filter(({ file }) => file !== 'trpc.md').flatMap((page) => {
    const markdown = readMarkdown(page)
    const { headings } = renderMarkdown(markdown, () => null)
    const sections: Section[] = []
    for (const token of new Marked().lexer(markdown)) {
      if (token.type === 'heading') {
        const { text, id } = headings[sections.length]!
        const anchor = sections.length === 0 ? '' : `#${id}`
        sections.push({ page: page.title, heading: text, address: page.path + anchor, text: '' })
      } else {
        const section = sections.at(-1)
        if (section) section.text += ` ${wordsOf(token)}`
      }
    }
    return sections
  })
}

/** What a part of a page says, without its markup. */
const wordsOf = ({ raw }: Token): string =>
  raw
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/\]\([^)]*\)/g, '')
    .replaceAll(/^```\w*|[`*#|[\]]|-{3,}/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The parts in which every word occurs, those with the words in their headings first. */
export function search(sections: readonly Section[], query: string): Section[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
  if (words.length === 0) return []
  const ranked = sections.flatMap((section, order) => {
    const title = `${section.page} ${section.heading}`.toLowerCase()
    const text = section.text.toLowerCase()
    if (!words.every((word) => title.includes(word) || text.includes(word))) return []
    return [{ section, order, inTitle: words.filter((word) => title.includes(word)).length }]
  })
  return ranked
    .sort((a, b) => b.inTitle - a.inTitle || a.order - b.order)
    .slice(0, MAX_FOUND)
    .map(({ section }) => section)
}

/** The text around the first word that is found. */
export function snippetOf({ text }: Section, query: string): string {
  const lower = text.toLowerCase()
  const places = query
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => lower.indexOf(word))
  const first = Math.min(...places.filter((place) => place >= 0), text.length)
  const start = Math.max(0, first === text.length ? 0 : first - SNIPPET_CHARS / 3)
  const cut = text.slice(start, start + SNIPPET_CHARS)
  return `${start > 0 ? '…' : ''}${cut}${start + SNIPPET_CHARS < text.length ? '…' : ''}`
}
