import type { Config } from '../config.js'
import { ById } from '../contract/fields.js'
import { ChangeThreadLabels, LabeledThread, SetThreadLabels } from '../contract/mail-labels.js'
import {
  AssignedThread,
  AssignThread,
  MailThread,
  MailThreadChange,
  MailThreadPage,
  MarkedRead,
  MarkRead,
  MovedThread,
  MoveThread,
  SnoozedThread,
  SnoozeThread,
  StarMail,
  StarredMail,
  StarredThread,
  StarThread,
  ThreadFilter,
  ThreadStreamRequest,
} from '../contract/mail-threads.js'
import { get, operation, post, put, READER_STATE, type Tag } from './operation.js'
import { answerFound } from './page.js'

/** Its section of the documentation. */
export const tag: Tag = {
  title: 'Mail app',
  description: 'Mailboxes of your domains: threads of received and sent mail, search, labels, and answers.',
}

/** Whether a deployment has the mail app. */
export const hasMailApp = ({ mailAppEnabled }: Config): boolean => mailAppEnabled

const id = 'thr_01kajqz3m5p7r9t1v3x5z7b9d1'
const inboundId = 'inb_01kajqz3k4n6q8s0v2x4z6b8d0'
const occurred_at = '2026-11-21T09:12:30.000Z'

const snippet = 'Hello, I ordered a week ago.'

export const thread = {
  id,
  subject: 'Where is my order?',
  snippet,
  participants: ['ada@example.com', 'support@shop.example'],
  participant_names: ['Ada Lovelace', ''],
  last_message_at: occurred_at,
  message_count: 1,
  has_unread: true,
  is_starred: false,
  labels: ['Orders'],
  folder: 'inbox' as const,
  snoozed_until: null,
  assignee: null,
  note_count: 0,
}
const entry = {
  id: inboundId,
  source: 'inbound' as const,
  from: 'Ada <ada@example.com>',
  to: ['support@shop.example'],
  cc: [],
  subject: 'Where is my order?',
  html_body: null,
  html_safe: null,
  text_body: `${snippet}\n`,
  reply_text: snippet,
  truncated: false,
  occurred_at,
  status: 'received' as const,
  undo_until: null,
  rfc_message_id: 'b7c1@example.com',
  is_starred: false,
  spf_verdict: 'PASS' as const,
  dkim_verdict: 'PASS' as const,
  dmarc_verdict: 'PASS' as const,
  attachments: [],
  events: [],
}

export const listThreads = operation({
  name: 'mail.threads.list',
  forBoundKeys: true,
  kind: 'query',
  scope: 'read',
  rest: get('/v1/mail/threads'),
  summary: 'Lists threads, newest first.',
  errors: [],
  enabled: hasMailApp,
  input: ThreadFilter,
  output: MailThreadPage,
  examples: [
    {
      summary: 'Unread mail in the inbox',
      input: { folder: 'inbox', unread: true, limit: 25 },
      output: { threads: [thread], next_cursor: null, hints: [] },
    },
  ],
  run: ({ caller, services }, filter) => answerFound('threads', services.threads.list(caller, filter)),
})

export const getThread = operation({
  name: 'mail.threads.get',
  forBoundKeys: true,
  kind: 'query',
  scope: 'read',
  rest: get('/v1/mail/threads/:id'),
  summary: 'Gets one thread with its mails, and marks it read.',
  errors: ['not_found'],
  enabled: hasMailApp,
  input: ById,
  output: MailThread,
  examples: [{ summary: 'A thread', input: { id }, output: { ...thread, has_unread: false, messages: [entry] } }],
  run: ({ caller, services, facts }, input) => services.threads.get(caller, input.id, facts.onlyLooks !== true),
})

/** What the changes of threads have in common. */
const change = { kind: 'mutation', scope: 'read', errors: ['not_found'], enabled: hasMailApp } as const
const mark = { ...change, unaudited: READER_STATE } as const

export const markThreadRead = operation({
  name: 'mail.threads.markRead',
  forBoundKeys: true,
  ...mark,
  rest: post('/v1/mail/threads/:id/read'),
  summary: 'Marks a thread read or unread.',
  input: MarkRead,
  output: MarkedRead,
  examples: [{ summary: 'Back to unread', input: { id, read: false }, output: { id, read: false } }],
  run: ({ caller, services }, { id: threadId, read = true }) => services.threads.markRead(caller, threadId, read),
})

