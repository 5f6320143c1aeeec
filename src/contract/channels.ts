import { z } from 'zod'

/** A channel. Only email can be sent. */
export const Channel = z.enum(['email', 'sms', 'push', 'voice', 'webhook']).meta({ id: 'Channel' })
export type Channel = z.output<typeof Channel>
