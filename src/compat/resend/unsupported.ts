import type { Unsupported } from '../common/api.js'

/** What the SDK can call and this adapter does not answer. */
export const unsupported: readonly Unsupported[] = [
  { path: '/emails/:id', methods: ['PATCH'], instead: 'Cancel the mail, and send it again at another time.' },
  { path: '/emails/:id/share', instead: 'Use GET /v1/messages/:id/content.' },
  { path: '/emails/metrics', instead: 'Use GET /v1/stats.' },
  { path: '/api-keys/:id', methods: ['PATCH'], instead: 'A key keeps its name and scope: make another one.' },
  { path: '/automations', instead: 'React to webhooks in your own program.' },
  { path: '/broadcasts/:id/duplicate', instead: 'Get it, and create a copy.' },
  { path: '/contact-properties', instead: 'The attributes of contacts need no declaration.' },
  { path: '/contacts/imports', instead: 'Use POST /v1/contacts/import/file.' },
  {
    path: '/domains/claim',
    instead: 'A domain belongs to the account that verifies it: add it, and publish its records.',
  },
  {
    path: '/domains/:id/claim',
    instead: 'A domain belongs to the account that verifies it: add it, and publish its records.',
  },
  { path: '/events', instead: 'React to webhooks in your own program.' },
  { path: '/inboxes', instead: 'Use the mail app: /v1/mail.' },
  { path: '/logs', instead: 'Use GET /v1/audit-log, and the log of the server.' },
  { path: '/oauth', instead: 'Use keys: /v1/keys.' },
  { path: '/templates/:id/duplicate', instead: 'Get it, and create a copy.' },
  { path: '/usage', instead: 'Use GET /v1/usage.' },
]
