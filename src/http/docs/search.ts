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
  /** What a search looks at, in lower case: the titles of page and part, and the text. */
  titles: string
  words: string
}

/** Prepares a part of a page for searches. */
export const toSection = (part: Omit<Section, 'titles' | 'words'>): Section => ({
  ...part,
  titles: `${part.page} ${part.heading}`.toLowerCase(),
  words: part.text.toLowerCase(),
})

/** The parts in which every word occurs, those with the words in their headings first. */
export function search(sections: readonly Section[], query: string): Section[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
  if (words.length === 0) return []
  const ranked = sections.flatMap((section, order) => {
    const { titles, words: text } = section
    if (!words.every((word) => titles.includes(word) || text.includes(word))) return []
    return [{ section, order, inTitle: words.filter((word) => titles.includes(word)).length }]
  })
  return ranked
    .sort((a, b) => b.inTitle - a.inTitle || a.order - b.order)
    .slice(0, MAX_FOUND)
    .map(({ section }) => section)
}

/** The text around the first word that is found. */
export function snippetOf({ text, words }: Section, query: string): string {
  const places = query
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => words.indexOf(word))
  const first = Math.min(...places.filter((place) => place >= 0), text.length)
  const start = Math.max(0, first === text.length ? 0 : first - SNIPPET_CHARS / 3)
  const cut = text.slice(start, start + SNIPPET_CHARS)
  return `${start > 0 ? '…' : ''}${cut}${start + SNIPPET_CHARS < text.length ? '…' : ''}`
}
