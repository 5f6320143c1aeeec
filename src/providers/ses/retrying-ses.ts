import { type AskSes, withThrottleRetries } from './ask-ses.js'
import { SesApi, type SesOptions } from './ses-api.js'

/** How long a throttled request is retried, in ms. */
const RETRY_FOR_MS = 120_000

/** Makes requests to the SES of a region, and retries for long what SES throttles: for reading all that an AWS account has there. */
export function openRetryingSes(options: SesOptions): AskSes {
  const api = new SesApi(options)
  return async (request) => {
    const ask = withThrottleRetries(await api.client(), { retryForMs: RETRY_FOR_MS, random: Math.random })
    return ask(request)
  }
}
