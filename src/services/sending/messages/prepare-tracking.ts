import type { Config } from '../../../config.js'
import type { SendRequest } from '../../../contract/messages.js'
import type { MessageDoc } from '../../../models/message.js'

/** What to track: as the request says, otherwise as the deployment is configured. Null if nothing is tracked. */
export function prepareTracking(
  { trackingOpens, trackingClicks }: Pick<Config, 'trackingOpens' | 'trackingClicks'>,
  tracking: SendRequest['tracking'],
): MessageDoc['tracking'] {
  const opens = tracking?.opens ?? trackingOpens
  const clicks = tracking?.clicks ?? trackingClicks
  return opens || clicks ? { opens, clicks } : null
}
