import type { Unsupported } from '../common/api.js'

const SENDERS = 'An address of a verified domain can send without being confirmed: POST /v1/domains.'
const SERVERS = 'An account corresponds to a server. Its keys are at /v1/keys.'
const STREAMS = 'The streams are outbound, broadcast and inbound, and cannot be changed.'
const DKIM = 'Delete the domain and add it again for new keys.'
const CLIENTS = 'The programs and places of people are not recorded.'

/** What the SDKs can call and this adapter does not answer. Some paths have other capitals in the SDK for Python. */
export const unsupported: readonly Unsupported[] = [
  { path: '/email/bulk', instead: 'Use POST /email/batch, or a broadcast: POST /v1/broadcasts.' },
  { path: '/deliverystats', instead: 'Use GET /v1/stats.' },
  { path: '/deliveryStats', instead: 'Use GET /v1/stats.' },
  { path: '/bounces/:id/dump', instead: 'The events of GET /v1/messages/:id have the report.' },
  { path: '/server', instead: SERVERS },
  { path: '/servers', instead: SERVERS },
  { path: '/messages/outbound/:id/dump', instead: 'Use GET /v1/messages/:id/content.' },
  { path: '/messages/inbound/:id/bypass', instead: 'Nothing is blocked: GET /v1/inbound has all mail that came in.' },
  { path: '/messages/inbound/:id/retry', instead: 'Use POST /v1/webhooks/:id/deliveries/:delivery_id/redeliver.' },
  { path: '/messages/outbound/opens', instead: 'Ask for those of a message, or use GET /v1/stats.' },
  { path: '/messages/outbound/clicks', instead: 'Ask for those of a message, or use GET /v1/stats.' },
  { path: '/stats/outbound/tracked', instead: 'Use GET /v1/stats.' },
  { path: '/stats/outbound/opens/platforms', instead: CLIENTS },
  { path: '/stats/outbound/opens/emailClients', instead: CLIENTS },
  { path: '/stats/outbound/opens/emailclients', instead: CLIENTS },
  { path: '/stats/outbound/opens/readTimes', instead: CLIENTS },
  { path: '/stats/outbound/clicks/browserFamilies', instead: CLIENTS },
  { path: '/stats/outbound/clicks/browserfamilies', instead: CLIENTS },
  { path: '/stats/outbound/clicks/platforms', instead: CLIENTS },
  { path: '/stats/outbound/clicks/location', instead: CLIENTS },
  { path: '/triggers', instead: 'Block senders in the mail app: /v1/mail/blocked-senders.' },
  { path: '/message-streams', methods: ['POST', 'PATCH'], instead: STREAMS },
  { path: '/domains/:id', methods: ['PUT'], instead: 'The subdomain of envelope senders is made from the name.' },
  { path: '/domains/:id/rotateDKIM', instead: DKIM },
  { path: '/domains/:id/rotatedkim', instead: DKIM },
  { path: '/senders', instead: SENDERS },
  { path: '/templates/push', instead: 'Copy templates with GET and POST /v1/templates.' },
  { path: '/data-removals', methods: ['GET'], instead: 'A removal is done when POST /data-removals answers.' },
]
