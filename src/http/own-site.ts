import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.js'

const READING = ['GET', 'HEAD', 'OPTIONS']
/** Content types that a form on any site can send (Fetch standard: CORS-safelisted request headers). */
const FORM_TYPE = /^\s*(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\s*(;|,|$)/i

/**
 * Protects sessions against other sites: a request with a cookie must not change anything if another site made it.
 * @throws ApiError `forbidden`.
 */
export function assertOwnSite(request: FastifyRequest, baseUrl: string): void {
  const { method, headers } = request
  if (READING.includes(method)) return
  const { origin, 'sec-fetch-site': site, 'content-type': type = '', 'x-requested-with': requestedWith } = headers
  if (origin !== undefined && !isOwn(origin, request.host, baseUrl)) throw foreign()
  if (site === 'cross-site' || site === 'same-site') throw foreign()
  if (FORM_TYPE.test(type) && !requestedWith) {
    throw new ApiError('forbidden', 'A form sent with a session cookie needs an X-Requested-With header.')
  }
}

const foreign = () => new ApiError('forbidden', 'A session cookie cannot be used to change anything from another site.')

/** Compares with the request's host, or with BASE_URL if a proxy changes the host. */
function isOwn(origin: string, host: string, baseUrl: string): boolean {
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === host || new URL(origin).origin === new URL(baseUrl).origin
}
