import { MailThreadSummary, MergeThreads, SplitMail } from '../contract/mail-threads.js'
import { hasMailApp, thread } from './mail-threads.js'
import { operation, post } from './operation.js'

const change = { kind: 'mutation', scope: 'read', enabled: hasMailApp, output: MailThreadSummary } as const

export const mergeThreads = operation({
  name: 'mail.threads.merge',
  forBoundKeys: true,
  ...change,
  rest: post('/v1/mail/threads/:id/merge'),
  summary: 'Moves all mail of another thread into this one. The other id then leads to this thread.',
  errors: ['not_found', 'bound_key', 'already_merged', 'wrong_folder', 'thread_too_large'],
  input: MergeThreads,
  examples: [
    {
      summary: 'Two threads of one customer',
      input: { id: thread.id, thread_id: 'thr_01kajr4c8e0g2j4m6p8r0t2v4x' },
      output: { ...thread, message_count: 2 },
    },
  ],
  run: ({ caller, services }, { id, thread_id }) => services.threadMerging.merge(caller, id, thread_id),
})

export const splitMail = operation({
  name: 'mail.messages.split',
  forBoundKeys: true,
  ...change,
  rest: post('/v1/mail/messages/:source/:id/split'),
  summary: 'Takes one mail out of its thread and begins a new thread with it. Later answers to the mail follow it.',
  errors: ['not_found', 'bound_key', 'only_mail', 'wrong_folder'],
  input: SplitMail,
  examples: [
    {
      summary: 'Another matter',
      input: { source: 'inbound', id: 'inb_01kajqz3k4n6q8s0v2x4z6b8d0' },
      output: { ...thread, id: 'thr_01kajr4c8e0g2j4m6p8r0t2v4x' },
    },
  ],
  run: ({ caller, services }, { source, id }) => services.threadMerging.split(caller, source, id),
})
