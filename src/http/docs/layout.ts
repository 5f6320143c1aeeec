import { type Html, html } from '../pages/html.js'
import { API_PATH, DOCS_PAGES, DOCS_PATH, SECTIONS } from './pages.js'

/** Where the style sheet is. */
export const STYLE_PATH = `${DOCS_PATH}/style.css`
/** Where the search is. */
export const SEARCH_PATH = `${DOCS_PATH}/search`

/** Where the script of all pages is. */
export const SCRIPT_PATH = `${DOCS_PATH}/page.js`

/** Files, forms and requests of this server only, and no script or style inside a page. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

export const PAGE_HEADERS = {
  'content-security-policy': CONTENT_POLICY,
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
}

/** A page that others link to. */
interface Place {
  path: string
  title: string
}

interface Layout {
  title: string
  /** The address of the page; null for one that the navigation does not have. */
  path: string | null
  /** The pages between which it stands; by default those that are written in Markdown. */
  sequence?: readonly Place[]
  body: Html
  /** What the search field says. */
  query?: string
  /** Addresses of further scripts. */
  scripts?: readonly string[]
}

/** A page with the navigation around it. */
export function layOut({ title, path, sequence = DOCS_PAGES, body, query = '', scripts = [] }: Layout): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Postline</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<a class="skip" href="#main">Skip to the page</a>
<div class="docs">
<header class="top">
<a class="brand" href="${DOCS_PATH}"><img src="/favicon.svg" alt="">Postline <span>Docs</span></a>
<a class="to-pages" href="#pages">All pages</a>
<form class="search" action="${SEARCH_PATH}" role="search">
<input type="search" name="q" value="${query}" placeholder="Search" aria-label="Search the documentation" maxlength="200">
</form>
</header>
<main id="main" tabindex="-1">
<div class="page">
${body}
${path === null ? null : around(path, sequence)}
</div>
</main>
<nav class="pages" id="pages" aria-label="Documentation">
${SECTIONS.map(
  (section) => html`<h2>${section.title}</h2>
<ul>${section.entries.map(
    (entry) =>
      html`<li><a href="${entry.path}"${isCurrent(entry.path, path) ? html` aria-current="page"` : null}>${entry.title}</a></li>`,
  )}</ul>
`,
)}
<h2>This server</h2>
<ul><li><a href="/">Console</a></li><li><a href="${API_PATH}">Try the API</a></li></ul>
</nav>
</div>
${[SCRIPT_PATH, ...scripts].map((script) => html`<script src="${script}"></script>`)}
</body>
</html>
`.toString()
}

/** Whether a link of the navigation leads to the page, or to the list of pages that it belongs to. */
const isCurrent = (link: string, path: string | null) =>
  link === path || (link === API_PATH && path?.startsWith(`${API_PATH}/`) === true)

/** Links to the pages before and after. */
function around(path: string, sequence: readonly Place[]): Html | null {
  const index = sequence.findIndex((page) => page.path === path)
  if (index === -1) return null
  const [before, after] = [sequence[index - 1], sequence[index + 1]]
  return html`<nav class="around" aria-label="Neighboring pages">
${before ? html`<a href="${before.path}" rel="prev">← ${before.title}</a>` : null}
${after ? html`<a class="next" href="${after.path}" rel="next">${after.title} →</a>` : null}
</nav>`
}
