import { useState } from 'react'
import { Dialog } from '../../../components/dialog'
import { TextField } from '../../../components/field'
import { DialogForm } from '../../../components/form-dialog'
import { shortTime } from '../../../lib/time'
import type { ThreadFragment } from '../mail-operations'
import { snoozeTimes } from './snooze-times'

interface SnoozeDialogProps {
  threads: readonly ThreadFragment[]
  /** Null brings them back now. */
  onChoose: (until: string | null) => void
  onClose: () => void
}

/** Chooses when threads come back to the inbox. */
export default function SnoozeDialog({ threads, onChoose, onClose }: SnoozeDialogProps) {
  const [text, setText] = useState('')
  const [now] = useState(() => new Date())
  const chosen = new Date(text)
  const isPast = text !== '' && chosen <= now
  const title = threads.length === 1 ? 'Snooze until' : `Snooze ${threads.length} threads until`
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <p className="muted">Out of the inbox until then, or until new mail arrives.</p>
      <div className="choices-below">
        {snoozeTimes(now).map(({ title, until }) => (
          <button key={title} type="button" className="button" onClick={() => onChoose(until.toISOString())}>
            {title} <span className="muted">{shortTime(until.toISOString(), now.getTime())}</span>
          </button>
        ))}
        {threads.some(({ snoozedUntil }) => snoozedUntil !== null) && (
          <button type="button" className="button" onClick={() => onChoose(null)}>
            Back to the inbox now
          </button>
        )}
      </div>
      <DialogForm
        action="Snooze"
        isBusy={false}
        problem={null}
        onClose={onClose}
        onSubmit={() => {
          if (!isPast) onChoose(chosen.toISOString())
        }}
      >
        <TextField
          label="Another date and time"
          type="datetime-local"
          value={text}
          onChange={setText}
          fault={isPast ? 'must be in the future' : undefined}
        />
      </DialogForm>
    </Dialog>
  )
}
