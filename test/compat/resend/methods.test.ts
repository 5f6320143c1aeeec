import { Resend } from 'resend'
import { inboundDomain } from '../../support/inbound-domain.js'
import { methodNames, testMethods } from '../support/test-methods.js'
import { DOMAIN, methods } from './methods.js'

/** How the SDK makes requests, and its first part, under which it has all others as well. */
const NO_CALLS = ['headers', 'logError', 'fetchRequest', 'post', 'get', 'put', 'patch', 'delete']
/** Steps of methods that are named: the SDK calls them itself. */
const STEPS = ['emails.receiving.downloadRaw']

testMethods<Resend>({
  methods,
  connect: ({ url }, key) => new Resend(key, { baseUrl: `${url}/compat/resend` }),
  prepare: ({ app, accountId }) => inboundDomain({ models: app.models, accountId }, DOMAIN),
  namesOf: (sdk) => methodNames(sdk, [...NO_CALLS, ...STEPS]),
  statusOf: (outcome) => (outcome as { error?: { statusCode?: number } }).error?.statusCode,
})
