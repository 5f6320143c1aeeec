import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

interface Content {
  mediaType: string
  /** Creates the content, once per server. */
  load: () => string | Buffer
  headers?: Record<string, string>
}

/** Serves content that never changes while a process runs, with an ETag. */
export function serveCached(server: FastifyInstance, path: string, { mediaType, load, headers = {} }: Content): void {
  let loaded: { body: Buffer; etag: string } | undefined
  server.get(path, (request, reply) => {
    loaded ??= withTag(Buffer.from(load()))
    reply.headers({ etag: loaded.etag, 'cache-control': 'no-cache', ...headers })
    if (hasTag(request.headers['if-none-match'], loaded.etag)) return reply.code(304).send()
    return reply.type(mediaType).send(loaded.body)
  })
}

function withTag(body: Buffer) {
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` }
}

/** Weak comparison (RFC 9110, section 13.1.2). */
export function hasTag(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags !== undefined && (tags.includes(etag) || tags.includes('*'))
}
