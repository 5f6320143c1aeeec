import { mailboxesText } from './mail-text.js'
import { signatureOf } from './mailgun-signature.js'
import type { FormFields, FormFile, ReceivedFormat } from './received-request.js'
import type { ReportedMail } from './reported-mail.js'

/** Mailgun's routes: https://documentation.mailgun.com/docs/mailgun/user-manual/receive-forward-store/receive-http. */
export const mailgunInbound: ReceivedFormat = {
  requestOf: (mail, signing) => {
    const files = mail.files.map((file, index): FormFile => ({ name: `attachment-${index + 1}`, file }))
    const signature = signing ? Object.entries(signatureOf(signing)) : []
    return { fields: [...fieldsOf(mail, files), ...signature], files: files.filter(({ file }) => file.bytes) }
  },
}

/** The headers of the mail are fields as well, as there: the first of each name, unless it is one of the others. */
function fieldsOf(mail: ReportedMail, files: readonly FormFile[]): FormFields {
  const { headers, html, replyText } = mail
  const ids = files.flatMap(({ name, file }) => (file.contentId === null ? [] : [[`<${file.contentId}>`, name]]))
  const own = new Map([
    ['recipient', mail.recipient],
    ['sender', mail.envelopeFrom ?? mail.from[0]?.email ?? ''],
    ['subject', mail.subject],
    ['from', mailboxesText(mail.from)],
    ['body-plain', mail.text ?? ''],
  ])
  if (html !== null) own.set('body-html', html)
  if (replyText !== null) own.set('stripped-text', replyText)
  if (files.length > 0) own.set('attachment-count', String(files.length))
  if (ids.length > 0) own.set('content-id-map', JSON.stringify(Object.fromEntries(ids)))
  own.set('message-headers', JSON.stringify(headers.map(({ name, value }) => [name, value])))
  const shown = new Map<string, string>()
  for (const { name, value } of headers)
    if (!own.has(name) && !RESERVED.has(name) && !shown.has(name)) shown.set(name, value)
  return [...own, ...shown]
}

/** What a sender must not be able to say by a header. */
const RESERVED = new Set([
  'timestamp',
  'token',
  'signature',
  'attachment-count',
  'content-id-map',
  'body-html',
  'stripped-text',
])
