import { targetOf } from './links.js'
import { DOCS_PAGES, DOCS_PATH, type DocsPage, SECTIONS } from './pages.js'
import { readMarkdown } from './read-pages.js'

/*
 * The documentation for language models: a list of its pages (llmstxt.org), and each page as Markdown.
 */

export const LLMS_PATH = '/llms.txt'

const SUMMARY = `# Postline

> Postline is a self-hosted service for transactional email: it sends mail through one API (REST, GraphQL and tRPC), shows what
> happens to each message on an append-only timeline, delivers signed webhooks, receives mail, and has a threaded mail app.
`

/** Links without parentheses and spaces, which is all that the documentation has. */
const LINK = /\]\(([^()\s]{1,500})\)/g

/** The address of a page as Markdown. */
export const markdownPath = ({ path }: DocsPage): string => `${path === DOCS_PATH ? `${DOCS_PATH}/index` : path}.md`

/** What a model can read about this service. */
export function llmsText(baseUrl: string): string {
  const sections = SECTIONS.map(({ title, entries }) => {
    const pages = entries.filter((entry): entry is DocsPage => 'file' in entry)
    const lines = pages.map((page) => `- [${page.title}](${baseUrl}${markdownPath(page)}): ${firstSentence(page)}`)
    return `## ${title}\n\n${lines.join('\n')}\n`
  })
  const machines = `## For programs

- [OpenAPI document](${baseUrl}/openapi.json): The REST API with schemas, examples and errors.
- [Workflows](${baseUrl}/arazzo.json): Workflows of several requests, as an Arazzo document.
- [Tools for language models](${baseUrl}/mcp): The endpoint of the Model Context Protocol, with an API key.
`
  return [SUMMARY, ...sections, machines].join('\n')
}

/** A page as Markdown, with links that lead to other pages as Markdown. */
export function markdownOf(page: DocsPage, baseUrl: string): string {
  return readMarkdown(page).replaceAll(LINK, (whole, link: string) => {
    const target = link.startsWith('#') ? null : targetOf(link, page.file)
    if (!target?.address.startsWith('/')) return whole
    const [path = '', fragment] = target.address.split('#', 2)
    const known = DOCS_PAGES.find((other) => other.path === path)
    return `](${baseUrl}${known ? markdownPath(known) : path}${fragment === undefined ? '' : `#${fragment}`})`
  })
}

/** What a page says first, below its title. */
function firstSentence(page: DocsPage): string {
  const blocks = readMarkdown(page).split(/\n{2,}/)
  const text = blocks.find((block) => /^[A-Z`*[]/.test(block)) ?? page.title
  const line = text.replaceAll(/\s+/g, ' ').replaceAll(/\[([^\]]{1,300})\]\([^()\s]{1,500}\)/g, '$1')
  return /^.*?[.:](?=\s|$)/.exec(line)?.[0].replace(/:$/, '.') ?? line
}
