import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.js'
import { BODY_SIZES } from '../../operations/body-sizes.js'
import { readBytes } from '../read-body.js'

const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data']

/**
 * Makes the routes of a scope accept forms of both types, as `FormData`, and nothing else. A broken body counts as a
 * form without fields.
 */
export function acceptFormsOnly(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(FORM_TYPES, parseForm)
  scope.addContentTypeParser('*', (_request, _payload, done) => done(notAForm()))
}

/** Leaves the parsing of either type to the platform. */
async function parseForm(request: FastifyRequest, payload: IncomingMessage): Promise<FormData> {
  const body = await readBytes(payload, BODY_SIZES.public.maxBytes)
  const form = new Response(body.toString(), { headers: { 'content-type': request.headers['content-type'] ?? '' } })
  return form.formData().catch(() => new FormData())
}

function notAForm(): ApiError {
  const types = '`Content-Type: application/x-www-form-urlencoded` or `multipart/form-data`'
  return new ApiError('invalid_request', `The body must be a form, sent with ${types}.`)
}
