import type { InboundEmail, InboundEmailSummary } from '../../contract/inbound.js'
import { idTime } from '../../ids.js'
import { showMailbox } from '../../lib/mail/addresses.js'
import type { InboundContentDoc, InboundEmailDoc, InboundMailboxDoc } from '../../models/inbound-email.js'
import { isoTime } from '../platform/timestamps.js'

const present = (mailboxes: InboundMailboxDoc[]): string[] => mailboxes.map(showMailbox)

/** The authors of a mail in one text, as its header has them. */
export const fromText = ({ from }: Pick<InboundEmailDoc, 'from'>): string => present(from).join(', ')

/** A received mail as lists show it. */
export function presentInboundSummary(email: InboundEmailDoc): InboundEmailSummary {
  const { verdicts } = email
  return {
    id: email._id,
    account_id: email.account_id,
    domain: email.domain,
    recipient: email.recipient,
    inbox_id: email.inbox_id,
    from: fromText(email),
    to: present(email.to),
    cc: present(email.cc),
    subject: email.subject,
    spf_verdict: verdicts.spf,
    dkim_verdict: verdicts.dkim,
    dmarc_verdict: verdicts.dmarc,
    spam_verdict: verdicts.spam,
    virus_verdict: verdicts.virus,
    attachments: email.attachments.map(({ filename, content_type, size, content_id }) => ({
      filename,
      content_type,
      size,
      content_id,
    })),
    size_bytes: email.size_bytes,
    received_at: isoTime(idTime(email._id)),
    thread_id: email.thread_id,
  }
}

type Content = Pick<InboundContentDoc, 'text' | 'html' | 'html_safe' | 'reply_text' | 'headers'>

/** A received mail with everything in it. @param content null once it is removed. */
export function presentInbound(email: InboundEmailDoc, content: Content | null): InboundEmail {
  return {
    ...presentInboundSummary(email),
    text: content?.text ?? null,
    html: content?.html ?? null,
    html_safe: content?.html_safe ?? null,
    reply_text: content?.reply_text ?? null,
    headers: content?.headers.map(({ name, value }) => ({ name, value })) ?? [],
    rfc_message_id: email.rfc_message_id,
    in_reply_to: email.in_reply_to,
    references: email.references,
  }
}
