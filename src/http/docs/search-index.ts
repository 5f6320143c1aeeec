import { shouldYield, yieldToEventLoop } from '../../lib/concurrency/time-slices.js'
import type { ApiSource } from './api/document.js'
import { sectionsOfApi } from './api/mount-api-pages.js'
import { DOCS_PAGES, type DocsPage } from './pages.js'
import { readMarkdown } from './read-pages.js'
import { Anchors, plainTextOf } from './render-markdown.js'
import { SearchIndex, type Section } from './search.js'

/** Where a part begins. */
interface Part {
  heading: string
  lines: string[]
}

const FENCE = /^(?:```|~~~)/
const HEADING = /^#{1,6} (.+)$/

/** An index of what {@link readSections} reads. */
export const readIndex = async (api: ApiSource): Promise<SearchIndex> => new SearchIndex(await readSections(api))

/**
 * The parts of all pages, in shares of the event loop, and the operations. Of the list of procedures only the beginning:
 * the rest would be most of what is found.
 */
export async function readSections(api: ApiSource): Promise<Section[]> {
  const sections: Section[] = []
  for (const page of DOCS_PAGES) {
    const anchors = new Anchors()
    for (const [index, part] of partsOf(readMarkdown(page)).entries()) {
      if (shouldYield()) await yieldToEventLoop()
      sections.push(sectionOf(page, part, anchors, index === 0))
      if (page.file === 'trpc.md') break
    }
  }
  return [...sections, ...sectionsOfApi(await api.load())]
}

/** Splits a page at its headings. Lines of code that look like one are none. */
function partsOf(markdown: string): Part[] {
  const parts: Part[] = []
  let isCode = false
  for (const line of markdown.split('\n')) {
    if (FENCE.test(line)) isCode = !isCode
    const [, heading] = (!isCode && HEADING.exec(line)) || []
    if (heading !== undefined) parts.push({ heading, lines: [] })
    else parts.at(-1)?.lines.push(line)
  }
  return parts
}

function sectionOf(page: DocsPage, { heading: markup, lines }: Part, anchors: Anchors, isFirst: boolean): Section {
  const heading = plainTextOf(markup)
  const anchor = anchors.of(heading)
  const address = isFirst ? page.path : `${page.path}#${anchor}`
  return { page: page.title, heading, address, text: textOf(lines.join('\n')) }
}

/** What a part of a page says, without its markup. */
const textOf = (markdown: string): string =>
  markdown
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/\]\([^)]*\)/g, '')
    .replaceAll(/^```\w*|[`*#|[\]]|-{3,}/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
