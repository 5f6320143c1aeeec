import type { AccountClient, ServerClient } from 'postmark'

/** Both clients of Postmark's SDK: most accounts use the first alone. */
export interface Postmark {
  server: ServerClient
  account: AccountClient
}

/** A domain of the account that sends and receives. */
export const DOMAIN = 'shop.acme.test'
export const FROM = `Shop <hello@${DOMAIN}>`

export const mail = (To: string, more: object = {}) => ({
  From: FROM,
  To,
  Subject: 'Hello',
  HtmlBody: '<p>It works.</p>',
  ...more,
})
