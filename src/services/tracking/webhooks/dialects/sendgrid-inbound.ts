import { sign } from 'node:crypto'
import { promisify } from 'node:util'
import { mailboxesText } from './mail-text.js'
import type { FormFile, ReceivedFormat } from './received-request.js'
import type { ReportedMail } from './reported-mail.js'
import { signatureHeaders, signingKeyOf } from './signing-key.js'

const signInThread = promisify(sign)

/** SendGrid's Inbound Parse: https://www.twilio.com/docs/sendgrid/for-developers/parsing-email/setting-up-the-inbound-parse-webhook. */
export const sendgridInbound: ReceivedFormat = {
  requestOf: (mail) => {
    const files = mail.files.map((file, index): FormFile => ({ name: `attachment${index + 1}`, file }))
    const fields = Object.entries(fieldsOf(mail, files))
    return { fields, files: files.filter(({ file }) => file.bytes), isMultipart: true }
  },
  sign: async ({ secret, timestamp }, body) => {
    const signed = Buffer.concat([Buffer.from(String(timestamp)), body])
    return signatureHeaders(timestamp, await signInThread('sha256', signed, signingKeyOf(secret)))
  },
}

function fieldsOf(mail: ReportedMail, files: readonly FormFile[]): Record<string, string> {
  const { from, to, cc, headers, text, html } = mail
  const [sender] = from
  const ids = files.flatMap(({ name, file }) => (file.contentId === null ? [] : [[file.contentId, name]]))
  const charsets = { to: 'UTF-8', from: 'UTF-8', subject: 'UTF-8', ...(html && { html: 'UTF-8' }), text: 'UTF-8' }
  return {
    headers: headers.map(({ name, value }) => `${name}: ${value}\n`).join(''),
    dkim: `{@${domainIn(sender?.email ?? '')} : ${verdictOf(mail.dkim)}}`,
    to: mailboxesText(to),
    ...(cc.length > 0 && { cc: mailboxesText(cc) }),
    from: mailboxesText(from),
    ...(mail.clientIp && { sender_ip: mail.clientIp }),
    envelope: JSON.stringify({ to: [mail.recipient], from: mail.envelopeFrom ?? sender?.email ?? '' }),
    subject: mail.subject,
    ...(text !== null && { text }),
    ...(html !== null && { html }),
    attachments: String(files.length),
    ...(files.length > 0 && { 'attachment-info': JSON.stringify(infoOf(files)) }),
    ...(ids.length > 0 && { 'content-ids': JSON.stringify(Object.fromEntries(ids)) }),
    charsets: JSON.stringify(charsets),
    SPF: verdictOf(mail.spf),
  }
}

const infoOf = (files: readonly FormFile[]) =>
  Object.fromEntries(
    files.map(({ name, file: { filename, contentType, contentId } }) => [
      name,
      { filename, name: filename, type: contentType, ...(contentId !== null && { 'content-id': contentId }) },
    ]),
  )

/** The domain of an address; empty for a text that is none. */
const domainIn = (email: string) => (email.includes('@') ? email.slice(email.lastIndexOf('@') + 1) : '')

/** Our verdicts in the words of RFC 8601. */
const verdictOf = (verdict: string) => ({ PASS: 'pass', FAIL: 'fail', GRAY: 'neutral' })[verdict] ?? 'none'
