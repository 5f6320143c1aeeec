/** Providers that call back, each at a separate route. */
export const CALLBACK_ROUTES = ['ses'] as const

/** Providers of which something comes back. What comes back by SMTP arrives as mail. */
export type CallbackProvider = (typeof CALLBACK_ROUTES)[number] | 'smtp'
