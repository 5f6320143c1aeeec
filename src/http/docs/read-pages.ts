import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Html, html } from '../pages/html.js'
import { targetOf } from './links.js'
import type { DocsPage } from './pages.js'
import { type Heading, renderMarkdown } from './render-markdown.js'
import { OWN_KEY } from './samples.js'

/** The folder `docs` of the repository or the package, both from source and from the build. */
const FOLDER = fileURLToPath(new URL('../../../docs/', import.meta.url))

/** From this number of headings on, a page begins with a list of them. */
const MIN_CONTENTS = 5

/** The Markdown of a page. */
export const readMarkdown = ({ file }: DocsPage): string => readFileSync(FOLDER + file, 'utf8')

const END_OF_TITLE = '</h1>\n'

/**
 * The content of a page. Below the title are a list of its headings, if it is long, and a field for the reader's key, if
 * samples have a place for it.
 * @param baseUrl the address of the service in samples.
 */
export function contentOf(page: DocsPage, baseUrl: string): Html {
  const { body, headings } = renderMarkdown(readMarkdown(page), (link) => targetOf(link, page.file), baseUrl)
  const parts = headings.filter(({ depth }) => depth === 2)
  const text = body.toString()
  const end = text.indexOf(END_OF_TITLE) + END_OF_TITLE.length
  return html`${Html.trust(text.slice(0, end))}
${parts.length < MIN_CONTENTS ? null : contentsOf(parts)}${text.includes(' data-key="') ? OWN_KEY : null}
${Html.trust(text.slice(end))}`
}

const contentsOf = (headings: Heading[]): Html => html`<details class="contents">
<summary>On this page</summary>
<ul>${headings.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul>
</details>
`
