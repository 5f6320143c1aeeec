import type { FastifyInstance } from 'fastify'
import { lazyAsync } from '../lib/concurrency/lazy-async.js'
import { etagOf, hasTag } from '../lib/http/entity-tag.js'

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

const withTag = (body: Buffer) => ({ body, etag: etagOf(body) })
