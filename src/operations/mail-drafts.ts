import { ById, Nothing } from '../contract/fields.js'
import { AcceptedMail } from '../contract/mail-compose.js'
import { DraftChanges, DraftFilter, MailDraft, MailDraftPage, NewDraft, SendDraft } from '../contract/mail-drafts.js'
import { compose } from './mail-compose.js'
import { hasMailApp } from './mail-threads.js'
import { del, get, OWN_RECORD, operation, post, put, READER_STATE } from './operation.js'
import { answerPage } from './page.js'

const threadId = 'thr_01kajqz3m5p7r9t1v3x5z7b9d1'
const summary = {
  id: 'drf_01kajr6a8c0e2g4j6m8p0r2t4v',
  kind: 'reply' as const,
  thread_id: threadId,
  inbox_id: null,
  status: 'draft' as const,
  revision: 1,
  from: null,
  to: [],
  cc: [],
  bcc: [],
  subject: null,
  message_id: null,
  created_at: '2026-11-21T09:30:00.000Z',
  updated_at: '2026-11-21T09:30:00.000Z',
}
const draft = { ...summary, body_text: 'It is on its', body_html: null, attachments: [], signature: false }
const begun = {
  ...{ ...draft, kind: 'new' as const, thread_id: null, to: ['ada@example.com'], subject: 'Your order' },
  body_text: null,
}

/** With drafts, every pause in typing would have an entry in the audit log. */
const change = { kind: 'mutation', scope: 'read', enabled: hasMailApp, unaudited: READER_STATE } as const
const look = { kind: 'query', scope: 'read', enabled: hasMailApp } as const

export const createDraft = operation({
  ...change,
  name: 'mail.drafts.create',
  forBoundKeys: true,
  rest: post('/v1/mail/drafts', { status: 201 }),
  summary: 'Creates a draft: a new mail, or an answer to a thread. It may be incomplete.',
  errors: ['too_many_drafts', 'bound_key', 'payload_too_large'],
  body: 'mail',
  input: NewDraft,
  output: MailDraft,
  examples: [
    { summary: 'A mail that is begun', input: { to: 'ada@example.com', subject: 'Your order' }, output: begun },
    { summary: 'An answer', input: { thread_id: threadId, body_text: 'It is on its' }, output: draft },
  ],
  run: ({ caller, services }, given) => services.mailDrafts.create(caller, given),
})

export const listDrafts = operation({
  ...look,
  name: 'mail.drafts.list',
  forBoundKeys: true,
  rest: get('/v1/mail/drafts'),
  summary: 'Lists drafts that are not sent, newest first, without bodies and files.',
  errors: [],
  input: DraftFilter,
  output: MailDraftPage,
  examples: [
    {
      summary: 'Answers to a thread',
      input: { thread_id: threadId, limit: 50 },
      output: { drafts: [summary], next_cursor: null },
    },
  ],
  run: ({ caller, services }, filter) => answerPage('drafts', services.mailDrafts.list(caller, filter)),
})

export const getDraft = operation({
  ...look,
  name: 'mail.drafts.get',
  forBoundKeys: true,
  rest: get('/v1/mail/drafts/:id'),
  summary: 'Gets one draft with its bodies.',
  errors: ['not_found'],
  input: ById,
  output: MailDraft,
  examples: [{ summary: 'An answer', input: { id: draft.id }, output: draft }],
  run: ({ caller, services }, { id }) => services.mailDrafts.get(caller, id),
})

export const updateDraft = operation({
  ...change,
  name: 'mail.drafts.update',
  forBoundKeys: true,
  rest: put('/v1/mail/drafts/:id'),
  summary: 'Changes the given fields of a draft. Empty texts and lists clear a field.',
  errors: ['not_found', 'draft_changed', 'wrong_status', 'bound_key', 'payload_too_large', 'overloaded'],
  body: 'mail',
  input: DraftChanges,
  output: MailDraft,
  examples: [
    {
      summary: 'More of the text',
      input: { id: draft.id, revision: 1, body_text: 'It is on its way.' },
      output: { ...draft, revision: 2, body_text: 'It is on its way.' },
    },
  ],
  run: ({ caller, services }, changes) => services.mailDrafts.update(caller, changes),
})

export const deleteDraft = operation({
  ...change,
  name: 'mail.drafts.delete',
  forBoundKeys: true,
  rest: del('/v1/mail/drafts/:id', { status: 204 }),
  summary: 'Deletes a draft that is not sent.',
  errors: ['not_found', 'wrong_status', 'overloaded'],
  input: ById,
  output: Nothing,
  examples: [{ summary: 'A draft that nobody needs', input: { id: draft.id }, output: null }],
  run: async ({ caller, services }, { id }) => {
    await services.mailDrafts.delete(caller, id)
    return null
  },
})

export const sendDraft = operation({
  kind: 'mutation',
  scope: 'send',
  sends: 'draft',
  // What a model has read may have changed since.
  fromModels: ['revision'],
  enabled: hasMailApp,
  unaudited: OWN_RECORD,
  name: 'mail.drafts.send',
  forBoundKeys: true,
  rest: post('/v1/mail/drafts/:id/send', { status: 201 }),
  summary: 'Sends a draft, once: a repeated request gets the first response again.',
  errors: ['not_found', 'draft_changed', ...compose.errors],
  input: SendDraft,
  output: AcceptedMail,
  examples: [
    {
      summary: 'At once',
      input: { id: draft.id, revision: 2 },
      output: {
        id: 'msg_01kajr4f6h8k0m2p4r6t8v0x2z',
        status: 'queued',
        channel: 'email',
        idempotency_key: `draft-${draft.id}`,
        created_at: '2026-11-21T09:31:00.000Z',
        undo_until: null,
      },
    },
  ],
  run: ({ caller, services, facts }, given) =>
    services.draftSender.send(caller, given, {
      approved: facts.approved,
      onReplay: () => {
        facts.replayed = true
      },
    }),
})
