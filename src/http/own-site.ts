import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.js'

const READING = ['GET', 'HEAD', 'OPTIONS']
/** What a form of any site can send without asking: Fetch standard, CORS-safelisted request headers. */
const FORM_TYPE = /^\s*(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\s*(;|,|$)/i

/**
 * Whether a request that a browser signs by itself may change anything: not when another site made it.
 * @throws ApiError `forbidden`.
 */
export function assertOwnSite(request: FastifyRequest, baseUrl: string): void {
  const { method, headers } = request
  if (READING.includes(method)) return
  const { origin, 'sec-fetch-site': site, 'content-type': type = '', 'x-requested-with': requestedWith } = headers
  if (origin !== undefined && !isOwn(origin, request.host, baseUrl)) throw foreign()
  if (site === 'cross-site' || site === 'same-site') throw foreign()
  if (FORM_TYPE.test(type) && !requestedWith) {
    throw new ApiError('forbidden', 'A session cannot send forms without an X-Requested-With header.')
  }
}

const foreign = () => new ApiError('forbidden', 'A session can change nothing from another site.')

/** By the host the request names, or by the public address when a proxy tells another host. */
function isOwn(origin: string, host: string, baseUrl: string): boolean {
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === host || new URL(origin).origin === new URL(baseUrl).origin
}
