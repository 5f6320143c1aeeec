import { ApiError } from '../../errors.js'
import type { CompatApi } from '../common/api.js'
import { bounces } from './bounces.js'
import { dataRemovals } from './data-removals.js'
import { domains } from './domains.js'
import { emails } from './emails.js'
import { answerError } from './errors.js'
import { inbound } from './inbound.js'
import { outbound } from './outbound.js'
import { stats } from './stats.js'
import { streams } from './streams.js'
import { suppressions } from './suppressions.js'
import { templates } from './templates.js'
import { unsupported } from './unsupported.js'
import { webhooks } from './webhooks.js'

/** At Postmark it accepts mail of anybody, and sends none. */
const TEST_TOKEN = 'POSTMARK_API_TEST'
const TOKENS = ['x-postmark-server-token', 'x-postmark-account-token']

/** Postmark, as version 5 of its Node.js SDK calls it. */
export const postmark: CompatApi = {
  authorizationOf: ({ headers }) => {
    const token = TOKENS.map((name) => headers[name]).find((value) => typeof value === 'string')
    if (token === TEST_TOKEN) {
      throw new ApiError('unauthorized', `${TEST_TOKEN} belongs to no account here. Use a test key (sk_test_…).`)
    }
    return token === undefined ? undefined : `Bearer ${token}`
  },
  answerError,
  hasAnyCapitals: true,
  routes: [
    ...emails,
    ...outbound,
    ...inbound,
    ...bounces,
    ...templates,
    ...suppressions,
    ...domains,
    ...webhooks,
    ...stats,
    ...streams,
    ...dataRemovals,
  ],
  unsupported,
}
