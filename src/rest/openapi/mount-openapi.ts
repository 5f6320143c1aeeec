import type { FastifyInstance } from 'fastify'
import { serveCached } from '../../http/cached-content.js'
import type { JsonObject } from './json.js'

/** Serves the document at /openapi.json. It is loaded at the first request. */
export function mountOpenApi(server: FastifyInstance, load: () => Promise<JsonObject>): void {
  serveCached(server, '/openapi.json', {
    mediaType: 'application/json; charset=utf-8',
    load: async () => JSON.stringify(await load()),
  })
}
