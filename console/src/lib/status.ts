import type { EventType, MessageStatus } from '../graphql/enums'

/** What a color says. */
export type Tone = 'good' | 'info' | 'warn' | 'bad' | 'quiet'

const TONES: Record<MessageStatus | EventType, Tone> = {
  QUEUED: 'quiet',
  SCHEDULED: 'quiet',
  CANCELED: 'quiet',
  SENT: 'info',
  DELIVERED: 'good',
  OPENED: 'good',
  CLICKED: 'good',
  EMAIL_RECEIVED: 'good',
  DELIVERY_DELAYED: 'warn',
  SUPPRESSED: 'warn',
  UNSUBSCRIBED: 'warn',
  BOUNCED: 'bad',
  COMPLAINED: 'bad',
  FAILED: 'bad',
}

/** The statuses of messages, in the order of their lives. */
export const STATUSES: MessageStatus[] = [
  ...(['QUEUED', 'SCHEDULED', 'SENT', 'DELIVERED', 'OPENED', 'CLICKED'] as const),
  ...(['DELIVERY_DELAYED', 'BOUNCED', 'COMPLAINED', 'FAILED', 'SUPPRESSED', 'CANCELED'] as const),
]

export const toneOf = (state: MessageStatus | EventType): Tone => TONES[state]

/** A status in words, like `delivery delayed`. */
export const wordsOf = (state: MessageStatus | EventType) => state.toLowerCase().replaceAll('_', ' ')
