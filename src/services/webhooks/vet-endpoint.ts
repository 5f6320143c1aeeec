import { fieldError } from '../../errors.js'
import { type GuardedHttp, RefusedUrlError } from '../../lib/guarded-http.js'

/**
 * Checks that a URL is one that this service may post to.
 * @throws ApiError `invalid_request` naming `field` and the reason.
 */
export async function vetEndpoint(http: Pick<GuardedHttp, 'vet'>, field: string, url: string): Promise<void> {
  try {
    await http.vet(url)
  } catch (error) {
    if (!(error instanceof RefusedUrlError)) throw error
    throw fieldError('invalid_request', field, error.reason)
  }
}
