import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { ApiError } from '../errors.js'
import { NO_ROUTE } from './measure-requests.js'
import { NEVER_GUESSED } from './response-headers.js'

/**
 * Answers input that is not a valid HTTP request, has too large headers or arrives too slowly, in the usual error
 * envelope, and logs it. Then closes the connection, because nobody knows where the next request would start.
 */
export function answerMalformedHttp(log: Logger): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const refusal = refusalOf(error.code)
    const requestId = randomUUID()
    const { code, status } = refusal
    log.info({ requestId, route: NO_ROUTE, status, code, reason: error.code }, 'a request was refused')
    if (socket.writable) socket.write(response(refusal, requestId))
    socket.destroySoon()
  }
}

function refusalOf(code: string | undefined): ApiError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError('invalid_request', 'The path and headers of the request are too large.')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      // It may be this process that did not read in time. Then nothing is wrong with the request, so it can be repeated.
      return new ApiError('overloaded', 'The request did not arrive in time.')
    default:
      return new ApiError('invalid_request', 'The request is not valid HTTP.')
  }
}

function response(error: ApiError, requestId: string): string {
  const body = JSON.stringify({ error: error.toBody() })
  return [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    ...Object.entries(NEVER_GUESSED).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
    '',
    body,
  ].join('\r\n')
}
