import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { lazyAsync } from '../lib/concurrency/lazy-async.js'

interface Content {
  mediaType: string
  /** Creates the content, once per server. */
  load: () => string | Buffer | Promise<string | Buffer>
  headers?: Record<string, string>
}

/** Serves content that never changes while a process runs, with an ETag. */
export function serveCached(server: FastifyInstance, path: string, { mediaType, load, headers = {} }: Content): void {
  const loadTagged = lazyAsync(async () => withTag(Buffer.from(await load())))
  server.get(path, async (request, reply) => {
    const { body, etag } = await loadTagged()
    reply.headers({ etag, 'cache-control': 'no-cache', ...headers })
    if (hasTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type(mediaType).send(body)
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
