import { useState } from 'react'
import { Dialog } from '../../../components/dialog'
import type { ThreadFragment } from '../mail-operations'
import { TimeChoice } from '../time-choice'
import { snoozeTimes } from './snooze-times'

interface SnoozeDialogProps {
  threads: readonly ThreadFragment[]
  /** Null brings them back now. */
  onChoose: (until: string | null) => void
  onClose: () => void
}

/** Chooses when threads come back to the inbox. */
export default function SnoozeDialog({ threads, onChoose, onClose }: SnoozeDialogProps) {
  const [now] = useState(() => new Date())
  const title = threads.length === 1 ? 'Snooze until' : `Snooze ${threads.length} threads until`
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <p className="muted">Out of the inbox until then, or until new mail arrives.</p>
      <TimeChoice times={snoozeTimes(now)} now={now} action="Snooze" onChoose={onChoose} onClose={onClose}>
        {threads.some(({ snoozedUntil }) => snoozedUntil !== null) && (
          <button type="button" className="button" onClick={() => onChoose(null)}>
            Back to the inbox now
          </button>
        )}
      </TimeChoice>
    </Dialog>
  )
}
