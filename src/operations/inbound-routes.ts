import { ById, Nothing, PageRequest } from '../contract/fields.js'
import {
  InboundRoute,
  InboundRouteChanges,
  InboundRoutePage,
  InboundRouteWithSecret,
  NewInboundRoute,
} from '../contract/inbound-routes.js'
import { standardSecretOf } from '../lib/http/webhook-signature.js'
import { hasInbound } from './inbound.js'
import { del, get, operation, post, put, SHOWS_A_SECRET } from './operation.js'
import { answerPage } from './page.js'

const route = {
  id: 'route_01kajqx0a2s4d6f8g0h2j4k6m8',
  domain: 'mail.example.com',
  match_prefix: 'support',
  destination_type: 'webhook' as const,
  forward_url: 'https://example.com/mail',
  forward_address: null,
  format: 'postline' as const,
  verification_key: null,
  active: true,
  test_mode: false,
  created_at: '2026-11-21T08:55:00.000Z',
}
const signing_secret = '5d1b'.repeat(16)
const withSecret = { ...route, signing_secret, standard_secret: standardSecretOf(signing_secret) }

export const createInboundRoute = operation({
  name: 'inbound.routes.create',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/inbound/routes', { status: 201 }),
  noTool: SHOWS_A_SECRET,
  summary: 'Forwards received mail to an endpoint or an address. The signing secret is shown only in this response.',
  errors: ['not_found', 'domain_not_ready', 'too_many_inbound_routes'],
  reachesAnyone: 'create an inbound route',
  enabled: hasInbound,
  input: NewInboundRoute,
  output: InboundRouteWithSecret,
  examples: [
    {
      summary: 'Mail to support… to an endpoint',
      input: {
        domain: route.domain,
        match_prefix: 'support',
        destination_type: 'webhook',
        forward_url: route.forward_url,
      },
      output: withSecret,
    },
    {
      summary: 'All mail to a handler that was written for Postmark',
      input: {
        domain: route.domain,
        destination_type: 'webhook',
        forward_url: route.forward_url,
        format: 'postmark',
      },
      output: { ...withSecret, match_prefix: '', format: 'postmark' },
    },
    {
      summary: 'All mail to an address',
      input: { domain: route.domain, destination_type: 'email', forward_address: 'ada@example.org' },
      output: {
        ...withSecret,
        match_prefix: '',
        destination_type: 'email',
        forward_url: null,
        forward_address: 'ada@example.org',
      },
    },
  ],
  run: ({ caller, services }, input) => services.inboundRoutes.create(caller, input),
})

export const listInboundRoutes = operation({
  name: 'inbound.routes.list',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/inbound/routes'),
  summary: 'Lists the routes of received mail, newest first.',
  errors: ['not_found'],
  enabled: hasInbound,
  input: PageRequest,
  output: InboundRoutePage,
  examples: [{ summary: 'All routes', input: { limit: 50 }, output: { routes: [route], next_cursor: null } }],
  run: ({ caller, services }, page) => answerPage('routes', services.inboundRoutes.list(caller.accountId, page)),
})

export const getInboundRoute = operation({
  name: 'inbound.routes.get',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/inbound/routes/:id'),
  summary: 'Gets one route of received mail.',
  errors: ['not_found'],
  enabled: hasInbound,
  input: ById,
  output: InboundRoute,
  examples: [{ summary: 'A route', input: { id: route.id }, output: route }],
  run: ({ caller, services }, { id }) => services.inboundRoutes.get(caller.accountId, id),
})

export const updateInboundRoute = operation({
  name: 'inbound.routes.update',
  kind: 'mutation',
  scope: 'admin',
  rest: put('/v1/inbound/routes/:id'),
  summary: 'Changes the given fields of a route, or stops and resumes it.',
  errors: ['not_found'],
  reachesAnyone: 'change an inbound route',
  sends: 'stored',
  enabled: hasInbound,
  input: InboundRouteChanges,
  output: InboundRoute,
  examples: [{ summary: 'Stop', input: { id: route.id, active: false }, output: { ...route, active: false } }],
  run: ({ caller, services }, { id, ...changes }) => services.inboundRoutes.update(caller, id, changes),
})

export const rotateInboundRouteSecret = operation({
  name: 'inbound.routes.rotateSecret',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/inbound/routes/:id/rotate-secret'),
  noTool: SHOWS_A_SECRET,
  summary: 'Creates a new signing secret for a route, shown only in this response.',
  errors: ['not_found'],
  enabled: hasInbound,
  input: ById,
  output: InboundRouteWithSecret,
  examples: [{ summary: 'A new secret', input: { id: route.id }, output: withSecret }],
  run: ({ caller, services }, { id }) => services.inboundRoutes.rotateSecret(caller, id),
})

export const deleteInboundRoute = operation({
  name: 'inbound.routes.delete',
  kind: 'mutation',
  scope: 'admin',
  rest: del('/v1/inbound/routes/:id', { status: 204 }),
  summary: 'Deletes a route and stops its retries.',
  errors: ['not_found'],
  enabled: hasInbound,
  input: ById,
  output: Nothing,
  examples: [{ summary: 'A route', input: { id: route.id }, output: null }],
  run: async ({ caller, services }, { id }) => {
    await services.inboundRoutes.delete(caller, id)
    return null
  },
})
