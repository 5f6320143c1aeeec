import type { EventType, MessageStatus } from '../graphql/enums'
import { toneOf, wordsOf } from '../lib/status'

/** A status in its color and in words. */
export function StatusBadge({ status }: { status: MessageStatus | EventType }) {
  return <span className={`badge ${toneOf(status)}`}>{wordsOf(status)}</span>
}
