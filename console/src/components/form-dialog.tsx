import type { FormEvent, ReactNode } from 'react'
import type { Problem } from '../graphql/problem'
import { Dialog } from './dialog'
import { Refusal } from './states'

interface DialogFormProps {
  /** What the button says that sends the form. */
  action: string
  isBusy: boolean
  problem: Problem | null
  onClose: () => void
  onSubmit: () => void
  children: ReactNode
}

interface FormDialogProps extends DialogFormProps {
  title: string
  isOpen: boolean
}

/** A form in front of the page. It stays open, with what is wrong, until the API accepts it. */
export function FormDialog({ title, isOpen, ...form }: FormDialogProps) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={form.onClose}>
      <DialogForm {...form} />
    </Dialog>
  )
}

/** The same within a dialog that shows other things, too. */
export function DialogForm({ action, isBusy, problem, onClose, onSubmit, children }: DialogFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // For React it is inside what opened it, which may be a form.
    event.stopPropagation()
    onSubmit()
  }
  return (
    <form className="stack" onSubmit={submit}>
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
