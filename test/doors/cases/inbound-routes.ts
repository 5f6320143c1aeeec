import { fillQuota } from '../../support/fill-quota.js'
import type { TestApp } from '../../support/start-app.js'
import { type ErrorCase, post, type SuccessCase } from '../case.js'
import { MAILBOX_DOMAIN } from '../mailbox-account.js'
import { forbidden, invalid, unknownCursor, unknownId } from '../refusals.js'

const UNKNOWN = 'route_00000000000000000000000000'
const SANDBOX = 'sandbox.postline.localhost'
const endpoint = { destination_type: 'webhook', forward_url: 'http://127.0.0.1:1029/mail' }
const address = { destination_type: 'email', forward_address: 'ada@example.org' }

const onDomain = (destination: object) => ({ domain: MAILBOX_DOMAIN, ...destination })

const aRoute = async (app: TestApp, destination: object = endpoint) => ({
  id: (await post(app, '/v1/inbound/routes', onDomain(destination))).id as string,
})

export const successes: readonly SuccessCase[] = [
  { operation: 'inbound.routes.create', input: () => onDomain({ ...endpoint, match_prefix: 'Support' }) },
  { operation: 'inbound.routes.create', input: () => onDomain(address) },
  { operation: 'inbound.routes.create', input: () => onDomain({ ...endpoint, format: 'sendgrid' }) },
  { operation: 'inbound.routes.list', input: async (app) => ({ ...((await aRoute(app)) && {}), limit: 1 }) },
  { operation: 'inbound.routes.get', input: (app) => aRoute(app) },
  { operation: 'inbound.routes.update', input: async (app) => ({ ...(await aRoute(app)), active: false }) },
  { operation: 'inbound.routes.update', input: async (app) => ({ ...(await aRoute(app)), ...address }) },
  { operation: 'inbound.routes.update', input: async (app) => ({ ...(await aRoute(app)), format: 'mailgun' }) },
  { operation: 'inbound.routes.rotateSecret', input: (app) => aRoute(app) },
  { operation: 'inbound.routes.delete', input: (app) => aRoute(app) },
]

const refused = (title: string, field: string, input: Record<string, unknown>): ErrorCase => ({
  title,
  operation: 'inbound.routes.create',
  input: onDomain(input),
  code: 'invalid_request',
  field,
})

async function aDomain(app: TestApp, domain: string): Promise<string> {
  await app.call('POST', '/v1/domains', { body: { domain } })
  return domain
}

export const errors: readonly ErrorCase[] = [
  invalid('inbound.routes.create', 'domain', 'no domain', endpoint),
  unknownId('inbound.routes.create', { domain: 'unknown.acme.test', ...endpoint }),
  {
    title: 'a domain that is not verified',
    operation: 'inbound.routes.create',
    input: async (app) => ({ domain: await aDomain(app, 'unfinished.inbox.acme.com'), ...endpoint }),
    code: 'domain_not_ready',
  },
  {
    title: 'a domain that receives no mail',
    operation: 'inbound.routes.create',
    input: async (app) => {
      const domain = await aDomain(app, 'silent.acme.test')
      await app.call('POST', `/v1/domains/${domain}/verify`)
      return { domain, ...endpoint }
    },
    code: 'domain_not_ready',
  },
  {
    title: 'the built-in domain',
    operation: 'inbound.routes.create',
    input: { domain: SANDBOX, ...endpoint },
    code: 'domain_not_ready',
  },
  refused('no type', 'destination_type', {}),
  refused('an unknown type', 'destination_type', { destination_type: 'fax' }),
  refused('a webhook route without a URL', 'forward_url', { destination_type: 'webhook' }),
  refused('a private endpoint', 'forward_url', { ...endpoint, forward_url: 'https://10.0.0.1/mail' }),
  refused('an email route without an address', 'forward_address', { destination_type: 'email' }),
  refused('an invalid address', 'forward_address', { ...address, forward_address: 'nobody' }),
  refused('an address for a webhook route', 'forward_address', { ...endpoint, forward_address: 'ada@example.org' }),
  refused('a URL for an email route', 'forward_url', { ...address, forward_url: endpoint.forward_url }),
  refused('an unknown format', 'format', { ...endpoint, format: 'fax' }),
  refused('a format for an email route', 'format', { ...address, format: 'postmark' }),
  refused('a prefix with an @', 'match_prefix', { ...endpoint, match_prefix: 'a@b' }),
  refused('an endless prefix', 'match_prefix', { ...endpoint, match_prefix: 'a'.repeat(65) }),
  forbidden('inbound.routes.create', 'read', { domain: 'inbox.acme.test', ...endpoint }),
  {
    title: 'as many routes as the plan allows',
    operation: 'inbound.routes.create',
    key: 'full',
    input: async (app) => {
      const domain = 'n0.full.acme.com'
      await app.app.models.domains.updateOne({ name: domain }, { fully_verified: true, inbound_enabled: true })
      await fillQuota(app, 'full@postline.test', 'inbound_routes')
      return { domain, ...endpoint }
    },
    code: 'too_many_inbound_routes',
  },
  unknownCursor('inbound.routes.list'),
  forbidden('inbound.routes.list', 'send'),
  unknownId('inbound.routes.get', { id: UNKNOWN }),
  unknownId('inbound.routes.update', { id: UNKNOWN, active: false }),
  invalid('inbound.routes.update', 'active', 'an invalid state', { id: UNKNOWN, active: 'maybe' }),
  {
    title: 'a webhook route without a URL',
    operation: 'inbound.routes.update',
    input: async (app) => ({ ...(await aRoute(app, address)), destination_type: 'webhook' }),
    code: 'invalid_request',
    field: 'forward_url',
  },
  {
    title: 'a URL for an email route',
    operation: 'inbound.routes.update',
    input: async (app) => ({ ...(await aRoute(app, address)), forward_url: 'https://example.com/mail' }),
    code: 'invalid_request',
    field: 'forward_url',
  },
  {
    title: 'a format for an email route',
    operation: 'inbound.routes.update',
    input: async (app) => ({ ...(await aRoute(app, address)), format: 'postmark' }),
    code: 'invalid_request',
    field: 'format',
  },
  {
    title: 'an address for a webhook route',
    operation: 'inbound.routes.update',
    input: async (app) => ({ ...(await aRoute(app)), forward_address: 'ada@example.com' }),
    code: 'invalid_request',
    field: 'forward_address',
  },
  forbidden('inbound.routes.update', 'read', { id: UNKNOWN, active: false }),
  unknownId('inbound.routes.rotateSecret', { id: UNKNOWN }),
  forbidden('inbound.routes.rotateSecret', 'read', { id: UNKNOWN }),
  unknownId('inbound.routes.delete', { id: UNKNOWN }),
  forbidden('inbound.routes.delete', 'read', { id: UNKNOWN }),
]
