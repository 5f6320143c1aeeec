import MailgunSdk from 'mailgun.js'
import { inboundDomain } from '../../support/inbound-domain.js'
import { methodNames, testMethods } from '../support/test-methods.js'
import { methods } from './methods.js'
import { DOMAIN, type Mailgun } from './sdk.js'

/** What the SDK does before and after a request, which it does not hide. */
const STEPS =
  /(^|\.)(parse|prepare|handle|convert|getModel|checkAndUpdateData|isValidIp|validate(Query|$)|updateUrlAndQuery|requestListWithPages|createWhiteList|createUnsubscribe|set?Subaccount|resetSubaccount)/

const NO_CALLS = [
  ...['request', 'setSubaccount', 'resetSubaccount', 'domains.domainTags.logger', 'suppressions.models'],
  ...['validate.multipleValidation.attachmentsHandler', 'accountManagement.allowedKeysAF'],
]

testMethods<Mailgun>({
  methods,
  connect: ({ url }, key) => new MailgunSdk(FormData).client({ username: 'api', key, url: `${url}/compat/mailgun` }),
  prepare: ({ app, accountId }) => inboundDomain({ models: app.models, accountId }, DOMAIN),
  namesOf: (sdk) =>
    methodNames(sdk, NO_CALLS).filter(
      (name) => !STEPS.test(name) || name === 'lists.validate' || name === 'validate.get',
    ),
  statusOf: (error) => (error as { status?: number }).status,
})
