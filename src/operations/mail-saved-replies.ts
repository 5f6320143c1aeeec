import { ById, Nothing, PageRequest } from '../contract/fields.js'
import {
  NewSavedReply,
  RenderedReply,
  RenderSavedReply,
  SavedReply,
  SavedReplyChanges,
  SavedReplyPage,
} from '../contract/mail-saved-replies.js'
import { hasMailApp, thread } from './mail-threads.js'
import { del, get, operation, post, put } from './operation.js'
import { answerPage } from './page.js'

const created_at = '2026-11-21T08:30:00.000Z'

const reply = {
  id: 'reply_01kajqy9e1g3j5m7p9r1t3v5x7',
  name: 'On its way',
  subject: null,
  body_html: null,
  body_text: 'Hello {{ first_name | default: name }},\n\nyour order is on its way.',
  created_at,
  updated_at: created_at,
}

const common = { scope: 'read', enabled: hasMailApp } as const

export const createSavedReply = operation({
  ...common,
  name: 'mail.savedReplies.create',
  kind: 'mutation',
  rest: post('/v1/mail/saved-replies', { status: 201 }),
  summary: 'Saves a reply with variables, in the language of templates.',
  errors: ['saved_reply_exists', 'too_many_saved_replies', 'invalid_template', 'overloaded'],
  input: NewSavedReply,
  output: SavedReply,
  examples: [{ summary: 'An answer as text', input: { name: reply.name, body_text: reply.body_text }, output: reply }],
  run: ({ caller, services }, given) => services.savedReplies.create(caller.accountId, given),
})

export const listSavedReplies = operation({
  ...common,
  name: 'mail.savedReplies.list',
  forBoundKeys: true,
  kind: 'query',
  rest: get('/v1/mail/saved-replies'),
  summary: 'Lists saved replies by name.',
  errors: [],
  input: PageRequest,
  output: SavedReplyPage,
  examples: [
    { summary: 'All saved replies', input: { limit: 50 }, output: { saved_replies: [reply], next_cursor: null } },
  ],
  run: ({ caller, services }, page) => answerPage('saved_replies', services.savedReplies.list(caller.accountId, page)),
})

export const getSavedReply = operation({
  ...common,
  name: 'mail.savedReplies.get',
  forBoundKeys: true,
  kind: 'query',
  rest: get('/v1/mail/saved-replies/:id'),
  summary: 'Gets one saved reply.',
  errors: ['not_found'],
  input: ById,
  output: SavedReply,
  examples: [{ summary: 'A saved reply', input: { id: reply.id }, output: reply }],
  run: ({ caller, services }, { id }) => services.savedReplies.get(caller.accountId, id),
})

export const updateSavedReply = operation({
  ...common,
  name: 'mail.savedReplies.update',
  kind: 'mutation',
  rest: put('/v1/mail/saved-replies/:id'),
  summary: 'Changes the given fields of a saved reply.',
  errors: ['not_found', 'saved_reply_exists', 'invalid_template', 'overloaded'],
  input: SavedReplyChanges,
  output: SavedReply,
  examples: [
    {
      summary: 'With a subject',
      input: { id: reply.id, subject: 'Your order is on its way' },
      output: { ...reply, subject: 'Your order is on its way', updated_at: '2026-11-21T09:40:00.000Z' },
    },
  ],
  run: ({ caller, services }, given) => services.savedReplies.update(caller.accountId, given),
})

export const deleteSavedReply = operation({
  ...common,
  name: 'mail.savedReplies.delete',
  kind: 'mutation',
  rest: del('/v1/mail/saved-replies/:id', { status: 204 }),
  summary: 'Deletes a saved reply.',
  errors: ['not_found'],
  input: ById,
  output: Nothing,
  examples: [{ summary: 'An answer that nobody needs', input: { id: reply.id }, output: null }],
  run: async ({ caller, services }, { id }) => {
    await services.savedReplies.delete(caller.accountId, id)
    return null
  },
})

export const renderSavedReply = operation({
  ...common,
  name: 'mail.savedReplies.render',
  forBoundKeys: true,
  kind: 'query',
  rest: post('/v1/mail/saved-replies/:id/render'),
  summary: 'Renders a saved reply for a thread, without sending.',
  errors: ['not_found', 'template_error', 'overloaded'],
  input: RenderSavedReply,
  output: RenderedReply,
  examples: [
    {
      summary: 'For the sender of a thread',
      input: { id: reply.id, thread_id: thread.id },
      output: { subject: null, body_html: null, body_text: 'Hello Ada,\n\nyour order is on its way.' },
    },
  ],
  run: ({ caller, services }, given) => services.savedReplies.render(caller, given),
})
