import { idTime } from '../../ids.js'
import type { InboundContentDoc, InboundEmailDoc } from '../../models/inbound-email.js'
import type { ServiceDeps } from '../deps.js'
import type { BlobStore } from '../platform/blobs/blob-store.js'
import { isLarge, type LargeReads, SKIP_UTF8_VALIDATION } from '../reading/large-reads.js'
import type { ReportedFile, ReportedMail } from '../tracking/webhooks/dialects/reported-mail.js'
import { attachmentKey } from './blob-keys.js'

type WholeMailDeps = Pick<ServiceDeps, 'models'> & {
  blobStore: Pick<BlobStore, 'get'>
  largeReads: Pick<LargeReads, 'read'>
}

/** Reads received mails with everything in them, for webhooks that hand over whole mails. */
export class WholeMails {
  readonly #deps: WholeMailDeps

  constructor(deps: WholeMailDeps) {
    this.#deps = deps
  }

  /** About the bytes that a mail takes in memory; null if it is not kept any more. */
  async sizeOf(accountId: string, id: string): Promise<number | null> {
    const row = await this.#deps.models.inboundEmails.collection.findOne(
      { _id: id, account_id: accountId },
      { projection: { size_bytes: 1 } },
    )
    return row?.size_bytes ?? null
  }

  /** A mail with the bytes of its files. What is not kept any more is empty; null for the whole mail. */
  async read(accountId: string, id: string): Promise<ReportedMail | null> {
    const row = await this.#deps.models.inboundEmails.collection.findOne({ _id: id, account_id: accountId })
    if (!row?.parsed_at) return null
    const content = await this.#contentOf(row)
    const files: ReportedFile[] = []
    for (const [index, { filename, content_type, size, content_id }] of row.attachments.entries()) {
      const bytes = await this.#deps.blobStore.get(accountId, attachmentKey(id, index))
      files.push({ filename, size, contentType: content_type, contentId: content_id, bytes })
    }
    return {
      ...{ id, recipient: row.recipient, subject: row.subject, messageId: row.rfc_message_id, files },
      ...{ from: row.from, to: row.to, cc: row.cc, replyTo: row.reply_to },
      envelopeFrom: row.envelope_from,
      clientIp: row.client?.ip ?? null,
      receivedAt: idTime(id),
      text: content?.text ?? null,
      html: content?.html ?? null,
      replyText: content?.reply_text ?? null,
      headers: content?.headers ?? [],
      spf: row.verdicts.spf,
      dkim: row.verdicts.dkim,
    }
  }

  async #contentOf({ _id, account_id, size_bytes }: InboundEmailDoc): Promise<InboundContentDoc | null> {
    const { models, largeReads } = this.#deps
    const read = () => models.inboundContents.collection.find({ _id, account_id }, SKIP_UTF8_VALIDATION)
    for await (const content of isLarge(size_bytes) ? largeReads.read(account_id, read) : read()) return content
    return null
  }
}
