import type { ContactStatus as Status } from '../graphql/enums'

const TONES: Record<Status, string> = { SUBSCRIBED: 'good', UNSUBSCRIBED: 'warn', SUPPRESSED: 'bad' }

/** Which mail a contact gets, in its color and in words. */
export const ContactStatus = ({ status }: { status: Status }) => (
  <span className={`badge ${TONES[status]}`}>{status.toLowerCase()}</span>
)
