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
  if (origin !== undefined && !isOwn(origin, request, baseUrl)) throw foreign()
  if (site === 'cross-site' || site === 'same-site') throw foreign()
  if (FORM_TYPE.test(type) && !requestedWith) {
    throw new ApiError('forbidden', 'A form sent with a session cookie needs an X-Requested-With header.')
  }
}

const foreign = () => new ApiError('forbidden', 'A session cookie cannot be used to change anything from another site.')

/**
 * Compares scheme and host with BASE_URL, or with the request's own if it came to another name of the service. A service
 * with https has no page without it: whoever controls the network could have made one.
 */
function isOwn(origin: string, { protocol, host }: FastifyRequest, baseUrl: string): boolean {
  const base = new URL(baseUrl)
  const scheme = base.protocol === 'https:' ? 'https' : protocol
  const own = [base.origin, originOf(`${scheme}://${host}`)]
  return own.includes(originOf(origin) ?? 'none')
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : null)
