import './saved-replies.css'
import { useState } from 'react'
import { ConfirmButton } from '../../../components/confirm-button'
import { Dialog } from '../../../components/dialog'
import { PagedList } from '../../../components/paged-list'
import { Empty } from '../../../components/states'
import { useClosing } from '../../../components/use-closing'
import { useWrite } from '../../../graphql/use-write'
import { useUnsaved } from '../../../lib/unsaved'
import { DeleteSavedReplyDocument, SavedRepliesDocument, type SavedRepliesQuery } from './saved-replies-operations'
import { CHANGES, NewSavedReply, StoredSavedReply } from './saved-reply-form'

type SavedReply = NonNullable<SavedRepliesQuery['savedReplies']>['nodes'][number]

/** What is in the dialog: the list, a form for a new one, or that of the one with an id. */
type Shown = { view: 'list' | 'new' } | { view: 'edit'; id: string }

const LIST: Shown = { view: 'list' }
const TITLES = { list: 'Saved replies', new: 'New saved reply', edit: 'Edit the saved reply' }

/** The saved replies of the account: makes, changes and deletes them. */
export default function SavedRepliesDialog({ onClose }: { onClose: () => void }) {
  const [shown, setShown] = useState(LIST)
  const [isDirty, setDirty] = useState(false)
  useUnsaved(isDirty)
  const back = () => {
    setDirty(false)
    setShown(LIST)
  }
  const { close: leave, question } = useClosing(isDirty, shown.view === 'list' ? onClose : back)
  const form = { onDirty: setDirty, onClose: leave, onSaved: back }
  return (
    <Dialog title={TITLES[shown.view]} isOpen onClose={leave}>
      {shown.view === 'list' && <List onShow={setShown} onClose={onClose} />}
      {shown.view === 'new' && <NewSavedReply {...form} />}
      {shown.view === 'edit' && <StoredSavedReply id={shown.id} {...form} />}
      {question}
    </Dialog>
  )
}

function List({ onShow, onClose }: { onShow: (shown: Shown) => void; onClose: () => void }) {
  return (
    <>
      <p className="muted">
        Answers that you write often. “Insert a saved reply”, below the text of a mail, puts one in.
      </p>
      <PagedList
        label="Saved replies"
        query={SavedRepliesDocument}
        variables={{}}
        pick={({ savedReplies }) => savedReplies}
        row={(reply) => <Row key={reply.id} reply={reply} onEdit={() => onShow({ view: 'edit', id: reply.id })} />}
        empty={<Empty>There is no saved reply yet.</Empty>}
        expected={3}
      />
      <div className="actions">
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
        <button type="button" className="button main" onClick={() => onShow({ view: 'new' })}>
          New saved reply
        </button>
      </div>
    </>
  )
}

function Row({ reply: { id, name, subject }, onEdit }: { reply: SavedReply; onEdit: () => void }) {
  const [isBusy, remove] = useWrite(DeleteSavedReplyDocument, CHANGES)
  const words = { done: `The saved reply ${name} is deleted.`, failed: 'Not deleted' }
  return (
    <li className="saved-reply">
      <span className="clip">
        {name} {subject !== null && <span className="muted">{subject}</span>}
      </span>
      <button type="button" className="button small" onClick={onEdit}>
        Edit<span className="visually-hidden"> {name}</span>
      </button>
      <ConfirmButton
        scope="read"
        label={
          <>
            Delete<span className="visually-hidden"> {name}</span>
          </>
        }
        className="button small danger"
        isDisabled={isBusy}
        title={`Delete the saved reply ${name}?`}
        action="Delete the saved reply"
        decline="Keep it"
        onConfirm={() => void remove({ id }, words)}
      >
        Nobody in this account can insert it any more. Mail that was written with it stays as it is.
      </ConfirmButton>
    </li>
  )
}
