import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { BidiIsolate } from '../../components/bidi-isolate'
import { Time } from '../../components/time'
import { inOrder } from '../../lib/in-order'
import type { ThreadFragment } from './mail-operations'
import { rememberOrder, returnTo } from './row-focus'
import { StarButton } from './star-button'
import { ThreadMarks } from './thread-marks'

interface ThreadRowProps {
  thread: ThreadFragment
  /** Our domains: that we are in it need not be told. */
  domains: ReadonlySet<string>
  isSelected: boolean
  /** With `isRange`, all from the row that was chosen before to this one. */
  onSelect: (isRange: boolean) => void
  onStar: () => void
}

/** A thread in a list. */
export function ThreadRow({ thread, domains, isSelected, onSelect, onStar }: ThreadRowProps) {
  const {
    id,
    subject,
    snippet,
    participants,
    participantNames,
    lastMessageAt,
    messageCount,
    hasUnread,
    isStarred,
    labels,
    snoozedUntil,
    assignee,
    noteCount,
  } = thread
  const title = inOrder(subject) || 'no subject'
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => returnTo(id, link.current), [id])
  const people = participants.map((address, index) => ({ address, name: participantNames[index] || address }))
  const strangers = people.filter(({ address }) => !domains.has(address.slice(address.lastIndexOf('@') + 1)))
  const shown = strangers.length > 0 ? strangers : people
  return (
    <li className={hasUnread ? 'thread unread' : 'thread'} data-thread={id}>
      <label className="select">
        <input
          type="checkbox"
          checked={isSelected}
          onChange={({ nativeEvent }) => onSelect(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        />
        <span className="visually-hidden">Select {title}</span>
      </label>
      <StarButton isOn={isStarred} what={title} onToggle={onStar} />
      <Link ref={link} href={`/mail/threads/${id}`} className="row" onClick={rememberOrder}>
        <span className="who clip" title={shown.map(({ address }) => address).join(', ')}>
          {hasUnread && <span className="visually-hidden">Unread: </span>}
          <BidiIsolate text={shown.map(({ name }) => name).join(', ')} />
          {messageCount > 1 && <span className="muted"> {messageCount}</span>}
        </span>
        <span className="subject clip">
          <ThreadMarks snoozedUntil={snoozedUntil} assignee={assignee} noteCount={noteCount} />
          {labels.map((label) => (
            <span key={label} className="badge">
              {label}
            </span>
          ))}
          <span className="title">
            <BidiIsolate text={title} />
          </span>{' '}
          <span className="muted">
            <BidiIsolate text={snippet} />
          </span>
        </span>
        <span className="time">
          <Time at={lastMessageAt} />
        </span>
      </Link>
    </li>
  )
}
