import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../errors.js'

/** Fields of a form, by name. */
export type FormBody = Map<string, string>

/** Forms of pages have a few short fields. */
export const MAX_FORM_BYTES = 16 * 1024

/**
 * Lets the routes of a scope take forms, of either type, as a {@link FormBody}, and nothing else. A form without
 * fields, or with a broken body, is an empty one.
 */
export function acceptFormsOnly(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  const options = { parseAs: 'string' as const, bodyLimit: MAX_FORM_BYTES }
  scope.addContentTypeParser('application/x-www-form-urlencoded', options, (_request, body: string, done) =>
    done(null, new Map(new URLSearchParams(body))),
  )
  scope.addContentTypeParser('multipart/form-data', options, (request, body: string, done) =>
    done(null, parseMultipart(request.headers['content-type'] ?? '', body)),
  )
  scope.addContentTypeParser('*', (_request, _payload, done) => done(notAForm()))
}

function notAForm(): ApiError {
  const types = '`Content-Type: application/x-www-form-urlencoded` or `multipart/form-data`'
  return new ApiError('invalid_request', `The body must be a form, sent with ${types}.`)
}

/** RFC 7578: parts between lines of the boundary, each with headers, a blank line, and the value. */
function parseMultipart(contentType: string, body: string): FormBody {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(contentType) ?? []
  const boundary = quoted ?? bare
  const fields: FormBody = new Map()
  if (!boundary) return fields
  for (const part of `\r\n${body}`.split(`\r\n--${boundary}`).slice(1)) {
    const end = part.indexOf('\r\n\r\n')
    const name = /^content-disposition:\s*form-data\b.*?;\s*name="([^"]*)"/im.exec(part.slice(0, Math.max(end, 0)))?.[1]
    if (name !== undefined) fields.set(name, part.slice(end + 4))
  }
  return fields
}
