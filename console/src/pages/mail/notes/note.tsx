import { useState } from 'react'
import { BidiIsolate } from '../../../components/bidi-isolate'
import { ConfirmButton } from '../../../components/confirm-button'
import { Pending } from '../../../components/pending'
import { Time } from '../../../components/time'
import { useWrite } from '../../../graphql/use-write'
import { inOrder } from '../../../lib/in-order'
import { lazyPart } from '../../../lib/lazy-part'
import type { NoteFragment } from './note-fragment'
import { DeleteNoteDocument } from './notes-operations'

const EditNote = lazyPart(() => import('./note-form').then(({ EditNote }) => ({ default: EditNote })))

interface NoteProps {
  note: NoteFragment
  /** Whether it was deleted while it was edited. */
  isGone: boolean
  /** Called when somebody begins or stops to edit it. */
  onEdit: (isEditing: boolean) => void
  /** Called when the thread has changed. */
  onChanged: () => void
}

/** What a colleague has noted, among the mails. */
export function Note({ note, isGone, onEdit, onChanged }: NoteProps) {
  const { id, author, text, createdAt, updatedAt } = note
  const [isEditing, setEditing] = useState(false)
  const edit = (begins: boolean) => {
    setEditing(begins)
    onEdit(begins)
  }
  const [isBusy, remove] = useWrite(DeleteNoteDocument)
  const onDelete = async () => {
    if (await remove({ id }, { done: 'The note is deleted.', failed: 'Not deleted' })) onChanged()
  }
  return (
    <article className="panel note-entry" aria-label={`Internal note by ${inOrder(author)}`} tabIndex={-1}>
      <header>
        <strong className="clip">
          <BidiIsolate text={author} />
        </strong>
        <span className="badge warn">Internal note, never sent</span>
        <span className="muted note-time">
          <Time at={createdAt} />
          {updatedAt !== createdAt && (
            <>
              , edited <Time at={updatedAt} />
            </>
          )}
        </span>
      </header>
      <div className="content stack">
        {isEditing ? (
          <Pending>
            {isGone && <p role="status">Somebody has deleted this note. Copy your text to keep it.</p>}
            <EditNote note={note} onClose={() => edit(false)} onChanged={onChanged} />
          </Pending>
        ) : (
          <>
            <div className="mail-text">
              <pre dir="auto">{text}</pre>
            </div>
            <div className="answers">
              <button type="button" className="text-button" onClick={() => edit(true)}>
                Edit<span className="visually-hidden"> the note by {inOrder(author)}</span>
              </button>
              <ConfirmButton
                scope="read"
                className="text-button"
                label="Delete note"
                isDisabled={isBusy}
                title="Delete this note?"
                action="Delete"
                decline="Keep it"
                onConfirm={() => void onDelete()}
              >
                <p>It is gone for everybody, and nothing brings it back.</p>
              </ConfirmButton>
            </div>
          </>
        )}
      </div>
    </article>
  )
}
