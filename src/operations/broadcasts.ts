import { BroadcastLinks, RecipientFilter, RecipientPage } from '../contract/broadcast-recipients.js'
import {
  BroadcastChanges,
  BroadcastPreview,
  BroadcastPreviewRequest,
  BroadcastTest,
  NewBroadcast,
  NewBroadcastPreviewRequest,
} from '../contract/broadcast-requests.js'
import { Broadcast, BroadcastPage, BroadcastProgress } from '../contract/broadcasts.js'
import { ById, Nothing, PageRequest } from '../contract/fields.js'
import { SendResponse } from '../contract/messages.js'
import type { ErrorCode } from '../errors.js'
import { del, get, operation, post, put, type Tag } from './operation.js'
import { answerPage } from './page.js'

/** Its section of the documentation. */
export const tag: Tag = { title: 'Broadcasts', description: 'A mail to everybody in a list.' }

/** What a sender or a template refuses. */
const SENDER_ERRORS = [
  'account_suspended',
  'template_not_found',
  'from_required',
  'from_not_verified',
  'domain_not_verified',
  'no_verified_domain',
  'overloaded',
] as const satisfies ErrorCode[]

const id = 'bc_01kajs4m7q9v1b3d5f7h9k1n3p'
const listId = 'cl_01kajs2c4f6h8k0m2p4r6t8w0y'
const contactId = 'ct_01kajs0a2c4e6g8j0m2p4r6t8v'

const source = {
  subject: 'News for {{ first_name }}',
  body_html: '<p>Hello {{ first_name }},</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
}
const nothing = {
  ...{ total: 1200, queued: 0, sent: 0, delivered: 0, opened: 0, clicked: 0 },
  ...{ bounced: 0, complained: 0, failed: 0, suppressed: 0, unsubscribed: 0 },
}
const summary = {
  id,
  name: 'November news',
  list_id: listId,
  status: 'draft' as const,
  paused_reason: null,
  from_email: null,
  subject: source.subject,
  template_id: null,
  throttle_per_minute: 600,
  scheduled_at: null,
  started_at: null,
  finished_at: null,
  test_mode: false,
  counts: nothing,
  created_at: '2026-11-21T09:00:00.000Z',
  updated_at: '2026-11-21T09:00:00.000Z',
}
const draft = {
  ...summary,
  reply_to: [],
  body_html: source.body_html,
  body_text: null,
  tracking: { opens: false, clicks: false },
  revision: 0,
  failures: [],
}
const sending = {
  ...draft,
  status: 'sending' as const,
  started_at: '2026-11-21T09:05:00.000Z',
  updated_at: '2026-11-21T09:05:30.000Z',
  counts: { ...nothing, queued: 900, sent: 300, delivered: 280, opened: 12 },
}
const ended = '2026-11-21T09:06:00.000Z'
const canceled = {
  ...{ ...sending, status: 'canceled' as const, finished_at: ended, updated_at: ended },
  counts: { ...sending.counts, total: 310, queued: 10 },
}
const preview = {
  subject: 'News for Ada',
  body_html: '<p>Hello Ada,</p><p><a href="#unsubscribe">Unsubscribe</a></p>',
  body_text: null,
  contact_id: contactId,
  contacts_checked: 1000,
  warnings: [{ variable: 'frist_name', message: 'None of the 1,000 newest contacts of the list has it.' }],
  sending_warnings: [
    {
      code: 'over_spend_cap' as const,
      message:
        'The spend cap of $0.40 has room for 1,000 mails this month, and the list has 1,200 contacts. The broadcast pauses when the cap is reached.',
    },
  ],
}

export const createBroadcast = operation({
  name: 'broadcasts.create',
  kind: 'mutation',
  scope: 'admin',
  sends: 'stored',
  rest: post('/v1/broadcasts', { status: 201 }),
  summary: 'Creates a broadcast: a draft or, with `scheduled_at`, one that starts then.',
  errors: ['not_found', 'list_not_found', 'invalid_template', 'invalid_schedule', ...SENDER_ERRORS],
  body: 'template',
  input: NewBroadcast,
  output: Broadcast,
  examples: [
    {
      summary: 'A draft with its own body',
      input: { name: summary.name, list_id: listId, ...source, throttle_per_minute: 600 },
      output: draft,
    },
  ],
  run: ({ caller, services }, input) => services.broadcasts.create(caller, input),
})

export const listBroadcasts = operation({
  name: 'broadcasts.list',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/broadcasts'),
  summary: 'Lists broadcasts, newest first, without their bodies.',
  errors: [],
  input: PageRequest,
  output: BroadcastPage,
  examples: [{ summary: 'All broadcasts', input: { limit: 50 }, output: { broadcasts: [summary], next_cursor: null } }],
  run: ({ caller, services }, page) => answerPage('broadcasts', services.broadcasts.list(caller.accountId, page)),
})

