import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { TextField } from '../../../components/field'
import { Refusal } from '../../../components/states'
import { showToast } from '../../../components/toasts'
import { useClosing } from '../../../components/use-closing'
import type { Problem } from '../../../graphql/problem'
import { useSubmit } from '../../../graphql/use-submit'
import { submitByKeyboard } from '../../../lib/submit-by-keyboard'
import { useUnsaved } from '../../../lib/unsaved'
import { ownName, rememberOwnName } from '../assignee/own-name'
import type { NoteFragment } from './note-fragment'
import { CreateNoteDocument, UpdateNoteDocument } from './notes-operations'

interface WrittenProps {
  onClose: () => void
  /** Called when the thread has changed. */
  onChanged: () => void
}

/** Writes a note on a thread. */
export function NewNote({ threadId, onClose, onChanged }: WrittenProps & { threadId: string }) {
  const [author, setAuthor] = useState(ownName)
  const { submit, isBusy, problem, fault } = useSubmit(CreateNoteDocument)
  const save = async (text: string) => {
    const name = author.trim()
    if (!(await submit({ threadId, input: { text, author: name || null } }))) return
    if (name !== '') rememberOwnName(name)
    showToast('The note is saved. Only colleagues see it.')
    onChanged()
    onClose()
  }
  return (
    <section className="panel note-entry" aria-label="New internal note">
      <header>
        <h2>Internal note</h2>
        <span className="badge warn">never sent</span>
      </header>
      <NoteForm before="" isBusy={isBusy} problem={problem} fault={fault('text')} onSave={save} onClose={onClose}>
        <TextField
          label="Your name"
          hint="Remembered in this browser. Without one, the note has the name of the key."
          isOptional
          value={author}
          onChange={setAuthor}
          fault={fault('author')}
        />
      </NoteForm>
    </section>
  )
}

/** Changes the text of a note. */
export function EditNote({ note, onClose, onChanged }: WrittenProps & { note: NoteFragment }) {
  const { submit, isBusy, problem, fault } = useSubmit(UpdateNoteDocument)
  const save = async (text: string) => {
    if (!(await submit({ id: note.id, text }))) return
    onChanged()
    onClose()
  }
  return (
    <NoteForm
      before={note.text}
      isBusy={isBusy}
      problem={problem}
      fault={fault('text')}
      onSave={save}
      onClose={onClose}
    />
  )
}

interface NoteFormProps {
  /** What the note says so far. */
  before: string
  isBusy: boolean
  problem: Problem | null
  fault: string | undefined
  onSave: (text: string) => Promise<void>
  onClose: () => void
  /** Further fields. */
  children?: ReactNode
}

function NoteForm({ before, isBusy, problem, fault, onSave, onClose, children }: NoteFormProps) {
  const [text, setText] = useState(before)
  const isDirty = text !== before
  useUnsaved(isDirty)
  const { close, question } = useClosing(isDirty, onClose)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector('textarea')?.focus()
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) void onSave(text)
  }
  return (
    <form ref={form} className="content stack" onSubmit={submit} onKeyDown={submitByKeyboard}>
      <TextField label="Note" rows={4} value={text} onChange={setText} fault={fault} />
      {children}
      <Refusal problem={problem} />
      <div className="answers">
        <button type="submit" className="button main" disabled={isBusy}>
          {isBusy ? 'One moment…' : 'Save note'}
        </button>
        <button type="button" className="button" onClick={close}>
          Cancel
        </button>
        <span className="muted">
          <kbd>Ctrl Enter</kbd> saves
        </span>
      </div>
      {question}
    </form>
  )
}
