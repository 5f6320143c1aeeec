import { operatorOf } from '../../src/services/caller.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { call, type TestApp } from '../support/start-app.js'

/** The domain of that account, which is verified and receives mail. */
export const MAILBOX_DOMAIN = 'mailbox.acme.test'

/** Operations that need a domain that receives mail. With one, an account is no sandbox any more. */
const NEEDS_MAILBOX = /^(inbound|mail)\.|^domains\.(setInbound$|dmarc|tls)/

/** The account for the cases of an operation: those that receive mail have one of their own. */
export async function accountsForCases(app: TestApp): Promise<(operation: string) => TestApp> {
  const { account_id: accountId, key: adminKey } = await app.app.services.accounts.create('mailbox@postline.test')
  await inboundDomain({ models: app.app.models, accountId }, MAILBOX_DOMAIN)
  const key: TestApp['key'] = async (scope, testMode = false) =>
    (await app.app.services.apiKeys.create(operatorOf(accountId), { scope, test_mode: testMode })).key
  const mailbox: TestApp = {
    ...app,
    accountId,
    adminKey,
    ownerEmail: 'mailbox@postline.test',
    key,
    testKey: () => key('admin', true),
    call: (method, path, options) => call(app.url, method, path, { key: adminKey, ...options }),
  }
  return (operation) => (NEEDS_MAILBOX.test(operation) ? mailbox : app)
}
