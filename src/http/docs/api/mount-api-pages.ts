import type { FastifyInstance } from 'fastify'
import { serveCached } from '../../cached-content.js'
import { html } from '../../pages/html.js'
import { layOut, PAGE_HEADERS } from '../layout.js'
import { API_PATH } from '../pages.js'
import type { Section } from '../search.js'
import { type ApiDocument, type ApiEntry, type ApiSource, pathOf, routeOf, sectionsOf } from './document.js'
import { block, operationHtml } from './operation-html.js'
import { KEY_FIELD } from './try-html.js'
import { TRY_SCRIPT } from './try-script.js'

const TRY_PATH = `${API_PATH}/try.js`

/** Serves the reference of the REST API, where requests can be tried: a page for each section, and one that lists all. */
export function mountApiPages(server: FastifyInstance, { tags, load }: ApiSource): void {
  const mediaType = 'text/html; charset=utf-8'
  serveCached(server, API_PATH, {
    mediaType,
    load: async () => {
      const document = await load()
      return layOut({ ...OVERVIEW, sequence: sequenceOf(document), body: overview(document) })
    },
    headers: PAGE_HEADERS,
  })
  for (const tag of tags) {
    const path = pathOf(tag)
    serveCached(server, path, { mediaType, load: async () => pageOf(await load(), path), headers: PAGE_HEADERS })
  }
  serveCached(server, TRY_PATH, { mediaType: 'text/javascript; charset=utf-8', load: () => TRY_SCRIPT })
}

const OVERVIEW = { title: 'API reference', path: API_PATH }
/** The pages of the reference, in the order in which they are read. */
const sequenceOf = (document: ApiDocument) => [OVERVIEW, ...sectionsOf(document)]

const overview = (document: ApiDocument) => html`<h1>API reference</h1>
${block(document.info.description)}
<p>For programs, the same is in <a href="/openapi.json">openapi.json</a>.</p>
${sectionsOf(document).map(
  ({ title, description, path, entries }) => html`<h2><a href="${path}">${title}</a></h2>
<p>${description}</p>
<ul>${entries.map(
    (entry) =>
      html`<li><a href="${path}#${entry.operation.operationId}">${entry.operation.summary}</a> <code>${routeOf(entry)}</code></li>`,
  )}</ul>
`,
)}`

function pageOf(document: ApiDocument, path: string): string {
  const section = sectionsOf(document).find((each) => each.path === path)!
  const body = html`<p><a href="${API_PATH}">API reference</a></p>
<h1>${section.title}</h1>
<p>${section.description}</p>
<ul>${section.entries.map(linkTo)}</ul>
${KEY_FIELD}
${section.entries.map((entry) => operationHtml(document, entry))}`
  const title = `${section.title} · API reference`
  return layOut({ title, path, sequence: sequenceOf(document), body, scripts: [TRY_PATH] })
}

const linkTo = ({ operation }: ApiEntry) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`

/** The operations, for the search. */
export const sectionsOfApi = (document: ApiDocument): Section[] =>
  sectionsOf(document).flatMap(({ title, path, entries }) =>
    entries.map((entry) => ({
      page: `API reference: ${title}`,
      heading: entry.operation.summary,
      address: `${path}#${entry.operation.operationId}`,
      text: `${routeOf(entry)} ${entry.operation.description ?? ''}`.replaceAll('`', ''),
    })),
  )
