import { z } from 'zod'
import { optional } from './fields.js'

/** A channel. Only email can be sent. */
export const Channel = z.enum(['email', 'sms', 'push', 'voice', 'webhook']).meta({ id: 'Channel' })
export type Channel = z.output<typeof Channel>

/** The channel of a request, which may leave it out. */
export const channelOrEmail = () => optional(Channel).transform((channel) => channel ?? 'email')
