import type { SmtpSink, SunkMail } from './smtp-sink.js'
import { eventually } from './start-app.js'

/** The mails with a link to an address, in order. */
export const linkMailsTo = (sink: SmtpSink, address: string): SunkMail[] =>
  sink.mails.filter(({ envelope, raw }) => envelope.to.includes(address) && raw.includes('/verify/'))

/** Waits for the nth link that is mailed to an address, and returns its token. */
export async function tokenTo(sink: SmtpSink, address: string, nth = 1): Promise<string> {
  const mail = await eventually(`link ${nth} to ${address}`, () => linkMailsTo(sink, address)[nth - 1])
  return /\/verify\/([A-Za-z0-9_-]{43})$/m.exec(mail.parsed.text!)![1]!
}
