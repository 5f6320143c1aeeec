/** Channels. Only email can be sent. */
export const CHANNELS = ['email', 'sms', 'push', 'voice', 'webhook'] as const
export type Channel = (typeof CHANNELS)[number]