export const getBroadcast = operation({
  name: 'broadcasts.get',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/broadcasts/:id'),
  summary: 'Gets one broadcast with its counts.',
  errors: ['not_found'],
  input: ById,
  output: Broadcast,
  examples: [{ summary: 'A broadcast that is being sent', input: { id }, output: sending }],
  run: ({ caller, services }, input) => services.broadcasts.get(caller.accountId, input.id),
})

export const updateBroadcast = operation({
  name: 'broadcasts.update',
  kind: 'mutation',
  scope: 'admin',
  sends: 'stored',
  rest: put('/v1/broadcasts/:id'),
  summary: 'Changes the given fields of a draft or, with `scheduled_at`, schedules it.',
  errors: [
    ...(['not_found', 'list_not_found', 'wrong_status', 'draft_changed', 'invalid_template'] as const),
    ...(['invalid_schedule', ...SENDER_ERRORS] as const),
  ],
  body: 'template',
  input: BroadcastChanges,
  output: Broadcast,
  examples: [
    {
      summary: 'Another subject, and no throttle',
      input: { id, revision: 0, subject: 'More news for {{ first_name }}', throttle_per_minute: null },
      output: { ...draft, revision: 1, subject: 'More news for {{ first_name }}', throttle_per_minute: null },
    },
  ],
  run: ({ caller, services }, input) => services.broadcasts.update(caller, input),
})

export const previewBroadcast = operation({
  name: 'broadcasts.preview',
  kind: 'query',
  scope: 'read',
  rest: post('/v1/broadcasts/:id/preview'),
  summary:
    'Renders the mail of a broadcast for a contact, without sending, and warns of variables that no contact has.',
  errors: [
    ...(['not_found', 'list_not_found', 'template_not_found', 'invalid_template'] as const),
    ...(['missing_variable', 'template_error', 'overloaded'] as const),
  ],
  body: 'template',
  input: BroadcastPreviewRequest,
  output: BroadcastPreview,
  examples: [
    {
      summary: 'The mail to Ada, with a variable that is not spelled like the attribute',
      input: { id, contact_id: contactId },
      output: preview,
    },
  ],
  run: ({ caller, services }, input) => services.broadcastPreviews.preview(caller, input),
})

export const previewNewBroadcast = operation({
  name: 'broadcasts.previewNew',
  kind: 'query',
  scope: 'read',
  rest: post('/v1/broadcasts/preview'),
  summary: 'Renders the mail of a broadcast that is not created yet, as the preview of a broadcast does.',
  errors: [
    ...(['not_found', 'list_not_found', 'template_not_found', 'invalid_template'] as const),
    ...(['missing_variable', 'template_error', 'overloaded'] as const),
  ],
  body: 'template',
  input: NewBroadcastPreviewRequest,
  output: BroadcastPreview,
  examples: [
    {
      summary: 'The mail to Ada, before the broadcast is created',
      input: { list_id: listId, ...source, contact_id: contactId },
      output: preview,
    },
  ],
  run: ({ caller, services }, input) => services.broadcastPreviews.previewNew(caller, input),
})

export const listBroadcastRecipients = operation({
  name: 'broadcasts.recipients',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/broadcasts/:id/recipients'),
  summary: 'Lists the recipients of a broadcast, newest first, with the outcome of the mail to each.',
  errors: ['not_found'],
  input: RecipientFilter,
  output: RecipientPage,
  examples: [
    {
      summary: 'Recipients who clicked a link',
      input: { id, outcome: 'clicked', limit: 50 },
      output: {
        recipients: [
          {
            message_id: 'msg_01kajs6r8t0w2y4a6c8e0g2j4m',
            email: 'ada@example.com',
            status: 'opened',
            outcomes: ['sent', 'delivered', 'opened', 'clicked'],
            unsubscribed_at: null,
          },
        ],
        next_cursor: null,
      },
    },
  ],
  run: ({ caller, services }, input) =>
    answerPage('recipients', services.broadcastRecipients.list(caller.accountId, input)),
})

export const getBroadcastLinks = operation({
  name: 'broadcasts.links',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/broadcasts/:id/links'),
  summary: 'Counts the clicks on each link of a broadcast, and the recipients who clicked it.',
  errors: ['not_found'],
  input: ById,
  output: BroadcastLinks,
  examples: [
    {
      summary: 'The links of a newsletter',
      input: { id },
      output: { links: [{ url: 'https://shop.example/sale', clicks: 41, unique_clicks: 33 }] },
    },
  ],
  run: ({ caller, services }, input) => services.broadcastRecipients.links(caller.accountId, input.id),
})

