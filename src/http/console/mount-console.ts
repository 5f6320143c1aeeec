import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.js'
import { acceptsEncoding } from '../../lib/http/accept.js'
import { html } from '../pages/html.js'
import { sendPage } from '../pages/page.js'
import type { DoorDeps } from '../server.js'
import { type ConsoleFile, ENCODINGS, readConsole } from './console-files.js'
import { mountPreview } from './preview.js'
import { PAGE_PATHS } from './sections.js'

/** The routes that answer the page of the console. */
const PAGE_ROUTES = PAGE_PATHS.flatMap((path) => (path === '/' ? [path] : [path, `${path}/*`]))

/** Files of this server only, and no script or style inside a page. Frames are for mail, which has its own policy. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  // A blob is a PDF that the console has loaded: pages of strangers never become one.
  "frame-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const PAGE_HEADERS = {
  'content-security-policy': CONTENT_POLICY,
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  // Asked for again each time, because it names the current files.
  'cache-control': 'no-cache',
}

/** Names of files contain a hash of their content, so they never change. */
const ASSET_HEADERS = { 'cache-control': 'public, max-age=31536000, immutable' }

/** Serves the web console: its page at all addresses of its sections, and the files that the page loads. */
export function mountConsole(server: FastifyInstance, deps: DoorDeps): void {
  // Read at the first request: a start does not wait for it.
  let files: Map<string, ConsoleFile> | null | undefined
  const fileAt = (path: string) => {
    files ??= readConsole(deps.consoleFolder)
    return files?.get(path)
  }

  for (const route of PAGE_ROUTES) {
    server.get(route, (request, reply) => {
      const page = fileAt('index.html')
      return page ? sendFile(request, reply.headers(PAGE_HEADERS), page) : sendNotBuilt(reply)
    })
  }
  server.get('/favicon.svg', (request, reply) => answerWith(request, reply, fileAt('favicon.svg')))
  server.get('/assets/:file', (request, reply) => {
    const { file } = request.params as { file: string }
    return answerWith(request, reply, fileAt(`assets/${file}`), ASSET_HEADERS)
  })
  mountPreview(server, deps)
}

function answerWith(request: FastifyRequest, reply: FastifyReply, file: ConsoleFile | undefined, headers = {}) {
  if (!file) throw new ApiError('not_found', `There is no file ${request.url.split('?', 1)[0]}.`)
  return sendFile(request, reply.headers(headers), file)
}

function sendFile({ headers }: FastifyRequest, reply: FastifyReply, file: ConsoleFile): FastifyReply {
  const { mediaType, etag, body, encoded } = file
  reply.headers({ etag, vary: 'accept-encoding' })
  if (headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  const accepted = String(headers['accept-encoding'] ?? '')
  const encoding = ENCODINGS.find(({ name }) => encoded.has(name) && acceptsEncoding(accepted, name))
  if (encoding) reply.header('content-encoding', encoding.name)
  return reply.type(mediaType).send(encoding ? encoded.get(encoding.name) : body)
}

/** For a checkout whose build was skipped. Everything else works without the console. */
function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return sendPage(reply, {
    status: 503,
    title: 'The console is not built',
    body: html`<p>Run <code>npm run build</code> and reload this page.</p>
<p class="quiet">The API works: see the <a href="/docs">documentation</a>.</p>`,
  })
}
