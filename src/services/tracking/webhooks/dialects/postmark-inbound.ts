import type { Mailbox } from '../../../../lib/mail/addresses.js'
import { mailboxesText } from './mail-text.js'
import type { ReceivedFormat } from './received-request.js'
import type { ReportedFile, ReportedMail } from './reported-mail.js'

/** Postmark's inbound JSON: https://postmarkapp.com/developer/webhooks/inbound-webhook. */
export const postmarkInbound: ReceivedFormat = {
  requestOf: (mail) => ({ json: jsonOf(mail) }),
}

function jsonOf(mail: ReportedMail) {
  const { from, to, cc, replyTo, headers } = mail
  const [sender = { name: null, email: '' }] = from
  const named = (name: string) => headers.find((header) => header.name.toLowerCase() === name)?.value
  return {
    FromName: sender.name ?? '',
    MessageStream: 'inbound',
    From: sender.email,
    FromFull: fullOf(sender),
    To: mailboxesText(to),
    ToFull: to.map(fullOf),
    Cc: mailboxesText(cc),
    CcFull: cc.map(fullOf),
    Bcc: '',
    BccFull: [],
    OriginalRecipient: mail.recipient,
    ReplyTo: mailboxesText(replyTo),
    Subject: mail.subject,
    MessageID: mail.id,
    Date: named('date') ?? mail.receivedAt?.toUTCString() ?? '',
    MailboxHash: hashOf(mail.recipient),
    TextBody: mail.text ?? '',
    HtmlBody: mail.html ?? '',
    StrippedTextReply: mail.replyText ?? '',
    Tag: '',
    Headers: headers.map(({ name, value }) => ({ Name: name, Value: value })),
    Attachments: mail.files.map(attachment),
  }
}

const fullOf = ({ name, email }: Mailbox) => ({ Email: email, Name: name ?? '', MailboxHash: hashOf(email) })

/** What follows the first plus sign of a local part (RFC 5233). */
const hashOf = (email: string): string => /^[^@+]*\+([^@]*)@/.exec(email)?.[1] ?? ''

const attachment = ({ filename, contentType, size, contentId, bytes }: ReportedFile) => ({
  Name: filename,
  ...(bytes && { Content: bytes.toString('base64') }),
  ContentType: contentType,
  ContentLength: size,
  ContentID: contentId ?? '',
})
