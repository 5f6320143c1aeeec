import { Link } from 'wouter'
import { Time } from '../../components/time'
import type { ThreadFragment } from './mail-operations'
import { StarButton } from './star-button'

interface ThreadRowProps {
  thread: ThreadFragment
  /** Our domains: that we are in it need not be told. */
  domains: ReadonlySet<string>
  isSelected: boolean
  onSelect: () => void
  onStar: () => void
}

/** A thread in a list. */
export function ThreadRow({ thread, domains, isSelected, onSelect, onStar }: ThreadRowProps) {
  const { id, subject, snippet, participants, lastMessageAt, messageCount, hasUnread, isStarred, labels } = thread
  const title = subject || 'no subject'
  const others = participants.filter((address) => !domains.has(address.slice(address.lastIndexOf('@') + 1)))
  return (
    <li className={hasUnread ? 'thread unread' : 'thread'} data-thread={id}>
      <label className="select">
        <input type="checkbox" checked={isSelected} onChange={onSelect} />
        <span className="visually-hidden">Select {title}</span>
      </label>
      <StarButton isOn={isStarred} what={title} onToggle={onStar} />
      <Link href={`/mail/threads/${id}`} className="row">
        <span className="who clip">
          {hasUnread && <span className="visually-hidden">Unread: </span>}
          {(others.length > 0 ? others : participants).join(', ')}
          {messageCount > 1 && <span className="muted"> {messageCount}</span>}
        </span>
        <span className="subject clip">
          {labels.map((label) => (
            <span key={label} className="badge">
              {label}
            </span>
          ))}
          <span className="title">{title}</span> <span className="muted">{snippet}</span>
        </span>
        <span className="time">
          <Time at={lastMessageAt} />
        </span>
      </Link>
    </li>
  )
}
