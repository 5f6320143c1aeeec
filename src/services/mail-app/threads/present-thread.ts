import type { TimelineEvent } from '../../../contract/events.js'
import type { MailEntry, MailThreadSummary } from '../../../contract/mail-threads.js'
import type { MessageContent } from '../../../contract/message-content.js'
import { formatMailbox } from '../../../lib/mail/addresses.js'
import type { InboundContentDoc, InboundEmailDoc, InboundMailboxDoc } from '../../../models/inbound-email.js'
import type { MailItemDoc } from '../../../models/mail-item.js'
import type { MailThreadDoc } from '../../../models/mail-thread.js'
import { isoTime } from '../../platform/timestamps.js'

/** The names of labels by id, in the order of lists. */
type Names = ReadonlyMap<string, string>

export function presentThread(thread: MailThreadDoc, names: Names): MailThreadSummary {
  const own = new Set(thread.labels)
  return {
    id: thread._id,
    subject: thread.subject,
    snippet: thread.snippet,
    participants: thread.participants,
    participant_names: thread.participants.map((_address, index) => thread.participant_names?.[index] ?? ''),
    last_message_at: isoTime(thread.last_message_at),
    message_count: thread.message_count,
    has_unread: thread.unread,
    is_starred: thread.starred,
    labels: [...names].flatMap(([id, name]) => (own.has(id) ? [name] : [])),
    folder: thread.folder,
    snoozed_until: thread.snoozed_until ? isoTime(thread.snoozed_until) : null,
    assignee: thread.assignee ?? null,
    note_count: thread.note_count ?? 0,
  }
}

/** Addresses as texts. */
export const shown = (mailboxes: readonly InboundMailboxDoc[]): string[] => mailboxes.map(formatMailbox)

/** The files of a received mail, with the URLs of their bytes. */
export function filesOfReceived(
  { _id, attachments = [] }: Pick<InboundEmailDoc, '_id'> & Partial<Pick<InboundEmailDoc, 'attachments'>>,
  baseUrl: string,
): MailEntry['attachments'] {
  return attachments.map(({ filename, content_type, size, content_id }, index) => ({
    ...{ filename, content_type, size, content_id },
    url: `${baseUrl}/v1/inbound/${_id}/attachments/${index}`,
  }))
}

/** The files of a sent mail. */
export const filesOfSent = ({ attachments }: Pick<MessageContent, 'attachments'>): MailEntry['attachments'] =>
  attachments.map((file) => ({ ...file, url: null }))

function presentItem(item: MailItemDoc) {
  return {
    id: item._id,
    source: item.source,
    from: shown(item.from)[0] ?? '',
    to: shown(item.to),
    cc: shown(item.cc),
    subject: item.subject,
    occurred_at: isoTime(item.occurred_at),
    rfc_message_id: item.rfc_message_id,
    is_starred: item.starred,
  }
}

/** What is known of a received mail; its rows may be gone. */
export interface Received {
  email: InboundEmailDoc | undefined
  content: InboundContentDoc | undefined
  truncated: boolean
}

export function presentReceived(
  item: MailItemDoc,
  { email, content, truncated }: Received,
  baseUrl: string,
): MailEntry {
  return {
    ...presentItem(item),
    html_body: content?.html ?? null,
    html_safe: content?.html_safe ?? null,
    text_body: content?.text ?? null,
    reply_text: content?.reply_text ?? null,
    truncated,
    status: 'received',
    undo_until: null,
    spf_verdict: email?.verdicts?.spf ?? 'NONE',
    dkim_verdict: email?.verdicts?.dkim ?? 'NONE',
    dmarc_verdict: email?.verdicts?.dmarc ?? 'NONE',
    attachments: email ? filesOfReceived(email, baseUrl) : [],
    events: [],
  }
}

/** What is known of a message of ours; its content may be gone. */
export interface Sent {
  status: MailEntry['status']
  scheduledAt: string | null
  content: MessageContent | null
  replyText: string | null
  events: TimelineEvent[]
  truncated: boolean
}

export function presentSent(
  item: MailItemDoc,
  { status, scheduledAt, content, replyText, events, truncated }: Sent,
): MailEntry {
  return {
    ...presentItem(item),
    html_body: content?.body_html ?? null,
    html_safe: null,
    text_body: content?.body_text ?? null,
    reply_text: replyText,
    truncated,
    status,
    undo_until: status === 'scheduled' ? scheduledAt : null,
    spf_verdict: null,
    dkim_verdict: null,
    dmarc_verdict: null,
    attachments: content ? filesOfSent(content) : [],
    events,
  }
}
