import { type ReactNode, useState } from 'react'
import { TextField } from '../../components/field'
import { DialogForm } from '../../components/form-dialog'
import { shortTime } from '../../lib/time'

interface TimeChoiceProps {
  times: readonly { title: string; until: Date }[]
  now: Date
  /** What the button says that takes another time. */
  action: string
  /** Most days from now. */
  maxDays?: number
  onChoose: (time: string) => void
  onClose: () => void
  /** More choices, below the times. */
  children?: ReactNode
}

const DAY_MS = 86_400_000
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Chooses a time to come, in the reader's zone. */
export function TimeChoice({ times, now, action, maxDays, onChoose, onClose, children }: TimeChoiceProps) {
  const [text, setText] = useState('')
  const chosen = new Date(text)
  const fault = faultOf(chosen, now, maxDays)
  return (
    <>
      <div className="choices-below">
        {times.map(({ title, until }) => (
          <button key={title} type="button" className="button" onClick={() => onChoose(until.toISOString())}>
            {title} <span className="muted">{shortTime(until.toISOString(), now.getTime())}</span>
          </button>
        ))}
        {children}
      </div>
      <DialogForm
        action={action}
        isBusy={false}
        problem={null}
        onClose={onClose}
        onSubmit={() => {
          if (!fault) onChoose(chosen.toISOString())
        }}
      >
        <TextField
          label="Another date and time"
          type="datetime-local"
          value={text}
          onChange={setText}
          fault={text === '' ? undefined : fault}
          hint={`In your time zone, ${zone}.`}
        />
      </DialogForm>
    </>
  )
}

function faultOf(chosen: Date, now: Date, maxDays = Infinity): string | undefined {
  if (Number.isNaN(chosen.getTime())) return 'must be a date and time'
  if (chosen <= now) return 'must be in the future'
  return chosen.getTime() > now.getTime() + maxDays * DAY_MS ? `must be within ${maxDays} days` : undefined
}
