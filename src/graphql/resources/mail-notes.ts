import { createNote, deleteNote, getNote, updateNote } from '../../operations/mail-notes.js'
import { builder } from '../builder.js'
import { connectionOf } from '../connections.js'
import { inputOf, outputOf } from '../contract-types.js'
import { does, looksUp, runs } from '../resolve.js'

const Note = outputOf('Note', 'An internal note on a thread.', getNote.output, {
  node: { kind: 'note', operation: getNote, service: 'notes' },
})
export const NoteConnection = connectionOf('Note', Note, 'notes')
const CreateNoteInput = inputOf('CreateNoteInput', 'A new note.', createNote.input, { omit: ['id'] })

// biome-ignore lint/suspicious/noExplicitAny: the builder of queries and that of mutations
const noteId = (t: any) => ({ id: t.arg({ type: 'ID', required: true, description: 'The note.' }) })

builder.queryField('note', (t) => t.field({ type: Note, args: noteId(t), ...looksUp(getNote) }))

builder.mutationFields((t) => ({
  createNote: t.field({
    type: Note,
    args: {
      threadId: t.arg({ type: 'ID', required: true, description: 'The thread.' }),
      input: t.arg({ type: CreateNoteInput, required: true, description: 'The note.' }),
    },
    ...runs(createNote, { threadId: 'id' }),
  }),
  updateNote: t.field({
    type: Note,
    args: { ...noteId(t), text: t.arg.string({ required: true, description: 'What it says from now on.' }) },
    ...runs(updateNote),
  }),
  deleteNote: t.field({ type: 'Boolean', args: noteId(t), ...does(deleteNote) }),
}))
