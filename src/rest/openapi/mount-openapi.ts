import type { FastifyInstance } from 'fastify'
import { serveCached } from '../../http/cached-content.js'
import { buildDocument } from './document.js'

/** Serves the document at /openapi.json. It is built at the first request. */
export function mountOpenApi(server: FastifyInstance, options: { headerPrefix: string }): void {
  serveCached(server, '/openapi.json', {
    mediaType: 'application/json; charset=utf-8',
    load: () => JSON.stringify(buildDocument(options)),
  })
}
