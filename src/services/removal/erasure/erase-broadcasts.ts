import { isDeepStrictEqual } from 'node:util'
import type { KeptAddress } from '../../../contract/recipients.js'
import { normalizeAddress, parseMailbox } from '../../../lib/mail/addresses.js'
import type { BroadcastDoc } from '../../../models/broadcast.js'
import type { Models } from '../../../models/index.js'
import { sizeOf } from '../../sending/broadcasts/broadcast-edits.js'
import type { Erasing } from './message-eraser.js'
import { searchRows } from './search-rows.js'

/** A claim under which a worker makes messages with what it read before. */
export type ClaimedBroadcast = Pick<BroadcastDoc, '_id'> & { token: string }

/** Nothing is sent any more. */
const FINISHED: readonly BroadcastDoc['status'][] = ['sent', 'canceled']

/**
 * Erases an address from broadcasts: names, subjects, bodies and addresses for replies, as from mail that waits. A sender
 * stays until nothing is sent any more. Repeatable.
 */
export async function eraseBroadcasts(models: Models, accountId: string, erasing: Erasing): Promise<KeptAddress[]> {
  const kept: KeptAddress[] = []
  const search = { filter: { account_id: accountId } }
  for await (const { ids } of searchRows(models, models.broadcasts, erasing, search)) {
    for (const _id of ids) {
      const row = await eraseOne(models, _id, erasing)
      if (row?.from_email && erasing.traces.removeFrom(row.from_email) !== row.from_email) {
        kept.push({ object: 'broadcast', id: _id, field: 'from_email' })
      }
    }
  }
  return kept
}

/**
 * The broadcasts of an account that workers have in hand. An account has few at a time, and a claim is for one portion.
 * Whatever it contains now, a worker may have read the address in it, or among the members of its list.
 */
export async function broadcastsInHand(models: Models, accountId: string, now: Date): Promise<ClaimedBroadcast[]> {
  const rows = models.broadcasts.collection.find(
    { account_id: accountId, 'lease.until': { $gt: now } },
    { projection: { lease: 1 } },
  )
  return (await rows.toArray()).map(({ _id, lease }) => ({ _id, token: lease!.token }))
}

/** @returns the broadcast as it is afterwards; null if it was deleted meanwhile. */
async function eraseOne(
  { broadcasts: { collection } }: Models,
  _id: string,
  erasing: Erasing,
): Promise<BroadcastDoc | null> {
  for (;;) {
    const row = await collection.findOne({ _id })
    if (!row) return null
    const changed = await changesOf(row, erasing)
    if (changed === null) return row
    // What has changed with it meanwhile is cleaned as it is then.
    const same = { _id, status: row.status, revision: row.revision ?? { $exists: false } }
    // A new revision: renderings of the source are cached by it.
    const next = await collection.findOneAndUpdate(
      same,
      { $set: { ...changed, size: sizeOf({ ...row, ...changed }) }, $inc: { revision: 1 } },
      { returnDocument: 'after' },
    )
    if (next) return next
  }
}

/** The fields that change; null for none. */
async function changesOf(row: BroadcastDoc, { address, traces }: Erasing): Promise<Partial<BroadcastDoc> | null> {
  const { name, subject, body_html, body_text, failures, reply_to } = row
  const texts = { name, subject, body_html, body_text, failures }
  const clean: Partial<BroadcastDoc> = {
    ...(await traces.removeFromAll(texts)),
    // As from the mail that it makes.
    reply_to: reply_to.filter((mailbox) => !isAddress(mailbox, address)).map((mailbox) => traces.removeFrom(mailbox)),
    ...(FINISHED.includes(row.status) && { from_email: row.from_email && traces.removeFrom(row.from_email) }),
  }
  const before: Partial<BroadcastDoc> = {
    ...texts,
    reply_to,
    ...('from_email' in clean && { from_email: row.from_email }),
  }
  return isDeepStrictEqual(clean, before) ? null : clean
}

function isAddress(mailbox: string, address: string): boolean {
  const email = parseMailbox(mailbox)?.email
  return email !== undefined && normalizeAddress(email) === address
}
