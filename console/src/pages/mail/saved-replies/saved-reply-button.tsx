import { type RefObject, useRef, useState } from 'react'
import { Pending } from '../../../components/pending'
import { showToast } from '../../../components/toasts'
import { lazyPart } from '../../../lib/lazy-part'
import type { DraftSession } from '../drafts/draft-session'
import { typeInto } from '../type-into'
import type { InsertedReply } from './saved-reply-choice'

const SavedReplyChoice = lazyPart(() => import('./saved-reply-choice'))

interface SavedReplyButtonProps {
  mail: DraftSession
  /** The field with its text. */
  area: RefObject<HTMLTextAreaElement | null>
}

/** Inserts a saved reply into a mail that is being written: into the text, and as the subject if there is none yet. */
export function SavedReplyButton({ mail, area }: SavedReplyButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { threadId } = mail.state().about
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const insert = ({ subject, text }: InsertedReply) => {
    const field = area.current
    if (!field) return
    if (subject !== '' && mail.state().draft.subject === '') mail.set({ subject })
    setOpen(false)
    // Behind what is selected, so that nothing written is replaced.
    const at = field.selectionEnd
    const variable = threadId === null ? firstVariable(text) : null
    typeInto(field, at, at, text, variable ?? [text.length, text.length])
    if (variable) showToast('Variables are filled in only in answers. Write over what is in braces, or take it out.')
  }
  return (
    <div className="stack-tight">
      <div>
        <button
          ref={button}
          type="button"
          className="text-button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Insert a saved reply
        </button>
      </div>
      {isOpen && (
        <Pending>
          <SavedReplyChoice threadId={threadId} onInsert={insert} onClose={close} />
        </Pending>
      )}
    </div>
  )
}

/** Where the first variable, or tag, of a source begins and ends; null if there is none. */
function firstVariable(source: string): [from: number, to: number] | null {
  const from = source.search(/\{[{%]/)
  if (from < 0) return null
  const end = source.indexOf(source[from + 1] === '%' ? '%}' : '}}', from)
  return [from, end < 0 ? source.length : end + 2]
}
