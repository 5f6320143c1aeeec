import { AccountClient, ServerClient } from 'postmark'
import { inboundDomain } from '../../support/inbound-domain.js'
import { testMethods } from '../support/test-methods.js'
import { methods } from './methods.js'
import { DOMAIN, type Postmark } from './sdk.js'

const ownNames = (client: { prototype: object }) =>
  Object.getOwnPropertyNames(client.prototype).filter((name) => name !== 'constructor')

testMethods<Postmark>({
  methods,
  connect: ({ url }, key) => {
    const options = { useHttps: false, requestHost: `${new URL(url).host}/compat/postmark` }
    return { server: new ServerClient(key, options), account: new AccountClient(key, options) }
  },
  prepare: ({ app, accountId }) => inboundDomain({ models: app.models, accountId }, DOMAIN),
  namesOf: () => [...ownNames(ServerClient), ...ownNames(AccountClient).map((name) => `account.${name}`)],
  statusOf: (error) => (error as { statusCode?: number }).statusCode,
})
