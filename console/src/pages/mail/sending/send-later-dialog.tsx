import { useState } from 'react'
import { Dialog } from '../../../components/dialog'
import { TimeChoice } from '../time-choice'
import { sendTimes } from './send-times'

/** The API takes times up to so many days ahead. */
const MOST_DAYS = 90

interface SendLaterDialogProps {
  onChoose: (at: string) => void
  onClose: () => void
}

/** Chooses when a mail is sent. */
export default function SendLaterDialog({ onChoose, onClose }: SendLaterDialogProps) {
  const [now] = useState(() => new Date())
  return (
    <Dialog title="Send later" isOpen onClose={onClose}>
      <p className="muted">Until then it is among the scheduled mails, where you can cancel it.</p>
      <TimeChoice
        times={sendTimes(now)}
        now={now}
        action="Schedule"
        maxDays={MOST_DAYS}
        onChoose={onChoose}
        onClose={onClose}
      />
    </Dialog>
  )
}
