import { Approval, ApprovalFilter, ApprovalPage } from '../contract/approvals.js'
import { ById } from '../contract/fields.js'
import type { Caller } from '../services/caller.js'
import type { ApprovedMails } from '../services/sending/approvals/approval-service.js'
import { compose, replyToThread } from './mail-compose.js'
import { sendDraft } from './mail-drafts.js'
import { sendMessage } from './messages.js'
import {
  FOR_A_PERSON,
  get,
  type OperationContext,
  operation,
  post,
  type RunAs,
  type RunFacts,
  type Tag,
} from './operation.js'
import { answerPage } from './page.js'

/** Its section of the documentation. */
export const tag: Tag = {
  title: 'Approvals',
  description: 'Mail that language models want to send, and people decide on. See `MCP_SEND_APPROVAL`.',
}

type Sender = (runAs: RunAs, caller: Caller, input: object, facts: RunFacts) => Promise<{ id: string }>

/** What can send an approved mail: the operations that say `sends: 'input'` or `'draft'`. */
const SENDERS: Readonly<Record<string, Sender>> = {
  [sendMessage.name]: (runAs, ...call) => runAs(sendMessage, ...call),
  [compose.name]: (runAs, ...call) => runAs(compose, ...call),
  [replyToThread.name]: (runAs, ...call) => runAs(replyToThread, ...call),
  [sendDraft.name]: (runAs, ...call) => runAs(sendDraft, ...call),
}

const pending = {
  id: 'apr_01kajqx5t2n8w4e6r9y7m3b1c0',
  status: 'pending' as const,
  operation: 'messages.send',
  input: {
    destination: { email: 'ada@example.com' },
    payload: { subject: 'Your order', body_text: 'It is on its way.' },
  },
  draft: null,
  digest: '5f3a'.repeat(16),
  key_id: 'key_01kaj2b4c6d8e0f2g4h6j8k0m2',
  test_mode: false,
  message_id: null,
  error: null,
  decided_by: null,
  decided_at: null,
  created_at: '2026-11-21T09:00:00.000Z',
  expires_at: '2026-11-22T09:00:00.000Z',
}
const decided = {
  ...pending,
  input: null,
  decided_by: 'key_01kajqw0a2s4d6f8g0h2j4k6m8',
  decided_at: '2026-11-21T09:10:00.000Z',
  expires_at: '2026-12-21T09:10:00.000Z',
}

export const listApprovals = operation({
  name: 'approvals.list',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/approvals'),
  summary: 'Lists requests of models to send mail, newest first, without the mails.',
  errors: [],
  input: ApprovalFilter,
  output: ApprovalPage,
  examples: [
    {
      summary: 'What waits for a decision',
      input: { status: 'pending' },
      output: { approvals: [{ ...pending, input: null }], next_cursor: null },
    },
  ],
  run: ({ caller, services }, filter) => answerPage('approvals', services.approvals.list(caller.accountId, filter)),
})

export const getApproval = operation({
  name: 'approvals.get',
  kind: 'query',
  scope: 'any',
  // It then finds its own alone.
  forBoundKeys: true,
  rest: get('/v1/approvals/:id'),
  summary:
    'Gets one approval, with the mail while it waits. A key with the scope send, or bound to inboxes, sees only its own.',
  errors: ['not_found'],
  input: ById,
  output: Approval,
  examples: [{ summary: 'A mail that waits', input: { id: pending.id }, output: pending }],
  run: ({ caller, services }, { id }) => services.approvals.get(caller, id),
})

export const approveMail = operation({
  name: 'approvals.approve',
  kind: 'mutation',
  scope: 'admin',
  noTool: FOR_A_PERSON,
  reachesAnyone: 'approve mail',
  rest: post('/v1/approvals/:id/approve'),
  summary:
    'Approves a mail, and sends exactly what the approval shows, once. A draft that was changed since is not sent.',
  errors: ['not_found', 'approval_decided', 'spend_cap_exceeded', 'account_suspended', 'overloaded'],
  input: ById,
  output: Approval,
  examples: [
    {
      summary: 'A mail that is sent',
      input: { id: pending.id },
      output: { ...decided, status: 'sent', message_id: 'msg_01kajqw1y3h7g5d2s9p8n6m4q0' },
    },
  ],
  run: (context, { id }) => context.services.approvals.approve(context.caller, id, senderIn(context)),
})

export const refuseMail = operation({
  name: 'approvals.refuse',
  kind: 'mutation',
  scope: 'admin',
  noTool: FOR_A_PERSON,
  rest: post('/v1/approvals/:id/refuse'),
  summary: 'Refuses a mail, which is then deleted.',
  errors: ['not_found', 'approval_decided'],
  input: ById,
  output: Approval,
  examples: [
    { summary: 'A mail that is not sent', input: { id: pending.id }, output: { ...decided, status: 'refused' } },
  ],
  run: ({ caller, services }, { id }) => services.approvals.refuse(caller, id),
})

/** Sends a mail as the key that asked would have, and finds one that was sent so. */
const senderIn = ({ runAs, services }: OperationContext): ApprovedMails => ({
  send: ({ caller, operation: name, input, idempotencyKey, draft }) => {
    const send = SENDERS[name]
    if (!send) throw new Error(`${name} sends no approved mail`)
    if (draft) return send(runAs, caller, input, { approved: draft })
    // A send is not valid without a key. That of the approval takes its place, which no input may have.
    return send(runAs, caller, { idempotency_key: 'approved', ...input }, { idempotencyKey })
  },
  sentDraft: (...draft) => services.draftSender.sentAs(...draft),
})
