import type { TimelineEventType } from '../../contract/events.js'
import { splitAddress } from '../../lib/addresses.js'

/** The outcome of a simulated send, after `sent`. */
export interface SimulatedOutcome {
  type: Extract<TimelineEventType, 'delivered' | 'bounced' | 'complained'>
  detail: string
}

/**
 * The outcome for a recipient: the local part `bounced` or `bounce` bounces, `complained` or `complaint` complains, and
 * every other one is delivered.
 */
export function simulatedOutcome(recipient: string): SimulatedOutcome {
  switch (splitAddress(recipient).local.toLowerCase()) {
    case 'bounced':
    case 'bounce':
      return { type: 'bounced', detail: 'Simulated bounce: the test recipient asked for it.' }
    case 'complained':
    case 'complaint':
      return { type: 'complained', detail: 'Simulated complaint: the test recipient asked for it.' }
    default:
      return { type: 'delivered', detail: 'Simulated delivery: no mail was sent.' }
  }
}
