import { groupBy } from '../../../lib/collections/group-by.js'
import type { Models } from '../../../models/index.js'
import type { Charge, MessageDoc } from '../../../models/message.js'
import { takingBack, usageIdOf } from './grant.js'

type ChargedMessage = Pick<MessageDoc, '_id' | 'account_id' | 'key_id'> & { charge: Charge }

/**
 * Gives back the charges of messages that no provider accepted. Each charge once, however often this is called.
 * @param ids messages; those without a charge are ignored.
 */
export async function releaseCharges(
  { connection, messages, usage }: Pick<Models, 'connection' | 'messages' | 'usage'>,
  ids: readonly string[],
): Promise<void> {
  await connection.transaction(async (session) => {
    const filter = { _id: { $in: [...ids] }, 'charge.state': 'charged' }
    const projection = { account_id: 1, key_id: 1, charge: 1 }
    const rows = await messages.collection.find<ChargedMessage>(filter, { projection, session }).toArray()
    if (rows.length === 0) return
    await messages.collection.updateMany(filter, { $set: { 'charge.state': 'returned' } }, { session })
    for (const [usageId, own] of groupBy(rows, (row) => usageIdOf(row.account_id, row.charge.period))) {
      const grants = own.map(({ _id, key_id, charge: { micros, count } }) => ({
        message_id: _id,
        key_id,
        micros,
        count,
      }))
      const $inc = { version: 1, ...takingBack(grants) }
      await usage.collection.updateOne({ _id: usageId }, { $inc }, { session })
    }
  })
}
