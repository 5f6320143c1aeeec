import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { serveCached } from '../cached-content.js'
import { API_PATH, DOCS_PATH } from './pages.js'

const require = createRequire(import.meta.url)
const folder = dirname(require.resolve('swagger-ui-dist/package.json'))

/** The files of Swagger UI that the page loads, and nothing else of it. */
const FILES = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
}

/** Everything on the page comes from this server, so that it also works without any other. */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API reference · Postline</title>
    <link rel="icon" type="image/png" href="${API_PATH}/favicon-32x32.png">
    <link rel="stylesheet" href="${API_PATH}/swagger-ui.css">
  </head>
  <body>
    <div class="swagger-ui"><div class="wrapper"><p><a class="link" href="${DOCS_PATH}">← Documentation</a></p></div></div>
    <div id="docs"></div>
    <noscript>This page needs JavaScript. The document behind it is at <a href="/openapi.json">/openapi.json</a>.</noscript>
    <script src="${API_PATH}/swagger-ui-bundle.js"></script>
    <script src="${API_PATH}/start.js"></script>
  </body>
</html>
`

/** What starts the page: a file of its own, because the content policy forbids scripts inside the page. */
const START_SCRIPT = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  // It would ask a host on the internet whether the document is valid.
  validatorUrl: null,
})
`

/** Scripts, styles and requests of this server only. Pictures inside the style sheet are \`data:\`. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Serves the reference of the REST API as a page where requests can be tried. */
export function mountApiPage(server: FastifyInstance): void {
  serveCached(server, API_PATH, {
    mediaType: 'text/html; charset=utf-8',
    load: () => PAGE,
    headers: { 'content-security-policy': CONTENT_POLICY, 'referrer-policy': 'no-referrer' },
  })
  serveCached(server, `${API_PATH}/start.js`, { mediaType: FILES['swagger-ui-bundle.js'], load: () => START_SCRIPT })
  for (const [file, mediaType] of Object.entries(FILES)) {
    serveCached(server, `${API_PATH}/${file}`, { mediaType, load: () => readFileSync(join(folder, file)) })
  }
}
