import { receiveMail } from '../../support/file-mail.js'
import type { TestApp } from '../../support/start-app.js'
import { type ErrorCase, inAnHour, post, type SuccessCase } from '../case.js'
import { invalid, unknownId } from '../refusals.js'

const UNKNOWN = 'thr_00000000000000000000000000'
const MANY = Array.from({ length: 1_001 }, (_none, index) => `thr_${index}`)

const aThread = async (app: TestApp) => (await receiveMail(app, { subject: app.app.newId('label') })).threadId

export const successes: readonly SuccessCase[] = [
  {
    operation: 'mail.threads.changeMany',
    input: async (app) => ({
      ...{ thread_ids: [await aThread(app), UNKNOWN], folder: 'archive', read: true, starred: true },
      ...{ add_labels: ['No label'], remove_labels: [], assignee: 'Bo' },
    }),
  },
  {
    operation: 'mail.threads.changeMany',
    input: async (app) => ({ thread_ids: [await aThread(app)], assignee: null, snoozed_until: null }),
  },
  {
    operation: 'mail.threads.changeMany',
    input: async (app) => ({ thread_ids: [await aThread(app)], snoozed_until: inAnHour() }),
  },
  {
    operation: 'mail.threads.undoMany',
    input: async (app) => {
      const change = { thread_ids: [await aThread(app)], starred: true }
      return { id: (await post(app, '/v1/mail/threads/bulk', change, false)).undo_id }
    },
  },
]

export const errors: readonly ErrorCase[] = [
  invalid('mail.threads.changeMany', 'thread_ids', 'no threads', { thread_ids: [], read: true }),
  invalid('mail.threads.changeMany', 'thread_ids', 'too many threads', { thread_ids: MANY, read: true }),
  invalid('mail.threads.changeMany', 'folder', 'no change', { thread_ids: [UNKNOWN] }),
  invalid('mail.threads.changeMany', 'snoozed_until', 'a move and a snooze', {
    ...{ thread_ids: [UNKNOWN], folder: 'inbox', snoozed_until: null },
  }),
  invalid('mail.threads.changeMany', 'snoozed_until', 'a time that is past', {
    ...{ thread_ids: [UNKNOWN], snoozed_until: '2020-01-01T00:00:00Z' },
  }),
  invalid('mail.threads.changeMany', 'assignee', 'too long a name', {
    ...{ thread_ids: [UNKNOWN], assignee: 'x'.repeat(101) },
  }),
  {
    title: 'an undo of another key',
    operation: 'mail.threads.undoMany',
    input: async (app) => ({
      id: (await post(app, '/v1/mail/threads/bulk', { thread_ids: [await aThread(app)], starred: true })).undo_id,
    }),
    code: 'not_found',
  },
  unknownId('mail.threads.undoMany', { id: 'undo_00000000000000000000000000' }),
]
