/** Ways to reach somebody. Only email sends. */
export const CHANNELS = ['email', 'sms', 'push', 'voice', 'webhook'] as const
export type Channel = (typeof CHANNELS)[number]
