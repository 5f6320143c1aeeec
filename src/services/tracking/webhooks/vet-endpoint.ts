import { fieldError } from '../../../errors.js'
import { type GuardedHttp, RefusedUrlError } from '../../../lib/http/guarded-http.js'

/** Where people try things first. */
const OWN_MACHINE = /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])([:/]|$)/i
const FOR_OWN_MACHINE =
  'to use an endpoint on your own machine, start Postline with WEBHOOK_ALLOW_HTTP=true and WEBHOOK_ALLOW_CIDRS=127.0.0.0/8,::1/128'

/**
 * Checks that a URL is one that this service may post to.
 * @returns the URL to store.
 * @throws ApiError `invalid_request` naming `field` and the reason.
 */
export async function vetEndpoint(http: Pick<GuardedHttp, 'vet'>, field: string, url: string): Promise<string> {
  try {
    return await http.vet(url)
  } catch (error) {
    if (!(error instanceof RefusedUrlError)) throw error
    const reason = OWN_MACHINE.test(url) ? `${error.reason}; ${FOR_OWN_MACHINE}` : error.reason
    throw fieldError('invalid_request', field, reason)
  }
}
