import type { mongo } from 'mongoose'
import { ApiError } from '../../../errors.js'
import type { Models } from '../../../models/index.js'
import { DRAFT_SIZES_INDEX, type DraftContent } from '../../../models/mail-draft.js'
import { DRAFT_QUOTA_BYTES, type Quotas } from '../../platform/quotas.js'

const MIB = 1024 * 1024
/** Longest draft, in bytes: a row of MongoDB has at most 16 MiB. */
const MAX_BYTES = 12 * MIB

/** The bytes of a draft: its texts, and its files as base64. */
export function sizeOf({ to, cc, bcc, subject, body_text, body_html, attachments }: DraftContent): number {
  const texts = [...to, ...cc, ...bcc, subject, body_text, body_html, ...attachments.map(({ content }) => content)]
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0)
}

/** @throws ApiError `payload_too_large` for a draft that is too large to be stored. */
export function assertSize(content: DraftContent): void {
  if (sizeOf(content) > MAX_BYTES)
    throw new ApiError('payload_too_large', 'A draft can have at most 12 MiB, files as base64 included.')
}

/**
 * Keeps the drafts of an account within its quota. Only within a transaction that has the turn of the quota `drafts`.
 * @param added how many bytes more there will be.
 * @throws ApiError `payload_too_large`.
 */
export async function assertRoom(
  { models, quotas }: { models: Pick<Models, 'mailDrafts'>; quotas: Pick<Quotas, 'factorOf'> },
  accountId: string,
  added: number,
  session: mongo.ClientSession,
): Promise<void> {
  const limit = DRAFT_QUOTA_BYTES * (await quotas.factorOf(accountId, session))
  const [all] = await models.mailDrafts.collection
    .aggregate<{ bytes: number }>(
      [
        { $match: { account_id: accountId, size_bytes: { $gt: 0 } } },
        { $group: { _id: null, bytes: { $sum: '$size_bytes' } } },
      ],
      { session, hint: DRAFT_SIZES_INDEX },
    )
    .toArray()
  if ((all?.bytes ?? 0) + added <= limit) return
  const message = `The drafts of an account can have at most ${limit / MIB} MiB in all. Send or delete some first.`
  throw new ApiError('payload_too_large', message)
}
