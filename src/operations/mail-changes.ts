import { MailChange, MailChangePage, MailChangeStreamRequest, MailChangesRequest } from '../contract/mail-changes.js'
import { hasMailApp, thread } from './mail-threads.js'
import { get, operation } from './operation.js'

const before = 'djIgbWFpbC1jaGFuZ2VzIDQxLzA'
const after = 'djIgbWFpbC1jaGFuZ2VzIDQyLzA'

export const listMailChanges = operation({
  name: 'mail.changes',
  forBoundKeys: true,
  kind: 'query',
  scope: 'read',
  rest: get('/v1/mail/changes'),
  summary: 'Lists changes of mail since a cursor, oldest first. Without a cursor, returns one to begin with.',
  errors: ['changes_expired'],
  enabled: hasMailApp,
  input: MailChangesRequest,
  output: MailChangePage,
  examples: [
    { summary: 'Where to begin', input: {}, output: { changes: [], cursor: before, has_more: false } },
    {
      summary: 'A mail was received',
      input: { cursor: before, limit: 100 },
      output: {
        changes: [
          {
            update_cursor: after,
            type: 'received',
            occurred_at: thread.last_message_at,
            thread_id: thread.id,
            mail: { id: 'inb_01kajqz3k4n6q8s0v2x4z6b8d0', source: 'inbound', is_starred: false },
            merged_into: null,
            note_id: null,
            split_from: null,
            draft_id: null,
            draft: null,
            label: null,
            thread,
          },
        ],
        cursor: after,
        has_more: false,
      },
    },
  ],
  run: ({ caller, services }, request) => services.mailChanges.list(caller, request),
})

export const mailChanged = operation({
  name: 'mail.changed',
  forBoundKeys: true,
  kind: 'subscription',
  scope: 'read',
  summary: 'Streams what happens to mail: changes since `lastEventId` first, then live ones; without it, from now on.',
  errors: ['changes_expired', 'stream_overflow', 'stream_interrupted'],
  enabled: hasMailApp,
  input: MailChangeStreamRequest,
  output: MailChange,
  run: ({ caller, services }, request, signal) => services.mailChanges.subscribe(caller, request, signal),
})
