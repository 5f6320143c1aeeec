import { ById } from '../contract/fields.js'
import { BulkThreadChange, BulkThreadResults, UndoneThreads } from '../contract/mail-bulk.js'
import { hasMailApp, thread } from './mail-threads.js'
import { operation, post } from './operation.js'

const undo_id = 'undo_01kajr5d9f1h3k5n7q9s1v3x5z'
const other = 'thr_01kajr4c8e0g2j4m6p8r0t2v4x'

export const changeThreads = operation({
  name: 'mail.threads.changeMany',
  forBoundKeys: true,
  kind: 'mutation',
  scope: 'read',
  rest: post('/v1/mail/threads/bulk'),
  summary:
    'Changes up to 1,000 threads at once, as their single operations do. It can be undone for 30 seconds. A request that was cut off can be repeated.',
  errors: [],
  enabled: hasMailApp,
  input: BulkThreadChange,
  output: BulkThreadResults,
  examples: [
    {
      summary: 'Into the archive, marked read; one of the threads does not exist',
      input: { thread_ids: [thread.id, other], folder: 'archive', read: true },
      output: {
        results: [
          { thread_id: thread.id, outcome: 'changed', message: null },
          { thread_id: other, outcome: 'not_found', message: null },
        ],
        undo_id,
        undo_until: '2026-11-21T09:13:30.000Z',
      },
    },
    {
      summary: 'Another label, and somebody who takes care of them',
      input: { thread_ids: [thread.id], add_labels: ['Orders'], remove_labels: ['New'], assignee: 'Bo' },
      output: {
        results: [{ thread_id: thread.id, outcome: 'unchanged', message: null }],
        undo_id: null,
        undo_until: null,
      },
    },
  ],
  run: ({ caller, services }, change) => services.threadBulk.change(caller, change),
})

export const undoThreadChanges = operation({
  name: 'mail.threads.undoMany',
  forBoundKeys: true,
  kind: 'mutation',
  scope: 'read',
  rest: post('/v1/mail/threads/bulk/:id/undo'),
  summary:
    'Undoes a change of many threads, once and within 30 seconds. Threads that have changed since stay as they are. A request that was cut off can be repeated.',
  errors: ['not_found'],
  enabled: hasMailApp,
  input: ById,
  output: UndoneThreads,
  examples: [
    {
      summary: 'Out of the archive again',
      input: { id: undo_id },
      output: { results: [{ thread_id: thread.id, outcome: 'restored' }] },
    },
  ],
  run: ({ caller, services }, { id }) => services.threadUndo.undo(caller, id),
})
