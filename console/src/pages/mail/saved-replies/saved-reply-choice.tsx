import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useClient } from 'urql'
import { ChoiceField } from '../../../components/choice-field'
import { Failure } from '../../../components/states'
import { problemOf } from '../../../graphql/problem'
import { useAllPages } from '../../../graphql/use-all-pages'
import { textOf } from '../drafts/draft'
import { RenderSavedReplyDocument, SavedRepliesDocument, SavedReplyDocument } from './saved-replies-operations'

/** What a saved reply puts into a mail. */
export interface InsertedReply {
  /** Empty if it has none. */
  subject: string
  text: string
}

interface SavedReplyChoiceProps {
  /** The thread that the mail belongs to; null for a new mail, in which variables stay as they are. */
  threadId: string | null
  onInsert: (reply: InsertedReply) => void
  onClose: () => void
}

/** Finds a saved reply by its name, and inserts it. */
export default function SavedReplyChoice({ threadId, onInsert, onClose }: SavedReplyChoiceProps) {
  const { items, isWhole, error, retry } = useAllPages(SavedRepliesDocument, ({ savedReplies }) => savedReplies)
  const [chosen, setChosen] = useState('')
  const [fault, setFault] = useState<string | undefined>(undefined)
  const read = useRead(threadId)
  const wanted = useRef('')
  const box = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    box.current?.querySelector('input')?.focus()
    return () => {
      wanted.current = ''
    }
  }, [])
  const choose = async (id: string) => {
    wanted.current = id
    setChosen(id)
    setFault(undefined)
    if (id === '') return
    const answer = await read(id)
    // Another one may be chosen by now, or none.
    if (wanted.current !== id) return
    if (typeof answer === 'string') setFault(answer)
    else onInsert(answer)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Here the key chooses. It must not send the mail.
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
    if (event.key === 'Escape') onClose()
  }
  return (
    <fieldset ref={box} className="saved-reply-choice stack-tight" onKeyDown={onKeyDown}>
      <legend className="visually-hidden">Insert a saved reply</legend>
      <ChoiceField
        label="Saved reply"
        value={chosen}
        onChange={(id) => void choose(id)}
        choices={items}
        isLoading={!isWhole}
        placeholder="Type a part of its name"
        hint={isWhole && items.length === 0 ? NONE : 'It is inserted where you were in the text.'}
        fault={fault}
      />
      {error && <Failure error={error} retry={retry} />}
    </fieldset>
  )
}

const NONE = 'There is none yet. “Saved replies” beside the lists of mail makes them.'
const GONE = 'This saved reply was deleted.'

/** Reads what a saved reply says: as the answer to a thread, or as it is written. Resolves to a text if it cannot. */
function useRead(threadId: string | null): (id: string) => Promise<InsertedReply | string> {
  const client = useClient()
  const fresh = { requestPolicy: 'network-only' } as const
  const ask = async (id: string) => {
    if (threadId === null) {
      const { data, error } = await client.query(SavedReplyDocument, { id }, fresh).toPromise()
      return { reply: data?.savedReply, error }
    }
    const { data, error } = await client.query(RenderSavedReplyDocument, { id, threadId }, fresh).toPromise()
    return { reply: data?.renderSavedReply, error }
  }
  return async (id) => {
    const { reply, error } = await ask(id)
    if (!reply) return error ? problemOf(error).message : GONE
    const { subject, bodyText, bodyHtml } = reply
    return {
      subject: (subject ?? '').replaceAll(/\s+/g, ' ').trim(),
      text: bodyText ?? textOf(bodyHtml ?? ''),
    }
  }
}
