import { type FocusEventHandler, type FormEvent, type ReactNode, useState } from 'react'
import type { Problem } from '../graphql/problem'
import { useUnsaved } from '../lib/unsaved'
import { Dialog } from './dialog'
import { Refusal } from './states'
import { useClosing } from './use-closing'
import { useFormChanged } from './use-form-changed'

interface DialogFormProps {
  /** What the button says that sends the form. */
  action: string
  isBusy: boolean
  problem: Problem | null
  onClose: () => void
  onSubmit: () => void
  /** When one of its fields gets the focus. */
  onFocus?: FocusEventHandler
  /** When one of its fields changes. */
  onInput?: () => void
  children: ReactNode
}

interface FormDialogProps extends DialogFormProps {
  title: string
  isOpen: boolean
}

/**
 * A form in front of the page. It stays open, with what is wrong, until the API accepts it. Before what was typed is lost, it
 * asks.
 */
export function FormDialog({ title, isOpen, ...form }: FormDialogProps) {
  const { onClose, onSubmit, problem } = form
  const { isDirty, onFocus, look } = useFormChanged()
  const [isSent, setSent] = useState(false)
  // Once it is accepted, the form may lead to another page by itself.
  useUnsaved(isOpen && isDirty && (!isSent || problem !== null))
  const { close, question } = useClosing(isDirty, onClose)
  const submit = () => {
    setSent(true)
    onSubmit()
  }
  const onInput = () => {
    setSent(false)
    look()
  }
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close}>
      <DialogForm {...form} onClose={close} onSubmit={submit} onFocus={onFocus} onInput={onInput} />
      {question}
    </Dialog>
  )
}

/** The same within a dialog that shows other things, too. */
export function DialogForm({ action, isBusy, problem, onClose, onSubmit, children, ...events }: DialogFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // For React it is inside what opened it, which may be a form.
    event.stopPropagation()
    onSubmit()
  }
  return (
    <form className="stack" onSubmit={submit} {...events}>
      {children}
      <Refusal problem={problem} />
      <div className="actions">
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
        <button type="submit" className="button main" disabled={isBusy}>
          {isBusy ? 'One moment…' : action}
        </button>
      </div>
    </form>
  )
}
