import { ById, Nothing, PageRequest } from '../contract/fields.js'
import { InboxChanges, MailInbox, MailInboxPage, NewInbox } from '../contract/mail-inboxes.js'
import { hasMailApp } from './mail-threads.js'
import { del, get, operation, post, put } from './operation.js'
import { answerPage } from './page.js'

const inbox = {
  id: 'inbox_01kajqy1a3c5e7g9j1m3p5r7t9',
  domain_id: 'dom_01kaj9h2k4m6p8r0t2v4x6z8b0',
  domain: 'shop.example',
  local_part: 'support',
  address: 'support@shop.example',
  name: 'Support',
  active: true,
  signature_html: null,
  signature_text: null,
  created_at: '2026-11-21T09:00:00.000Z',
  updated_at: '2026-11-21T09:00:00.000Z',
}

export const createInbox = operation({
  name: 'mail.inboxes.create',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/mail/inboxes', { status: 201 }),
  summary: 'Creates an inbox for an address of a domain that receives mail. Other addresses receive mail as before.',
  errors: ['not_found', 'inbox_exists', 'domain_not_ready', 'too_many_inboxes'],
  enabled: hasMailApp,
  input: NewInbox,
  output: MailInbox,
  examples: [
    { summary: 'By its address', input: { address: inbox.address, name: inbox.name }, output: inbox },
    {
      summary: 'By domain and local part',
      input: { domain: 'shop.example', local_part: 'support' },
      output: { ...inbox, name: null },
    },
  ],
  run: ({ caller, services }, given) => services.inboxes.create(caller.accountId, given),
})

export const listInboxes = operation({
  name: 'mail.inboxes.list',
  forBoundKeys: true,
  kind: 'query',
  scope: 'read',
  rest: get('/v1/mail/inboxes'),
  summary: 'Lists inboxes, newest first.',
  errors: [],
  enabled: hasMailApp,
  input: PageRequest,
  output: MailInboxPage,
  examples: [{ summary: 'All inboxes', input: { limit: 50 }, output: { inboxes: [inbox], next_cursor: null } }],
  run: ({ caller, services }, page) => answerPage('inboxes', services.inboxes.list(caller, page)),
})

export const updateInbox = operation({
  name: 'mail.inboxes.update',
  kind: 'mutation',
  scope: 'admin',
  rest: put('/v1/mail/inboxes/:id'),
  summary: 'Changes the given fields of an inbox: its name and its signature.',
  errors: ['not_found'],
  enabled: hasMailApp,
  input: InboxChanges,
  output: MailInbox,
  examples: [
    {
      summary: 'A signature',
      input: { id: inbox.id, signature_text: 'Your team at Shop' },
      output: { ...inbox, signature_text: 'Your team at Shop', updated_at: '2026-11-21T10:00:00.000Z' },
    },
  ],
  run: ({ caller, services }, given) => services.inboxes.update(caller.accountId, given),
})

export const deleteInbox = operation({
  name: 'mail.inboxes.delete',
  kind: 'mutation',
  scope: 'admin',
  rest: del('/v1/mail/inboxes/:id', { status: 204 }),
  summary: 'Deletes an inbox. Its mail keeps its recipient and its thread.',
  errors: ['not_found'],
  enabled: hasMailApp,
  input: ById,
  output: Nothing,
  examples: [{ summary: 'An inbox that nobody needs', input: { id: inbox.id }, output: null }],
  run: async ({ caller, services }, { id }) => {
    await services.inboxes.delete(caller.accountId, id)
    return null
  },
})
