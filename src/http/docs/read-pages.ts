import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Html, html } from '../pages/html.js'
import { targetOf } from './links.js'
import type { DocsPage } from './pages.js'
import { type Heading, renderMarkdown } from './render-markdown.js'

/** The folder `docs` of the repository or the package, both from source and from the build. */
const FOLDER = fileURLToPath(new URL('../../../docs/', import.meta.url))

/** From this number of headings on, a page begins with a list of them. */
const MIN_CONTENTS = 5

/** The Markdown of a page. */
export const readMarkdown = ({ file }: DocsPage): string => readFileSync(FOLDER + file, 'utf8')

const END_OF_TITLE = '</h1>\n'

/** The content of a page, with a list of its headings below the title if it is long. */
export function contentOf(page: DocsPage): Html {
  const { body, headings } = renderMarkdown(readMarkdown(page), (link) => targetOf(link, page.file))
  const parts = headings.filter(({ depth }) => depth === 2)
  if (parts.length < MIN_CONTENTS) return body
  const text = body.toString()
  const end = text.indexOf(END_OF_TITLE) + END_OF_TITLE.length
  return html`${Html.trust(text.slice(0, end))}${contentsOf(parts)}${Html.trust(text.slice(end))}`
}

const contentsOf = (headings: Heading[]): Html => html`<details class="contents">
<summary>On this page</summary>
<ul>${headings.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul>
</details>
`
