import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.js'
import type { DoorDeps } from '../http/server.js'
import { hasTag } from '../lib/http/entity-tag.js'
import type { StoredFile } from '../services/platform/stored-file.js'

/** An upload never changes; a logo keeps its URL when it is replaced. */
const UPLOAD_CACHING = 'public, max-age=31536000, immutable'
const LOGO_CACHING = 'public, max-age=3600'

const HEADERS = {
  // If opened as a page, a file can neither run nor load anything.
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'inline',
  // Webmail shows these files inside its own pages.
  'cross-origin-resource-policy': 'cross-origin',
}

/** Public files that mails refer to, without key and rate limit: many recipients may open a mail at once. */
export function mountStoredFiles(server: FastifyInstance, { services }: DoorDeps): void {
  server.get<{ Params: { id: string } }>('/uploads/:id', async (request, reply) =>
    sendFile(request, reply, await services.uploads.open(request.params.id), UPLOAD_CACHING),
  )
  server.get<{ Params: { id: string } }>('/logos/:id.svg', async (request, reply) =>
    sendFile(request, reply, await services.domainLogos.openLogo(request.params.id), LOGO_CACHING),
  )
}

async function sendFile(request: FastifyRequest, reply: FastifyReply, file: StoredFile | null, caching: string) {
  if (!file) throw new ApiError('not_found', 'There is no such file.')
  reply.headers({ ...HEADERS, etag: file.etag, 'cache-control': caching })
  if (hasTag(request.headers['if-none-match'], file.etag)) return reply.code(304).send()
  reply.type(file.contentType)
  const content = await file.read()
  if (!content) throw new ApiError('not_found', 'There is no such file.')
  return reply.send(content)
}
