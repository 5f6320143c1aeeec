import { isDeepStrictEqual } from 'node:util'
import { mapInSlices } from '../../../lib/concurrency/time-slices.js'
import type { Models } from '../../../models/index.js'
import { reviseSuppressions } from '../../../models/revisions.js'
import { ANY_STATUS } from '../../../models/webhook.js'
import { deleteBodies } from './erase-chain.js'
import { eraseGroups } from './erase-groups.js'
import type { Erasing } from './message-eraser.js'
import { rowsOf, type Search, type Searched, searchRows } from './search-rows.js'

/** Erases an address from what an account has besides its messages. Repeatable. */
export async function eraseElsewhere(models: Models, accountId: string, erasing: Erasing): Promise<void> {
  const { address } = erasing
  const ofAccount = { account_id: accountId }
  await eraseEvents(models, erasing, { filter: { ...ofAccount, seq: { $gt: 0 } }, order: 'seq' })
  const endpoints = await Promise.all([
    models.subscriptions.collection.find(ofAccount, { projection: { _id: 1 } }).toArray(),
    models.inboundRoutes.collection.find(ofAccount, { projection: { _id: 1 } }).toArray(),
  ])
  for (const { _id } of endpoints.flat()) {
    const filter = { ...ofAccount, subscription_id: _id, ...ANY_STATUS }
    await eraseFields(models, models.deliveries, erasing, { filter })
  }
  await eraseFields(models, models.auditEntries, erasing, { filter: ofAccount })
  // What is approved is sent as it was shown, or not at all.
  for await (const { ids } of searchRows(models, models.approvals, erasing, { filter: ofAccount })) {
    await models.approvals.collection.deleteMany({ ...ofAccount, _id: { $in: ids } })
  }
  await eraseFields(models, models.suppressions, erasing, { filter: ofAccount })
  await reviseSuppressions(models, [accountId])
  await eraseFields(models, models.deadLetters, erasing, { filter: ofAccount })
  // They name addresses of the account itself.
  await eraseFields(models, models.mailNotes, erasing, { filter: ofAccount })
  await eraseFields(models, models.mailChanges, erasing, { filter: ofAccount, order: 'seq' })
  await eraseGroups(models, accountId, erasing)
  await models.blockedSenders.collection.deleteMany({ account_id: accountId, sender: address })
  await models.testRecipients.collection.deleteMany({ account_id: accountId, address })
  await models.dailyQuotas.collection.deleteMany({ _id: { $in: await quotasOf(models, accountId, erasing) } })
}

/** Events of other messages that mention the address. */
async function eraseEvents(models: Models, erasing: Erasing, search: Search): Promise<void> {
  for await (const { ids } of searchRows(models, models.events, erasing, search)) {
    await eraseThese(models, models.events, ids, erasing)
    await deleteBodies(models, ids)
  }
}

/** Erases the address from the fields of rows. Returns how many rows had it. */
export async function eraseFields(models: Models, rows: Searched, erasing: Erasing, search: Search): Promise<number> {
  let count = 0
  for await (const { ids } of searchRows(models, rows, erasing, search)) {
    count += await eraseThese(models, rows, ids, erasing)
  }
  return count
}

/** Rewrites the fields of rows that contain the address. Returns how many. */
async function eraseThese(models: Models, searched: Searched, ids: string[], { traces }: Erasing): Promise<number> {
  if (ids.length === 0) return 0
  const collection = rowsOf(models, searched)
  const rows = await collection.find({ _id: { $in: ids } }).toArray()
  const writes = await mapInSlices(rows, async (row) => {
    const { _id, ...fields } = row
    const clean = Object.entries(await traces.removeFromAll(fields))
    const changed = clean.filter(([name, value]) => !isDeepStrictEqual(value, row[name]))
    if (changed.length === 0) return []
    return [{ updateOne: { filter: { _id }, update: { $set: Object.fromEntries(changed) } } }]
  })
  if (writes.flat().length > 0) await collection.bulkWrite(writes.flat(), { ordered: false })
  return writes.flat().length
}

/** What is counted by day for the address. Such rows are few: they last two days. */
async function quotasOf(models: Models, accountId: string, erasing: Erasing): Promise<string[]> {
  const found: string[] = []
  for await (const { ids } of searchRows(models, models.dailyQuotas, erasing, {})) found.push(...ids)
  return found.filter((id) => id.includes(accountId) && erasing.traces.removeFrom(id) !== id)
}
