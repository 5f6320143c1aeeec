import { Time } from '../../components/time'
import { counted } from '../../lib/counted'

interface ThreadMarksProps {
  snoozedUntil: string | null
  assignee: string | null
  noteCount: number
}

/** Until when a thread is snoozed, who takes care of it, and how many notes it has. */
export function ThreadMarks({ snoozedUntil, assignee, noteCount }: ThreadMarksProps) {
  return (
    <>
      {snoozedUntil !== null && (
        <span className="badge quiet">
          until <Time at={snoozedUntil} />
        </span>
      )}
      {assignee !== null && (
        <span className="badge">
          <span className="visually-hidden">Assigned to </span>
          {assignee}
        </span>
      )}
      {noteCount > 0 && <span className="badge warn">{counted(noteCount, 'note')}</span>}
    </>
  )
}
