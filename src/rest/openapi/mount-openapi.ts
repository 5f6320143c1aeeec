import type { FastifyInstance } from 'fastify'
import { serveCached } from '../../http/cached-content.js'
import type { JsonObject } from './json.js'
import { buildWorkflows } from './workflows.js'

/** Serves the document at /openapi.json, loaded at the first request, and its workflows at /arazzo.json. */
export function mountOpenApi(server: FastifyInstance, load: () => Promise<JsonObject>): void {
  serveCached(server, '/openapi.json', {
    mediaType: 'application/json; charset=utf-8',
    load: async () => JSON.stringify(await load()),
  })
  serveCached(server, '/arazzo.json', {
    mediaType: 'application/json; charset=utf-8',
    load: () => JSON.stringify(buildWorkflows()),
  })
}
