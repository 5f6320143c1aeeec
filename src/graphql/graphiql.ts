import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serveCached } from '../http/cached-content.js'

/*
 * GraphiQL, served only from this service's files. The page is small; its assets are separate and cached by the
 * browser. The page is public: its data come through requests, which need a key.
 */

const PATH = '/graphql/assets'

const WELCOME = `# Enter your API key below, under "Headers":
#
#   { "Authorization": "Bearer sk_live_..." }
#
# then press "Re-fetch GraphQL schema" at the bottom left, and run a query.
# Subscriptions stream into the pane on the right; the same button stops them.

query LatestMessages {
  messages(first: 10) {
    nodes {
      id
      status
      createdAt
      events {
        type
        occurredAt
      }
    }
  }
}
`

const OPTIONS = {
  title: 'Postline GraphQL',
  endpoint: '/graphql',
  defaultQuery: WELCOME,
  headers: JSON.stringify({ Authorization: 'Bearer ' }, null, 2),
  defaultEditorToolsVisibility: 'headers',
  // Keys must not be stored in the browser.
  shouldPersistHeaders: false,
  subscriptionsProtocol: 'SSE',
}

const START = `
const worker = (name) => '${PATH}/' + name + '.js'
const workers = { editorWorkerService: worker('editor-worker'), json: worker('json-worker'), graphql: worker('graphql-worker') }
self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_module, label) => workers[label] }
YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), ${JSON.stringify(OPTIONS)})
`

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${OPTIONS.title}</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${PATH}/graphiql.css" />
  </head>
  <body class="no-focus-outline">
    <noscript>You need to enable JavaScript to run this app.</noscript>
    <div id="root"></div>
    <script src="${PATH}/graphiql.js"></script>
    <script src="${PATH}/start.js"></script>
  </body>
</html>
`

/** No other host is contacted. Monaco creates styles at run time, and its fonts are data URLs. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The assets of the page: several MB, so they are loaded at the first request. */
const loadBundle = () => import('@graphql-yoga/render-graphiql/graphiql')
type Bundle = Awaited<ReturnType<typeof loadBundle>>

const SCRIPT = 'text/javascript; charset=utf-8'
const ASSETS: Record<string, { type: string; content: (bundle: Bundle) => string }> = {
  'graphiql.js': { type: SCRIPT, content: ({ js }) => js },
  'graphiql.css': { type: 'text/css; charset=utf-8', content: ({ css }) => css },
  'editor-worker.js': { type: SCRIPT, content: ({ editorWorkerService }) => editorWorkerService },
  'json-worker.js': { type: SCRIPT, content: ({ jsonWorker }) => jsonWorker },
  'graphql-worker.js': { type: SCRIPT, content: ({ graphqlWorker }) => graphqlWorker },
  'start.js': { type: SCRIPT, content: () => START },
}

/** Whether a request comes from a browser's address bar and so wants the page. */
export function wantsPage({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  return method === 'GET' && Boolean(headers.accept?.includes('text/html'))
}

/** Headers and body of the page. */
export const graphiqlPage = {
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
    'cache-control': 'no-cache',
  },
  body: PAGE,
}

/** Serves the assets of the page. */
export function serveGraphiqlAssets(server: FastifyInstance): void {
  for (const [name, { type: mediaType, content }] of Object.entries(ASSETS)) {
    serveCached(server, `${PATH}/${name}`, { mediaType, load: async () => content(await loadBundle()) })
  }
}
