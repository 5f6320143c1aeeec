import { idTime } from '../../../ids.js'
import { domainOf } from '../../../lib/mail/addresses.js'
import type { MailContent, MessageDoc } from '../../../models/message.js'
import { composeMime } from '../../../providers/mail/compose-mime.js'

/** The bytes of a message as it leaves, but for its signature and what tracking changes. */
export function composeSent(message: MessageDoc & { content: MailContent }): Promise<Buffer> {
  const { _id: messageId, account_id: accountId, content } = message
  const { from, to, cc, bcc, subject, html, text } = content
  return composeMime({
    ...{ accountId, messageId, envelopeFrom: from.email, from, to, cc, bcc, subject, html, text },
    rfcMessageId: message.rfc_message_id ?? `${messageId}@${domainOf(from.email)}`,
    replyTo: content.reply_to,
    headers: Object.fromEntries(content.headers),
    attachments: content.attachments.map((file) => ({
      ...{ filename: file.filename, contentType: file.content_type, contentId: file.content_id },
      content: Buffer.from(file.content.buffer),
    })),
    date: message.scheduled_at ?? idTime(messageId),
    dkim: [],
  })
}
