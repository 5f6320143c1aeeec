import { ById, Nothing, PageById } from '../contract/fields.js'
import { MailNote, MailNotePage, NewNote, NoteChanges } from '../contract/mail-notes.js'
import { hasMailApp, thread } from './mail-threads.js'
import { del, get, operation, post, put } from './operation.js'
import { answerPage } from './page.js'

const created_at = '2026-11-21T09:20:00.000Z'

const note = {
  id: 'note_01kajqzb2d4f6h8k0m2p4r6t8v',
  thread_id: thread.id,
  text: 'The parcel is still in Hamburg. I call the carrier.',
  author: 'Bo',
  key_id: 'key_01kajqwz1a3c5e7g9j1m3p5r7t',
  created_at,
  updated_at: created_at,
}

export const createNote = operation({
  name: 'mail.notes.create',
  forBoundKeys: true,
  kind: 'mutation',
  scope: 'read',
  rest: post('/v1/mail/threads/:id/notes', { status: 201 }),
  summary: 'Writes an internal note on a thread. No mail contains it.',
  errors: ['not_found', 'too_many_notes'],
  enabled: hasMailApp,
  input: NewNote,
  output: MailNote,
  examples: [
    { summary: 'For colleagues', input: { id: thread.id, text: note.text, author: note.author }, output: note },
  ],
  run: ({ caller, services }, given) => services.notes.create(caller, given),
})

export const listNotes = operation({
  name: 'mail.notes.list',
  forBoundKeys: true,
  kind: 'query',
  scope: 'read',
  rest: get('/v1/mail/threads/:id/notes'),
  summary: 'Lists the notes of a thread, newest first.',
  errors: ['not_found'],
  enabled: hasMailApp,
  input: PageById,
  output: MailNotePage,
  examples: [
    { summary: 'All notes', input: { id: thread.id, limit: 50 }, output: { notes: [note], next_cursor: null } },
  ],
  run: ({ caller, services }, { id, ...page }) => answerPage('notes', services.notes.list(caller, id, page)),
})

export const getNote = operation({
  name: 'mail.notes.get',
  forBoundKeys: true,
  kind: 'query',
  scope: 'read',
  rest: get('/v1/mail/notes/:id'),
  summary: 'Gets one note.',
  errors: ['not_found'],
  enabled: hasMailApp,
  input: ById,
  output: MailNote,
  examples: [{ summary: 'A note', input: { id: note.id }, output: note }],
  run: ({ caller, services }, { id }) => services.notes.get(caller, id),
})

export const updateNote = operation({
  name: 'mail.notes.update',
  forBoundKeys: true,
  kind: 'mutation',
  scope: 'read',
  rest: put('/v1/mail/notes/:id'),
  summary: 'Changes the text of a note.',
  errors: ['not_found'],
  enabled: hasMailApp,
  input: NoteChanges,
  output: MailNote,
  examples: [
    {
      summary: 'Good news',
      input: { id: note.id, text: 'It arrives today.' },
      output: { ...note, text: 'It arrives today.', updated_at: '2026-11-21T10:05:00.000Z' },
    },
  ],
  run: ({ caller, services }, given) => services.notes.update(caller, given),
})

export const deleteNote = operation({
  name: 'mail.notes.delete',
  forBoundKeys: true,
  kind: 'mutation',
  scope: 'read',
  rest: del('/v1/mail/notes/:id', { status: 204 }),
  summary: 'Deletes a note.',
  errors: ['not_found'],
  enabled: hasMailApp,
  input: ById,
  output: Nothing,
  examples: [{ summary: 'A note that is out of date', input: { id: note.id }, output: null }],
  run: async ({ caller, services }, { id }) => {
    await services.notes.delete(caller, id)
    return null
  },
})
