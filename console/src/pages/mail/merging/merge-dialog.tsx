import { useState } from 'react'
import { BidiIsolate } from '../../../components/bidi-isolate'
import { Dialog } from '../../../components/dialog'
import { DialogForm } from '../../../components/form-dialog'
import { SearchField } from '../../../components/search-field'
import { Failure } from '../../../components/states'
import { Time } from '../../../components/time'
import { showToast } from '../../../components/toasts'
import { useQuery } from '../../../graphql/use-query'
import { useSubmit } from '../../../graphql/use-submit'
import { counted } from '../../../lib/counted'
import { inOrder } from '../../../lib/in-order'
import type { ThreadQuery } from '../mail-operations'
import { emailOf } from '../recipients'
import { MergeTargetsDocument, MergeThreadsDocument } from './merging-operations'

interface MergeDialogProps {
  thread: NonNullable<ThreadQuery['thread']>
  onClose: () => void
  /** Called with the thread that has all mail from then on. */
  onMerged: (id: string) => void
}

/** Chooses the thread that another becomes part of. It begins with those of the same person. */
export default function MergeDialog({ thread, onClose, onMerged }: MergeDialogProps) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState('')
  const person = personOf(thread)
  const q = typed.trim() || person
  const [{ data, error, fetching }, again] = useQuery({
    query: MergeTargetsDocument,
    variables: { q },
    pause: q === '',
  })
  const { submit, isBusy, problem } = useSubmit(MergeThreadsDocument)
  const found = (data?.threads?.nodes ?? []).filter(({ id, folder }) => id !== thread.id && !isPutAway(folder))
  // A choice that a later search does not show is none.
  const target = found.find(({ id }) => id === chosen)

  const merge = async () => {
    if (!target) return
    const merged = (await submit({ id: target.id, threadId: thread.id }))?.mergeThreads
    if (!merged) return
    showToast(`Merged into “${inOrder(merged.subject) || 'no subject'}”.`)
    onClose()
    onMerged(merged.id)
  }
  return (
    <Dialog title="Merge into another thread" isOpen onClose={onClose}>
      <SearchField label="Find the other thread by words, an address, or operators" value={typed} onChange={setTyped} />
      <DialogForm action="Merge" isBusy={isBusy} problem={problem} onClose={onClose} onSubmit={() => void merge()}>
        {error && <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />}
        <p className="muted" role="status">
          {fetching ? 'Searching…' : foundInWords(found.length, typed.trim() === '')}
        </p>
        {found.length > 0 && (
          <fieldset className="merge-targets">
            <legend className="visually-hidden">The thread that stays</legend>
            {found.map(({ id, subject, participants, lastMessageAt, messageCount }) => (
              <label key={id}>
                <input type="radio" name="target" required checked={id === chosen} onChange={() => setChosen(id)} />
                <span className="clip">
                  <BidiIsolate text={subject || 'No subject'} />{' '}
                  <span className="muted">
                    <BidiIsolate text={participants.join(', ')} />
                  </span>
                </span>
                <span className="muted">
                  {counted(messageCount, 'mail')}, <Time at={lastMessageAt} />
                </span>
              </label>
            ))}
          </fieldset>
        )}
        <p>{outcome(thread, target?.subject ?? null)}</p>
      </DialogForm>
    </Dialog>
  )
}

/** Words that find the mail of whom a thread is with; empty if nobody is named. */
function personOf({ messages }: MergeDialogProps['thread']): string {
  const received = messages.find(({ source, from }) => source === 'INBOUND' && from !== '')
  const sentTo = messages[0]?.to[0]
  if (received) return `from:${emailOf(received.from)}`
  return sentTo === undefined ? '' : `to:${emailOf(sentTo)}`
}

/** Such threads are not merged. */
const isPutAway = (folder: string) => folder === 'SPAM' || folder === 'TRASH'

function foundInWords(count: number, isSamePerson: boolean): string {
  const whose = isSamePerson ? ' of the same person' : ''
  return count === 0 ? `No other thread${whose} is found.` : `${counted(count, 'thread')}${whose}:`
}

/** What a merge does, before it is done. */
function outcome({ messageCount, noteCount }: MergeDialogProps['thread'], subject: string | null): string {
  const notes = noteCount > 0 ? ` and ${counted(noteCount, 'note')}` : ''
  const target = subject === null ? 'the thread you choose' : `“${inOrder(subject) || 'no subject'}”`
  return (
    `Everything in this thread (${counted(messageCount, 'mail')}${notes}) goes into ${target}, which keeps its subject and address; ` +
    'the address of this one leads there. Labels are united, and later answers to either of them go there. ' +
    'There is no undo, but mails can be split off again one by one.'
  )
}
