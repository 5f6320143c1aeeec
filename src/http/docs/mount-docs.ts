import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.js'
import { lazyAsync } from '../../lib/concurrency/lazy-async.js'
import { withoutEnd } from '../../lib/text/trim.js'
import { serveCached } from '../cached-content.js'
import { type Html, html } from '../pages/html.js'
import { wantsPage } from '../pages/page.js'
import type { ApiSource } from './api/document.js'
import { mountApiPages } from './api/mount-api-pages.js'
import { layOut, PAGE_HEADERS, SCRIPT_PATH, SEARCH_PATH, STYLE_PATH } from './layout.js'
import { LLMS_PATH, llmsText, markdownOf, markdownPath } from './llms.js'
import { PAGE_SCRIPT } from './page-script.js'
import { DOCS_PAGES, DOCS_PATH, type DocsPage } from './pages.js'
import { PICTURES, readPicture } from './pictures.js'
import { contentOf } from './read-pages.js'
import { type FoundPage, type Section, snippetOf } from './search.js'
import { readIndex } from './search-index.js'
import { STYLE } from './style.js'

const HTML_TYPE = 'text/html; charset=utf-8'

/**
 * Serves the documentation at /docs: guides from Markdown, and the API reference from the OpenAPI document. Pages are rendered
 * at their first request.
 * @param baseUrl the address of the service in samples.
 */
export function mountDocs(server: FastifyInstance, api: ApiSource, baseUrl: string): void {
  for (const page of DOCS_PAGES) {
    serveCached(server, page.path, {
      mediaType: HTML_TYPE,
      load: () => layOut({ ...page, body: contentOf(page, baseUrl) }),
      headers: PAGE_HEADERS,
    })
    mountMarkdown(server, page, baseUrl)
  }
  serveCached(server, LLMS_PATH, { mediaType: 'text/plain; charset=utf-8', load: () => llmsText(baseUrl) })
  for (const [name, path] of PICTURES) {
    serveCached(server, path, { mediaType: 'image/png', load: () => readPicture(name) })
  }
  serveCached(server, STYLE_PATH, { mediaType: 'text/css; charset=utf-8', load: () => STYLE })
  serveCached(server, SCRIPT_PATH, { mediaType: 'text/javascript; charset=utf-8', load: () => PAGE_SCRIPT })
  mountApiPages(server, api)
  mountSearch(server, api)
  server.get(`${DOCS_PATH}/*`, answerUnknown)
}

/** The Markdown of a page for programs. Browsers are led to the page itself. */
function mountMarkdown(server: FastifyInstance, page: DocsPage, baseUrl: string): void {
  server.get(markdownPath(page), (request, reply) => {
    if (wantsPage(request)) return reply.redirect(page.path, 301)
    return reply.type('text/markdown; charset=utf-8').send(markdownOf(page, baseUrl))
  })
}

function mountSearch(server: FastifyInstance, api: ApiSource): void {
  const index = lazyAsync(() => readIndex(api))
  server.get<{ Querystring: { q?: unknown } }>(SEARCH_PATH, async (request, reply) => {
    const { q } = request.query
    const query = typeof q === 'string' ? q.slice(0, 200).trim() : ''
    const body = resultsOf((await index()).search(query), query)
    const page = layOut({ title: 'Search', path: null, body, query })
    return reply
      .headers({ ...PAGE_HEADERS, 'x-robots-tag': 'noindex' })
      .type(HTML_TYPE)
      .send(page)
  })
}

function resultsOf(found: FoundPage[], query: string): Html {
  if (query === '') return html`<h1>Search</h1><p>Type what you look for.</p>`
  if (found.length === 0) {
    return html`<h1>Search</h1><p>No page contains “${query}”. Try fewer words, or choose a page from the navigation.</p>`
  }
  return html`<h1>Search</h1>
<ul class="found">${found.map(
    ({ section, further, words }) => html`<li><a href="${section.address}">${section.page}${
      section.heading === section.page ? null : html` · ${section.heading}`
    }</a><p>${snippetOf(section, words)}</p>${further.length === 0 ? null : html`<p>Also: ${further.map(linkTo)}</p>`}</li>
`,
  )}</ul>`
}

const linkTo = ({ address, heading }: Section, index: number) =>
  html`${index > 0 ? ', ' : null}<a href="${address}">${heading}</a>`

/** Leads on from an address that is no page: the address of a file to its page, everything else to all pages. */
function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?', 1)[0]!
  const plain = withoutEnd(path, '/').replace(/\.md$/, '')
  if (plain !== path && DOCS_PAGES.some((page) => page.path === plain)) return reply.redirect(plain, 301)
  if (!wantsPage(request)) throw new ApiError('not_found', `There is no page ${path}.`)
  const body = html`<h1>There is no such page</h1>
<p><code>${path}</code> is not part of the documentation. Search for what you need, choose a page from the navigation, or
<a href="${DOCS_PATH}">start at the beginning</a>.</p>`
  return reply
    .code(404)
    .headers({ ...PAGE_HEADERS, 'x-robots-tag': 'noindex' })
    .type(HTML_TYPE)
    .send(layOut({ title: 'Not found', path: null, body }))
}
