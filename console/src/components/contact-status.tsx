const TONES: Record<string, string> = { subscribed: 'good', unsubscribed: 'warn', suppressed: 'bad' }

/** Which mail a contact gets, in its color and in words. */
export const ContactStatus = ({ status }: { status: string }) => (
  <span className={`badge ${TONES[status] ?? ''}`}>{status}</span>
)
