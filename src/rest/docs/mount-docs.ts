import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { serveCached } from '../cached-content.js'
import { CONTENT_POLICY, PAGE, START_SCRIPT } from './page.js'

const require = createRequire(import.meta.url)
const folder = dirname(require.resolve('swagger-ui-dist/package.json'))

/** The files of Swagger UI that the page loads, and nothing else of it. */
const FILES = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
}

/** Serves the API's documentation as a page at /docs. */
export function mountDocs(server: FastifyInstance): void {
  serveCached(server, '/docs', {
    mediaType: 'text/html; charset=utf-8',
    load: () => PAGE,
    headers: { 'content-security-policy': CONTENT_POLICY, 'referrer-policy': 'no-referrer' },
  })
  serveCached(server, '/docs/start.js', { mediaType: FILES['swagger-ui-bundle.js'], load: () => START_SCRIPT })
  for (const [file, mediaType] of Object.entries(FILES)) {
    serveCached(server, `/docs/${file}`, { mediaType, load: () => readFileSync(join(folder, file)) })
  }
}