export const starThread = operation({
  name: 'mail.threads.star',
  forBoundKeys: true,
  ...mark,
  rest: post('/v1/mail/threads/:id/star'),
  summary: 'Gives a thread a star, or takes it away.',
  input: StarThread,
  output: StarredThread,
  examples: [{ summary: 'A star', input: { id }, output: { id, starred: true } }],
  run: ({ caller, services }, { id: threadId, starred = true }) => services.threads.star(caller, threadId, starred),
})

export const moveThread = operation({
  name: 'mail.threads.move',
  forBoundKeys: true,
  ...change,
  rest: post('/v1/mail/threads/:id/move'),
  summary:
    'Moves a thread to the inbox, the archive, the trash or spam. Spam blocks its first sender, and a move from there to the inbox or the archive unblocks that sender.',
  input: MoveThread,
  output: MovedThread,
  examples: [{ summary: 'Done with it', input: { id, folder: 'archive' }, output: { id, folder: 'archive' } }],
  run: ({ caller, services }, { id: threadId, folder }) => services.threads.move(caller, threadId, folder),
})

export const setThreadLabels = operation({
  name: 'mail.threads.setLabels',
  forBoundKeys: true,
  ...change,
  rest: put('/v1/mail/threads/:id/labels'),
  summary: 'Replaces the labels of a thread. Unknown label names are ignored.',
  input: SetThreadLabels,
  output: LabeledThread,
  examples: [{ summary: 'One label', input: { id, labels: ['Orders'] }, output: { id } }],
  run: ({ caller, services }, { id: threadId, labels }) => services.threads.setLabels(caller, threadId, labels),
})

export const changeThreadLabels = operation({
  name: 'mail.threads.changeLabels',
  forBoundKeys: true,
  ...change,
  rest: post('/v1/mail/threads/:id/labels'),
  summary: 'Adds labels to a thread and takes others off. Labels that are not named stay as they are.',
  input: ChangeThreadLabels,
  output: LabeledThread,
  examples: [{ summary: 'One more', input: { id, add: ['Orders'] }, output: { id } }],
  run: ({ caller, services }, { id: threadId, add = [], remove = [] }) =>
    services.threads.changeLabels(caller, threadId, { add, remove }),
})

export const snoozeThread = operation({
  name: 'mail.threads.snooze',
  forBoundKeys: true,
  ...change,
  errors: ['not_found', 'wrong_folder'],
  rest: post('/v1/mail/threads/:id/snooze'),
  summary: 'Takes a thread out of the inbox until a time, or until it gets new mail.',
  input: SnoozeThread,
  output: SnoozedThread,
  examples: [
    {
      summary: 'Until Monday',
      input: { id, until: '2026-11-23T08:00:00.000Z' },
      output: { id, snoozed_until: '2026-11-23T08:00:00.000Z' },
    },
  ],
  run: ({ caller, services }, { id: threadId, until }) => services.threads.snooze(caller, threadId, until),
})

export const assignThread = operation({
  name: 'mail.threads.assign',
  forBoundKeys: true,
  ...change,
  rest: put('/v1/mail/threads/:id/assignee'),
  summary: 'Assigns a thread to somebody, or to nobody.',
  input: AssignThread,
  output: AssignedThread,
  examples: [{ summary: 'Bo', input: { id, assignee: 'Bo' }, output: { id, assignee: 'Bo' } }],
  run: ({ caller, services }, { id: threadId, assignee }) => services.threads.assign(caller, threadId, assignee),
})

export const starMail = operation({
  name: 'mail.messages.star',
  forBoundKeys: true,
  ...mark,
  rest: post('/v1/mail/messages/:source/:id/star'),
  summary: 'Gives one mail of a thread a star, or takes it away.',
  input: StarMail,
  output: StarredMail,
  examples: [
    {
      summary: 'A star',
      input: { source: 'inbound', id: inboundId },
      output: { source: 'inbound', id: inboundId, starred: true },
    },
  ],
  run: ({ caller, services }, { source, id: mailId, starred = true }) =>
    services.threads.starMail(caller, source, mailId, starred),
})

export const threadUpdated = operation({
  name: 'mail.threadUpdated',
  forBoundKeys: true,
  kind: 'subscription',
  scope: 'read',
  summary:
    'Streams threads as they change: those that have changed since `lastEventId`, and then live ones; without it, from now on.',
  errors: ['not_found', 'stream_overflow', 'stream_interrupted'],
  enabled: hasMailApp,
  input: ThreadStreamRequest,
  output: MailThreadChange,
  run: ({ caller, services }, request, signal) => services.threadStreams.subscribe(caller, request, signal),
})
