import { idTime } from '../../../ids.js'
import type { InboundEmailDoc } from '../../../models/inbound-email.js'
import type { IdentifiedMail } from '../../receiving/parsed-fields.js'
import type { MailToFile } from './mail-to-file.js'

/** A received mail as the mail app files it. */
export function mailToFileOf(email: InboundEmailDoc, parsed: IdentifiedMail, isAuthentic: boolean): MailToFile {
  return {
    accountId: email.account_id,
    source: 'inbound',
    id: email._id,
    rfcMessageId: parsed.rfcMessageId,
    inReplyTo: parsed.inReplyTo,
    references: parsed.references,
    subject: parsed.subject,
    from: parsed.from,
    isAuthentic,
    contentDigest: parsed.contentDigest,
    to: parsed.to,
    cc: parsed.cc,
    bcc: [],
    ownAddress: email.recipient,
    inboxId: email.inbox_id,
    occurredAt: idTime(email._id),
    text: parsed.searchText,
    replyText: parsed.replyText ?? '',
    attachments: parsed.attachments.map(({ filename }) => ({ filename })),
    sizeBytes: email.size_bytes,
  }
}
