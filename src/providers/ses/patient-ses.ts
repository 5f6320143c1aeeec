import { type AskSes, withThrottleRetries } from './ask-ses.js'
import { SesApi, type SesOptions } from './ses-api.js'

/** How long a call waits for its turn while SES throttles, in ms. */
const PATIENCE_MS = 120_000

/** Makes requests to the SES of a region, each of which waits for its turn: for reading all that an account has there. */
export function openPatientSes(options: SesOptions): AskSes {
  const api = new SesApi(options)
  return async (request) => {
    const ask = withThrottleRetries(await api.client(), { patienceMs: PATIENCE_MS, random: Math.random })
    return ask(request)
  }
}
