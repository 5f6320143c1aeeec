import { receiveMail } from '../../support/file-mail.js'
import type { TestApp } from '../../support/start-app.js'
import { type ErrorCase, post, type SuccessCase } from '../case.js'
import { forbidden, invalid, unknownCursor, unknownId } from '../refusals.js'

const UNKNOWN = 'note_00000000000000000000000000'
const UNKNOWN_THREAD = 'thr_00000000000000000000000000'

const aThread = async (app: TestApp) => ({ id: (await receiveMail(app, { text: 'Hello.' })).threadId })
const aNote = async (app: TestApp) => {
  const { id } = await aThread(app)
  const note = await post(app, `/v1/mail/threads/${id}/notes`, { text: 'A note.' })
  return { note: { id: note.id as string }, thread: { id } }
}

export const successes: readonly SuccessCase[] = [
  {
    operation: 'mail.notes.create',
    input: async (app) => ({ ...(await aThread(app)), text: 'A\nnote.', author: 'Bo' }),
  },
  { operation: 'mail.notes.create', input: async (app) => ({ ...(await aThread(app)), text: 'A note.' }) },
  { operation: 'mail.notes.list', input: async (app) => ({ ...(await aNote(app)).thread, limit: 1 }) },
  { operation: 'mail.notes.get', input: async (app) => (await aNote(app)).note },
  { operation: 'mail.notes.update', input: async (app) => ({ ...(await aNote(app)).note, text: 'Another text.' }) },
  { operation: 'mail.notes.delete', input: async (app) => (await aNote(app)).note },
]

export const errors: readonly ErrorCase[] = [
  unknownId('mail.notes.create', { id: UNKNOWN_THREAD, text: 'A note.' }),
  invalid('mail.notes.create', 'text', 'no text', { id: UNKNOWN_THREAD }),
  invalid('mail.notes.create', 'text', 'an empty text', { id: UNKNOWN_THREAD, text: ' \n' }),
  invalid('mail.notes.create', 'text', 'a long text', { id: UNKNOWN_THREAD, text: 'x'.repeat(10_001) }),
  invalid('mail.notes.create', 'author', 'a long name', { id: UNKNOWN_THREAD, text: 'x', author: 'x'.repeat(101) }),
  invalid('mail.notes.create', 'author', 'an empty name', { id: UNKNOWN_THREAD, text: 'x', author: ' ' }),
  forbidden('mail.notes.create', 'send', { id: UNKNOWN_THREAD, text: 'A note.' }),
  {
    title: 'as many notes as a thread can have',
    operation: 'mail.notes.create',
    input: async (app) => {
      const { id } = await aThread(app)
      await app.app.models.mailThreads.updateOne({ _id: id }, { $set: { note_count: 500 } })
      return { id, text: 'One more.' }
    },
    code: 'too_many_notes',
  },
  unknownId('mail.notes.list', { id: UNKNOWN_THREAD }),
  { ...unknownCursor('mail.notes.list'), input: async (app) => ({ ...(await aThread(app)), cursor: 'x' }) },
  forbidden('mail.notes.list', 'send', { id: UNKNOWN_THREAD }),
  unknownId('mail.notes.get', { id: UNKNOWN }),
  unknownId('mail.notes.update', { id: UNKNOWN, text: 'A note.' }),
  invalid('mail.notes.update', 'text', 'no text', { id: UNKNOWN }),
  unknownId('mail.notes.delete', { id: UNKNOWN }),
]
