import { Time } from '../../components/time'

interface ThreadMarksProps {
  snoozedUntil: string | null
  assignee: string | null
}

/** Until when a thread is snoozed, and who takes care of it. */
export function ThreadMarks({ snoozedUntil, assignee }: ThreadMarksProps) {
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
    </>
  )
}
