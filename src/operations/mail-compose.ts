import { AcceptedMail, ComposeRequest, ForwardRequest, ReplyRequest } from '../contract/mail-compose.js'
import type { ErrorCode } from '../errors.js'
import { hasMailApp } from './mail-threads.js'
import { type OperationContext, OWN_RECORD, operation, post } from './operation.js'

const threadId = 'thr_01kajqz3m5p7r9t1v3x5z7b9d1'

const accepted = {
  id: 'msg_01kajr4f6h8k0m2p4r6t8v0x2z',
  status: 'queued' as const,
  channel: 'email' as const,
  idempotency_key: 'answer-to-ada',
  created_at: '2026-11-21T09:20:12.406Z',
  undo_until: null,
}

/** The refusals of a send that can happen here. */
const errors: ErrorCode[] = [
  'spend_cap_exceeded',
  'idempotency_key_reused',
  'bound_key',
  'recipient_not_allowed',
  'recipient_suppressed',
  'payload_too_large',
  'domain_not_verified',
  'from_not_verified',
  'no_verified_domain',
  'invalid_destination',
  'invalid_channel_payload',
  'invalid_schedule',
  'overloaded',
]

const common = {
  kind: 'mutation',
  scope: 'send',
  enabled: hasMailApp,
  body: 'mail',
  unaudited: OWN_RECORD,
  output: AcceptedMail,
} as const

/** What a send has besides its request. */
const details = ({ facts, given }: Pick<OperationContext, 'facts' | 'given'>) => ({
  given,
  onReplay: () => {
    facts.replayed = true
  },
})

export const compose = operation({
  ...common,
  name: 'mail.compose',
  forBoundKeys: true,
  rest: post('/v1/mail/compose', { status: 201 }),
  sends: 'input',
  // The default may be another inbox by then.
  toApprove: { required: ['from'], refused: ['signature'] },
  summary: 'Sends a new mail from a verified domain, and files it in a thread.',
  errors,
  input: ComposeRequest,
  examples: [
    {
      summary: 'From the oldest inbox',
      input: {
        to: 'ada@example.com',
        subject: 'Your order',
        body_text: 'It is on its way.',
        idempotency_key: accepted.idempotency_key,
      },
      output: accepted,
    },
  ],
  run: ({ caller, services, ...rest }, request) => services.mailComposer.compose(caller, request, details(rest)),
})

export const replyToThread = operation({
  ...common,
  name: 'mail.threads.reply',
  forBoundKeys: true,
  rest: post('/v1/mail/threads/:id/reply', { status: 201 }),
  sends: 'input',
  // The thread may be merged into another before it is approved, whose mail comes from others.
  toApprove: { required: ['to', 'from'], refused: ['signature'] },
  summary: 'Answers the newest received mail of a thread, and marks the thread read.',
  errors: ['not_found', ...errors],
  input: ReplyRequest,
  examples: [
    {
      summary: 'To the first sender',
      input: { id: threadId, body_text: 'It is on its way.', idempotency_key: accepted.idempotency_key },
      output: accepted,
    },
  ],
  run: ({ caller, services, ...rest }, request) => services.mailComposer.reply(caller, request, details(rest)),
})

export const forwardThread = operation({
  ...common,
  // It sends on what a key with the scope send may not read.
  scope: 'admin',
  name: 'mail.threads.forward',
  forBoundKeys: true,
  rest: post('/v1/mail/threads/:id/forward', { status: 201 }),
  sends: 'stored',
  summary: 'Forwards the newest received mail of a thread, with its files.',
  errors: ['not_found', ...errors],
  input: ForwardRequest,
  examples: [
    {
      summary: 'To a colleague',
      input: {
        id: threadId,
        to: 'bo@example.org',
        body_text: 'Can you look into this?',
        idempotency_key: accepted.idempotency_key,
      },
      output: accepted,
    },
  ],
  run: ({ caller, services, ...rest }, request) => services.mailComposer.forward(caller, request, details(rest)),
})