export const deleteBroadcast = operation({
  name: 'broadcasts.delete',
  kind: 'mutation',
  scope: 'admin',
  rest: del('/v1/broadcasts/:id', { status: 204 }),
  summary: 'Deletes a broadcast that is not being sent. Its messages stay.',
  errors: ['not_found', 'wrong_status'],
  input: ById,
  output: Nothing,
  examples: [{ summary: 'A deletion', input: { id }, output: null }],
  run: async ({ caller, services }, input) => {
    await services.broadcasts.delete(caller, input.id)
    return null
  },
})

export const sendBroadcast = operation({
  name: 'broadcasts.send',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/broadcasts/:id/send'),
  sends: 'stored',
  summary: 'Starts a draft, or a scheduled broadcast before its time.',
  errors: ['not_found', 'list_not_found', 'wrong_status', ...SENDER_ERRORS],
  input: ById,
  output: Broadcast,
  examples: [{ summary: 'A start', input: { id }, output: sending }],
  run: ({ caller, services }, input) => services.broadcasts.send(caller, input.id),
})

export const cancelBroadcast = operation({
  name: 'broadcasts.cancel',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/broadcasts/:id/cancel'),
  summary: 'Ends a scheduled, running or paused broadcast for good. Messages that were accepted are sent.',
  errors: ['not_found', 'wrong_status'],
  input: ById,
  output: Broadcast,
  examples: [{ summary: 'A cancellation', input: { id }, output: canceled }],
  run: ({ caller, services }, input) => services.broadcasts.cancel(caller, input.id),
})

export const pauseBroadcast = operation({
  name: 'broadcasts.pause',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/broadcasts/:id/pause'),
  summary: 'Pauses a running broadcast. Messages that were accepted are sent.',
  errors: ['not_found', 'wrong_status'],
  input: ById,
  output: Broadcast,
  examples: [
    { summary: 'A pause', input: { id }, output: { ...sending, status: 'paused', paused_reason: 'requested' } },
  ],
  run: ({ caller, services }, input) => services.broadcasts.pause(caller, input.id),
})

export const resumeBroadcast = operation({
  name: 'broadcasts.resume',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/broadcasts/:id/resume'),
  sends: 'stored',
  summary: 'Continues a paused broadcast where it was.',
  errors: ['not_found', 'list_not_found', 'wrong_status', ...SENDER_ERRORS],
  input: ById,
  output: Broadcast,
  examples: [{ summary: 'A continuation', input: { id }, output: sending }],
  run: ({ caller, services }, input) => services.broadcasts.resume(caller, input.id),
})

export const testBroadcast = operation({
  name: 'broadcasts.test',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/broadcasts/:id/test', { status: 201 }),
  sends: 'stored',
  summary: 'Sends one mail of a broadcast to an address. Its subject begins with `[Test]`, and it does not count.',
  errors: [
    ...(['not_found', 'missing_variable', 'template_error', 'invalid_channel_payload', 'invalid_destination'] as const),
    'recipient_not_allowed',
    ...(['recipient_suppressed', 'recipient_not_verified', 'spend_cap_exceeded', 'payload_too_large'] as const),
    'idempotency_key_reused',
    ...SENDER_ERRORS,
  ],
  input: BroadcastTest,
  output: SendResponse,
  // Its messages are their own record, but not of whose mail they show.
  target: (input) => input.id,
  examples: [
    {
      summary: 'A look at it before it goes out',
      input: { id, email: 'ada@example.com', idempotency_key: 'november-news-look' },
      output: {
        id: 'msg_01kajs6r8t0w2y4a6c8e0g2j4m',
        status: 'queued',
        channel: 'email',
        idempotency_key: 'november-news-look',
        created_at: '2026-11-21T09:02:00.000Z',
      },
    },
  ],
  run: ({ caller, services, facts, given }, input) =>
    services.broadcastPreviews.test(caller, input, {
      given,
      onReplay: () => {
        facts.replayed = true
      },
    }),
})

export const broadcastProgress = operation({
  name: 'broadcasts.progress',
  kind: 'subscription',
  scope: 'read',
  summary: 'Streams the progress of a broadcast, at most once a second, until it was sent or canceled.',
  errors: ['not_found', 'stream_interrupted'],
  input: ById,
  output: BroadcastProgress,
  run: ({ caller, services }, { id }, signal) => services.broadcastStreams.subscribe(caller, id, signal),
})
