import { Suspense, useState } from 'react'
import { ConfirmButton } from '../../../components/confirm-button'
import { Outside } from '../../../components/outside'
import { Time } from '../../../components/time'
import { useWrite } from '../../../graphql/use-write'
import { inOrder } from '../../../lib/in-order'
import { part } from '../../../lib/part'
import type { NoteFragment } from './note-fragment'
import { DeleteNoteDocument } from './notes-operations'

const EditNote = part(() => import('./note-form').then(({ EditNote }) => ({ default: EditNote })))

interface NoteProps {
  note: NoteFragment
  /** Called when the thread has changed. */
  onChanged: () => void
}

/** What a colleague has noted, among the mails. */
export function Note({ note, onChanged }: NoteProps) {
  const { id, author, text, createdAt, updatedAt } = note
  const [isEditing, setEditing] = useState(false)
  const [isBusy, remove] = useWrite(DeleteNoteDocument)
  const onDelete = async () => {
    if (await remove({ id }, { done: 'The note is deleted.', failed: 'Not deleted' })) onChanged()
  }
  return (
    <article className="panel note-entry" aria-label={`Internal note by ${inOrder(author)}`} tabIndex={-1}>
      <header>
        <strong className="clip">
          <Outside text={author} />
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
          <Suspense>
            <EditNote note={note} onClose={() => setEditing(false)} onChanged={onChanged} />
          </Suspense>
        ) : (
          <>
            <div className="mail-text">
              <pre dir="auto">{text}</pre>
            </div>
            <div className="answers">
              <button type="button" className="text-button" onClick={() => setEditing(true)}>
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
