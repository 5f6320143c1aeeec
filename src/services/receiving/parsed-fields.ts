import type { InboundVerdicts } from '../../contract/inbound.js'
import type { InboundEmailDoc } from '../../models/inbound-email.js'
import type { ReadMail } from '../reading/content-digest.js'

/** The fields of a mail that are known once it is parsed. */
export type ParsedFields = Required<Pick<InboundEmailDoc, 'parsed_at'>> &
  Pick<
    InboundEmailDoc,
    | 'rfc_message_id'
    | 'in_reply_to'
    | 'references'
    | 'sent_at'
    | 'from'
    | 'reply_to'
    | 'to'
    | 'cc'
    | 'subject'
    | 'verdicts'
    | 'attachments'
    | 'thread_id'
  >

const ID_CHARS = 32

interface Results {
  verdicts: InboundVerdicts
  threadId: string | null
  parsedAt: Date
}

/** A parsed mail that certainly has a Message-ID. */
export type IdentifiedMail = ReadMail & { rfcMessageId: string }

/** Gives a mail without a Message-ID one of ours: the same for each of its recipients. */
export function withMessageId(parsed: ReadMail, rawDigest: string, host: string): IdentifiedMail {
  return { ...parsed, rfcMessageId: parsed.rfcMessageId ?? `${rawDigest.slice(0, ID_CHARS)}@${host}` }
}

export function parsedFields(parsed: IdentifiedMail, { verdicts, threadId, parsedAt }: Results): ParsedFields {
  return {
    parsed_at: parsedAt,
    rfc_message_id: parsed.rfcMessageId,
    in_reply_to: parsed.inReplyTo,
    references: parsed.references,
    sent_at: parsed.sentAt,
    from: parsed.from,
    reply_to: parsed.replyTo,
    to: parsed.to,
    cc: parsed.cc,
    subject: parsed.subject,
    verdicts,
    attachments: parsed.attachments.map(({ filename, contentType, contentId, content }) => ({
      filename,
      content_type: contentType,
      size: content.length,
      content_id: contentId,
    })),
    thread_id: threadId,
  }
}
