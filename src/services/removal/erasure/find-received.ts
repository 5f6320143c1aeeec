import type { Models } from '../../../models/index.js'
import type { Erasing } from './message-eraser.js'
import { searchBlobs } from './search-blobs.js'
import { searchRows } from './search-rows.js'

const BATCH = 100

/** The ids of received mails that may have an address somewhere: in a field, a text, a file or the raw mail. */
export async function* findReceived(
  models: Models,
  accountId: string,
  erasing: Erasing,
): AsyncGenerator<string[], void> {
  const ofAccount = { account_id: accountId }
  for await (const { ids } of searchRows(models, models.inboundEmails, erasing, { filter: ofAccount })) yield ids
  // Texts are found by their mails: nothing lists those of an account.
  for (let after = ''; ; ) {
    const batch: { _id: string }[] = await models.inboundEmails.collection
      .find({ ...ofAccount, _id: { $gt: after } }, { projection: { _id: 1 }, sort: { _id: 1 }, limit: BATCH })
      .toArray()
    const last = batch.at(-1)
    if (!last) break
    after = last._id
    const filter = { _id: { $in: batch.map(({ _id }) => _id) } }
    for await (const { ids } of searchRows(models, models.inboundContents, erasing, { filter })) yield ids
  }
  yield* searchBlobs(models, accountId, erasing)
}
