import type { IncomingMessage, Server } from 'node:http'
import type { FastifyRequest } from 'fastify'

const heads = new WeakSet<IncomingMessage>()

/**
 * Answers every HEAD request as GET, without the body (RFC 9110 9.3.2). Routes and libraries see a GET; Node.js has
 * noted the method for the response, and leaves its body out. A stream ends where its body would begin, because nobody
 * reads it.
 */
export function answerHeadAsGet(server: Server): void {
  server.prependListener('request', (request, response) => {
    if (request.method !== 'HEAD') return
    heads.add(request)
    request.method = 'GET'
    response.write = () => {
      response.end()
      return true
    }
  })
}

/** Whether a request that looks like GET is HEAD: it records nothing, and needs no content. */
export const isHead = ({ raw }: Pick<FastifyRequest, 'raw'>): boolean => heads.has(raw)
