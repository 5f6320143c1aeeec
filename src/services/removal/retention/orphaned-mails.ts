import { ID_PREFIXES, idFloor } from '../../../ids.js'
import type { Models } from '../../../models/index.js'
import { forgetMails } from '../../mail-app/filing/forget-mails.js'

const BATCH = 200

/**
 * Removes mails from threads whose messages or inbound emails are gone. An answer that arrives while the message that it
 * names is deleted files that message, and without this its thread would stay in lists for ever. Rows exist before they are
 * filed, so what is missing is gone. Most mails of that time are, so there is little to look at.
 */
export async function* removeOrphanedMails(
  models: Models,
  kind: 'message' | 'inboundEmail',
  cutoff: Date,
): AsyncGenerator<number, void> {
  const { collectionName } = (kind === 'message' ? models.messages : models.inboundEmails).collection
  const rows = models.connection.db!.collection<{ _id: string }>(collectionName)
  const end = idFloor(kind, cutoff)
  for (let after: string = ID_PREFIXES[kind]; ; ) {
    const batch = await models.mailItems.collection
      .find({ _id: { $gt: after, $lt: end } }, { projection: { copies: 1 }, sort: { _id: 1 }, limit: BATCH })
      .toArray()
    const last = batch.at(-1)
    if (!last) return
    after = last._id
    const ids = batch.flatMap(({ copies }) => copies.map(({ id }) => id))
    const kept = await rows.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray()
    const known = new Set(kept.map(({ _id }) => _id))
    await forgetMails(
      models,
      ids.filter((id) => !known.has(id)),
    )
    yield 0
  }
}
