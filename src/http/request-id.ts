import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Request ids from clients that may go into logs and responses. */
const SANE_REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/

/** The id of a request: the client's own, or a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const own = headers['x-request-id']
  return typeof own === 'string' && SANE_REQUEST_ID.test(own) ? own : randomUUID()
}
