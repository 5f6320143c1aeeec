import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.js'

/** The forms on our pages have only a few short fields. */
const MAX_FORM_BYTES = 16 * 1024

const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data']

/**
 * Makes the routes of a scope accept forms of both types, as `FormData`, and nothing else. A broken body counts as a
 * form without fields.
 */
export function acceptFormsOnly(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(FORM_TYPES, { parseAs: 'string', bodyLimit: MAX_FORM_BYTES }, parseForm)
  scope.addContentTypeParser('*', (_request, _payload, done) => done(notAForm()))
}

/** Leaves the parsing of either type to the platform. */
function parseForm(request: FastifyRequest, body: string): Promise<FormData> {
  const form = new Response(body, { headers: { 'content-type': request.headers['content-type'] ?? '' } })
  return form.formData().catch(() => new FormData())
}

function notAForm(): ApiError {
  const types = '`Content-Type: application/x-www-form-urlencoded` or `multipart/form-data`'
  return new ApiError('invalid_request', `The body must be a form, sent with ${types}.`)
}
