import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { SmtpApp } from './smtp-app.js'
import { aSend, eventually } from './start-app.js'

/** Marketing mail that has arrived. */
export interface MarketingMail {
  /** The message. */
  id: string
  /** Its recipient. */
  email: string
  /** Path of the preference page. */
  page: string
  /** Path of the one-click link. */
  oneClick: string
}

/** Sends marketing mail, reads the links in what arrives, and waits until its dispatch is over. */
export async function marketingMail(
  app: SmtpApp,
  from_email: string,
  email = `reader-${randomUUID()}@example.com`,
): Promise<MarketingMail> {
  const payload = { subject: 'News', body_text: 'Choose: {{ preferences_url }} Stop: {{ unsubscribe_url }}' }
  const body = aSend({ message_type: 'marketing', destination: { email }, metadata: { from_email }, payload })
  const { status, body: sent } = await app.call('POST', '/v1/send', { body })
  expect(status, JSON.stringify(sent)).toBe(201)
  const { parsed } = await eventually('the mail', () => app.sink.mails.find(({ raw }) => raw.includes(sent.id)))
  await eventually('the message is closed', async () => {
    const row = await app.app.models.messages.findById(sent.id).lean()
    return row !== null && row.dispatch_at === undefined
  })
  const [, page, oneClick] = /Choose: \S+(\/preferences\/\S+)\s+Stop: \S+(\/unsubscribe\/\S+)/.exec(parsed.text!)!
  return { id: sent.id, email, page: page!, oneClick: oneClick! }
}
