import type { Unsupported } from '../common/api.js'

const NOT_YET = 'Use the routes under /v1 with the same key:'

/** What the SDK can call and this adapter does not answer. */
export const unsupported: readonly Unsupported[] = [
  { path: '/emails/:id', methods: ['PATCH'], instead: 'Cancel the mail, and send it again at another time.' },
  { path: '/emails/:id/share', instead: 'Use GET /v1/messages/:id/content.' },
  { path: '/emails/:id/attachments', instead: 'Use GET /v1/messages/:id/attachments/:index.' },
  { path: '/emails/receiving', instead: 'Use GET /v1/inbound.' },
  { path: '/emails/metrics', instead: 'Use GET /v1/stats.' },
  { path: '/api-keys', instead: `${NOT_YET} /v1/keys.` },
  { path: '/audiences', instead: `${NOT_YET} /v1/contact-lists.` },
  { path: '/automations', instead: 'React to webhooks in a program of your own.' },
  { path: '/broadcasts', instead: `${NOT_YET} /v1/broadcasts.` },
  { path: '/contact-properties', instead: 'The attributes of contacts need no declaration.' },
  { path: '/contacts', instead: `${NOT_YET} /v1/contacts.` },
  { path: '/domains', instead: `${NOT_YET} /v1/domains.` },
  { path: '/events', instead: 'React to webhooks in a program of your own.' },
  { path: '/inboxes', instead: `${NOT_YET} /v1/mail.` },
  { path: '/logs', instead: 'Use GET /v1/audit-log.' },
  { path: '/oauth', instead: 'Use keys: /v1/keys.' },
  { path: '/segments', instead: `${NOT_YET} /v1/contact-lists.` },
  { path: '/suppressions', instead: `${NOT_YET} /v1/suppressions.` },
  { path: '/templates', instead: `${NOT_YET} /v1/templates.` },
  { path: '/topics', instead: 'A topic is a contact list with is_topic: /v1/contact-lists.' },
  { path: '/usage', instead: 'Use GET /v1/usage.' },
  { path: '/webhooks', instead: `${NOT_YET} /v1/webhooks.` },
]
