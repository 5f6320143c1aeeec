import type { EventType, MessageStatus } from '../graphql/enums'

interface Happening {
  type: EventType
  payload: unknown
}

const ADVICE: Record<MessageStatus, string> = {
  QUEUED: 'It is about to be sent.',
  SCHEDULED: 'It waits for its time.',
  CANCELED: 'It was canceled before it was sent. Send it again if it is still wanted.',
  SENT: 'The mail provider has it, and has not reported yet what became of it. Look again in a few minutes.',
  DELIVERED: "It arrived at the recipient's mail server. If it is not in the inbox, it may be in the spam folder.",
  OPENED: 'It arrived and was opened.',
  CLICKED: 'It arrived, and a link in it was followed.',
  DELIVERY_DELAYED: 'The mail server of the recipient does not take it yet. It is tried again without your doing.',
  BOUNCED: 'The mail server of the recipient refused it. Ask the person for another address if it happens again.',
  COMPLAINED: 'The recipient reported it as spam. Do not mail this person again unless asked to.',
  FAILED: 'It was not sent. What went wrong is below: fix it, then send the message again.',
  SUPPRESSED: 'It was not sent, because this address is blocked or does not want this mail. See above.',
}

const HARD = 'The address does not exist, or refuses all mail. Ask the person for another address.'
const SOFT = 'The mailbox could not take it just then: it may be full, or its server out of order. Send it again later.'
const UNCLEAR = 'The mail server refused it without a clear reason. Send it again, or ask for another address.'
const BY_BOUNCE: Record<string, string> = { Permanent: HARD, Transient: SOFT, Undetermined: UNCLEAR }

/** The same of mail that a test key sent: it never leaves the service. */
const SIMULATED: Partial<Record<MessageStatus, string>> = {
  SENT: 'A test key sent it, so the sending is simulated. To reach the person, send it with a live key.',
  DELIVERED: 'A test key sent it, so the delivery is simulated. To reach the person, send it with a live key.',
  BOUNCED: 'A test key sent it to an address that stands for bounces. It is simulated, and there is nothing to do.',
  COMPLAINED:
    'A test key sent it to an address that stands for complaints. It is simulated, and there is nothing to do.',
}

interface Told {
  status: MessageStatus
  /** Whether a test key sent it. */
  testMode: boolean
  events: readonly Happening[]
}

/** What a state of a message means for whoever waits for the mail, and what to do about it. */
export function adviceFor({ status, testMode, events }: Told): string {
  const simulated = testMode && SIMULATED[status]
  if (simulated) return simulated
  if (status !== 'BOUNCED') return ADVICE[status]
  const last = events.findLast(({ type }) => type === 'BOUNCED')
  return BY_BOUNCE[kindOf(last?.payload)] ?? ADVICE.BOUNCED
}

function kindOf(payload: unknown): string {
  const { bounce } = (payload ?? {}) as { bounce?: { bounceType?: unknown } }
  return String(bounce?.bounceType)
}
