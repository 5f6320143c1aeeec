import type { mongo } from 'mongoose'
import type { MailDraft, MailDraftSummary } from '../../../contract/mail-drafts.js'
import type { Attachment } from '../../../contract/messages.js'
import { ApiError } from '../../../errors.js'
import { idTime } from '../../../ids.js'
import type { Models } from '../../../models/index.js'
import type { DraftContent, MailDraftDoc } from '../../../models/mail-draft.js'
import { type MailReach, type MailViewer, reachOf } from '../../platform/mail-reach.js'
import { isoTime } from '../../platform/timestamps.js'
import { isUpToDate, nextSeq, OutdatedError, recordChanges } from '../threads/thread-writes.js'
import { sizeOf } from './draft-size.js'

/*
 * Rows of drafts. Every write compares the version and increments it, and is recorded for those who follow the mail. The
 * revision is what writers know: only changes of the content increment it.
 */

/** What lists show. */
export type SummaryRow = Omit<MailDraftDoc, 'body_text' | 'body_html' | 'attachments' | 'signature'>
export const SUMMARY = { body_text: 0, body_html: 0, attachments: 0, signature: 0 } as const

/** What happens to a row: its new fields, those it loses, or its deletion. */
export type DraftWrite = { $set: Partial<MailDraftDoc>; $unset?: Partial<Record<keyof MailDraftDoc, 1>> } | 'delete'

/** The drafts within reach, as a filter: those of the addresses that the mail of the key is of. */
export const draftsWithin = ({ accountId, addresses }: MailReach): mongo.Filter<MailDraftDoc> => ({
  account_id: accountId,
  ...(addresses && { own_address: { $in: [...addresses] } }),
})

/** @throws ApiError `not_found`. */
export async function findDraft(models: Models, viewer: MailViewer, id: string): Promise<MailDraftDoc> {
  const within = draftsWithin(await reachOf(models, viewer))
  const row = await models.mailDrafts.collection.findOne({ ...within, _id: id })
  if (!row) throw new ApiError('not_found')
  return row
}

/** What a row with a changed content also has. */
export const revised = ({ revision, size_bytes }: MailDraftDoc, content: DraftContent): Partial<MailDraftDoc> => ({
  revision: revision + 1,
  // One that counts no more is sent for good.
  ...(size_bytes !== 0 && { size_bytes: sizeOf(content) }),
})

/** Runs a write in a transaction. */
type Transaction = (run: (session: mongo.ClientSession) => Promise<void>) => Promise<void>

/** Writes a row, unless it was written since it was read: then nothing happens, and the answer is null. */
export async function writeDraft(
  models: Models,
  { _id, account_id, version, own_address: before }: MailDraftDoc,
  write: DraftWrite,
  transaction: Transaction = (run) => models.connection.transaction(run),
): Promise<MailDraftDoc | null> {
  let after: MailDraftDoc | null = null
  const own = { _id, account_id, version: version ?? { $exists: false } }
  const run = async (session: mongo.ClientSession) => {
    const seq = await nextSeq(models, account_id, session)
    after =
      write === 'delete'
        ? await models.mailDrafts.collection.findOneAndDelete(own, { session })
        : await models.mailDrafts.collection.findOneAndUpdate(
            own,
            { ...write, $inc: { version: 1 } },
            { session, returnDocument: 'after' },
          )
    if (!after) throw new OutdatedError()
    const isOpen = write !== 'delete' && after.open === true
    await recordDraft(models, after, { seq, isOpen, before }, session)
  }
  return (await isUpToDate(transaction(run))) ? after : null
}

/**
 * Records what became of a draft under the number of the transaction.
 * @param before the address that it was to be sent from until then: whoever sees its drafts is told, too.
 */
export function recordDraft(
  models: Models,
  { _id, account_id, own_address }: Pick<MailDraftDoc, '_id' | 'account_id' | 'own_address'>,
  { seq, isOpen, before }: { seq: number; isOpen: boolean; before: string | null },
  session: mongo.ClientSession,
): Promise<void> {
  const own_addresses = [...new Set([before, own_address])].flatMap((address) => address ?? [])
  const change = { type: isOpen ? ('drafted' as const) : ('draft_gone' as const), draft_id: _id, own_addresses }
  return recordChanges(models, { accountId: account_id, seq }, [change], session)
}

/**
 * What a draft has once it can be changed again.
 * @param isKeyUsed whether there is a message with its idempotency key: then the next one has another.
 */
export const reopened = (row: MailDraftDoc, now: Date, isKeyUsed: boolean): DraftWrite => ({
  $set: {
    ...{ status: 'draft', open: true, reopened: row.reopened + (isKeyUsed ? 1 : 0), updated_at: now },
    size_bytes: sizeOf(row),
  },
  $unset: { message_id: 1, accepted: 1, empty_at: 1, keeps_content: 1, expires_at: 1 },
})

/** What a draft is without its content. */
export const CONTENTLESS = {
  ...{ from: null, to: [], cc: [], bcc: [], subject: null, body_text: null, body_html: null, attachments: [] },
  size_bytes: 0,
}

/** Makes the draft of a message that was canceled a draft again. Repeatable. */
export async function reopenDraftOf(models: Models, accountId: string, messageId: string, now: Date): Promise<void> {
  for (;;) {
    const row = await models.mailDrafts.collection.findOne({ account_id: accountId, message_id: messageId })
    if (!row || (await writeDraft(models, row, reopened(row, now, true)))) return
  }
}

export function presentSummary(row: SummaryRow): MailDraftSummary {
  const { _id, kind, thread_id, inbox_id, status, revision, from, to, cc, bcc, subject, message_id } = row
  return {
    ...{ id: _id, kind, thread_id, inbox_id, status, revision, from, to, cc, bcc, subject },
    message_id: message_id ?? null,
    created_at: isoTime(idTime(_id)),
    updated_at: isoTime(row.updated_at),
  }
}

export function presentDraft(row: MailDraftDoc): MailDraft {
  const { body_text, body_html, attachments, signature = false } = row
  return { ...presentSummary(row), body_text, body_html, attachments: attachments.map(presentFile), signature }
}

const presentFile = ({ filename, content_type, content, upload_id, content_id }: Attachment) => ({
  filename: filename ?? null,
  content_type: content_type ?? null,
  size: content === undefined ? null : Buffer.byteLength(content, 'base64'),
  upload_id: upload_id ?? null,
  content_id: content_id ?? null,
})
