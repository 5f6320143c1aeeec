import type { BroadcastStatus as Status } from '../graphql/enums'

const TONES: Record<Status, string> = {
  ...{ DRAFT: 'quiet', SCHEDULED: 'quiet', SENDING: 'info' },
  ...{ PAUSED: 'warn', SENT: 'good', CANCELED: 'quiet' },
}

/** Where a broadcast stands, in its color and in words. */
export const BroadcastStatus = ({ status }: { status: Status }) => (
  <span className={`badge ${TONES[status]}`}>{status.toLowerCase()}</span>
)
