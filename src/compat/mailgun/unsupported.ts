import type { Unsupported } from '../common/api.js'

const IPS = 'Addresses of servers are chosen by the provider of the deployment.'
const LISTS = 'Use contact lists: /v1/contact-lists.'
const DKIM = 'Keys are made with the domain; PUT /v1/domains/:domain/ed25519 adds one.'

/** What the SDK can call and this adapter does not answer. */
export const unsupported: readonly Unsupported[] = [
  { path: '/v3/:domain/stats', instead: 'Numbers are those of the account: /v3/stats/total.' },
  { path: '/v3/:domain/whitelists', instead: 'Nothing is suppressed by a list that you could make exceptions from.' },
  { path: '/v3/:domain/bounces', methods: ['DELETE'], instead: 'Remove each address.' },
  { path: '/v3/:domain/complaints', methods: ['DELETE'], instead: 'Remove each address.' },
  { path: '/v3/:domain/unsubscribes', methods: ['DELETE'], instead: 'Remove each address.' },
  { path: '/v3/:domain/templates', methods: ['DELETE'], instead: 'Delete each template.' },
  {
    path: '/v3/:domain/templates/:name/versions',
    methods: ['PUT', 'DELETE'],
    instead: 'Versions stay as they are: make a new one, which becomes the active one.',
  },
  { path: '/v3/:domain/tags', instead: 'Use GET /v1/stats with group_by=tag.' },
  { path: '/v3/:domain/tag', instead: 'Use GET /v1/stats with group_by=tag.' },
  {
    path: '/v3/domains/:domain/webhooks/:id/test',
    instead: 'Use POST /v1/webhooks/:id/test.',
  },
  { path: '/v3/domains/:domain/credentials', instead: 'Use keys: /v1/keys. They are the passwords of SMTP, too.' },
  { path: '/v3/domains/:domain/messages', instead: 'Use GET /v1/inbound/:id, or GET /v1/messages/:id/content.' },
  { path: '/v3/domains/:domain/sending_queues', instead: 'Use GET /v1/messages with status=queued.' },
  { path: '/v3/domains/:domain/ips', instead: IPS },
  { path: '/v3/domains/:domain/pool', instead: IPS },
  { path: '/v3/ips', instead: IPS },
  { path: '/v3/ip_pools', instead: IPS },
  { path: '/v3/routes/match', instead: 'Use GET /v1/inbound/routes: all that match forward mail.' },
  { path: '/v3/lists', instead: LISTS },
  {
    path: '/v3/domains',
    methods: ['PUT', 'PATCH'],
    instead: 'Tracking and TLS are chosen elsewhere: see /v1/domains.',
  },
  {
    path: '/v4/domains',
    methods: ['PUT', 'PATCH'],
    instead: 'Tracking and TLS are chosen elsewhere: see /v1/domains.',
  },
  { path: '/v4/address', instead: 'Use POST /v1/validate for each address.' },
  { path: '/v4/inbox', instead: 'Inbox placement tests are not available.' },
  { path: '/v4/domains/:domain/keys', instead: DKIM },
  { path: '/v1/dkim', instead: DKIM },
  { path: '/v1/dkim_management', instead: DKIM },
  { path: '/v1/keys', instead: 'Use /v1/keys of Postline, without the prefix of this API.' },
  { path: '/v1', instead: 'See /docs/api for what Postline has.' },
  { path: '/v2', instead: 'See /docs/api for what Postline has.' },
  { path: '/v3', instead: 'See /docs/api for what Postline has.' },
  { path: '/v4', instead: 'See /docs/api for what Postline has.' },
  { path: '/v5', instead: 'See /docs/api for what Postline has.' },
]
