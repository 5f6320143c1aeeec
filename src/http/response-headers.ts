import type { FastifyReply, FastifyRequest } from 'fastify'
import { corsHeaders } from './cors.js'

/** For answers with secrets, mail or data of an account, which is every operation: no cache keeps them. */
export const NEVER_STORED = { 'cache-control': 'no-store' }

/** For every answer: browsers take it for what its type says, and for nothing else. */
export const NEVER_GUESSED = { 'x-content-type-options': 'nosniff' }

/** Sets the headers of every answer. */
export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ 'x-request-id': request.id, ...NEVER_GUESSED, ...corsHeaders(request) })
}
