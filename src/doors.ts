import type { FastifyInstance } from 'fastify'
import { mountCompat } from './compat/mount-compat.js'
import { mountGraphql } from './graphql/mount-graphql.js'
import { makeAcceptanceGate } from './http/authenticate.js'
import { mountConsole } from './http/console/mount-console.js'
import type { ApiDocument } from './http/docs/api/document.js'
import { mountDocs } from './http/docs/mount-docs.js'
import { mountEngagement } from './http/engagement.js'
import { mountLinkHostCheck } from './http/link-hosts.js'
import { measureRequests } from './http/measure-requests.js'
import { OpenRequests } from './http/open-requests.js'
import { mountPreferencePage } from './http/pages/preference-page.js'
import { mountVerifyPage } from './http/pages/verify-page.js'
import { createServer, type DoorDeps } from './http/server.js'
import { mountSession } from './http/session.js'
import { StreamGuard, type StreamGuardOptions } from './http/stream-guard.js'
import { lazyAsync } from './lib/concurrency/lazy-async.js'
import type { LoadLimit } from './lib/concurrency/load-limit.js'
import { mountMcp } from './mcp/mount-mcp.js'
import type { Metrics } from './metrics/metrics.js'
import { mountRest } from './rest/mount-rest.js'
import { buildDocumentInSlices } from './rest/openapi/document.js'
import { mountOpenApi } from './rest/openapi/mount-openapi.js'
import { describeTags } from './rest/openapi/tags.js'
import { mountTrpc } from './trpc/mount-trpc.js'

export interface DoorsOptions extends Omit<DoorDeps, 'streams' | 'acceptanceGate' | 'openRequests'> {
  metrics: Metrics
  streams: StreamGuardOptions | undefined
  /** Replaces the limit of the requests in progress. */
  requestLimit?: LoadLimit | undefined
}

/** The HTTP server with all that it serves, and the streams that are open on it. */
export interface Doors {
  server: FastifyInstance
  streams: StreamGuard
}

/** Mounts every door on one HTTP server, which does not listen yet. */
export function openDoors({ metrics, requestLimit, ...options }: DoorsOptions): Doors {
  const streams = new StreamGuard(options.streams)
  const openRequests = new OpenRequests({ ...options, metrics, limit: requestLimit })
  const deps: DoorDeps = { ...options, streams, acceptanceGate: makeAcceptanceGate(), openRequests }
  const server = createServer(deps)
  measureRequests(server, metrics)
  mountSession(server, deps)
  mountRest(server, deps)
  mountGraphql(server, deps)
  mountTrpc(server, deps)
  if (deps.config.mcp) mountMcp(server, deps)
  mountCompat(server, deps)
  mountVerifyPage(server, deps)
  mountPreferencePage(server, deps)
  mountEngagement(server, deps)
  mountLinkHostCheck(server, deps)
  mountReference(server, deps.config)
  mountConsole(server, deps)
  return { server, streams }
}

/** The OpenAPI document and the documentation, which shows it. It is built once, for whichever is asked for first. */
function mountReference(server: FastifyInstance, options: { headerPrefix: string; baseUrl: string }): void {
  const load = lazyAsync(() => buildDocumentInSlices(options))
  mountOpenApi(server, load)
  const api = { tags: describeTags(), load: async () => (await load()) as object as ApiDocument }
  mountDocs(server, api, options.baseUrl)
}
