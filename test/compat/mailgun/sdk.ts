import type MailgunSdk from 'mailgun.js'

export type Mailgun = ReturnType<MailgunSdk['client']>

/** A domain of the account that sends and receives. */
export const DOMAIN = 'shop.acme.test'
export const FROM = `Shop <hello@${DOMAIN}>`

let made = 0
/** A name that nothing else has. */
export function unique(name: string): string {
  made += 1
  return `${name}-${made}`
}

export const mail = (to: string | string[], more: object = {}) => ({
  from: FROM,
  to,
  subject: 'Hello',
  html: '<p>It works.</p>',
  ...more,
})

/** The id of a message in the one that Mailgun's API has for it. */
export const idIn = (text?: string) => (text ?? '').replace(/^<|>$/g, '')
