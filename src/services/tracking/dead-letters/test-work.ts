import { exists } from '../../../models/exists.js'
import type { Models } from '../../../models/index.js'
import type { DeadLetterDoc } from '../../../streams/engine/dead-letters.js'
import { type WorkKind, workKind } from '../../../streams/topics.js'
import { type Principal, writableBy } from '../../caller.js'

type Row = { _id: string } & ReturnType<typeof writableBy>

/**
 * Whether a test key made what the parked work is about. Imports have no mode, because contacts have none. What comes in,
 * mail and callbacks of a provider, is live.
 */
const IS_TEST_WORK: Record<WorkKind, (models: Models, row: Row) => Promise<boolean>> = {
  dispatch: async ({ messages }, row) => exists(messages.collection, row),
  'fan-out': async ({ events }, row) => exists(events.collection, row),
  broadcasts: async ({ broadcasts }, row) => exists(broadcasts.collection, row),
  async deliveries({ deliveries, subscriptions }, { _id, ...own }) {
    const delivery = await deliveries.collection.findOne(
      { _id, account_id: own.account_id },
      { projection: { subscription_id: 1 } },
    )
    return delivery !== null && (await exists(subscriptions.collection, { _id: delivery.subscription_id, ...own }))
  },
  imports: async () => true,
  ingest: async () => false,
  inbound: async () => false,
}

/** Whether a test key may retry a dead letter of its account. */
export async function isTestWork(models: Models, letter: DeadLetterDoc, principal: Principal): Promise<boolean> {
  const kind = workKind(letter.kind)
  return kind !== undefined && IS_TEST_WORK[kind](models, { _id: letter.row_id, ...writableBy(principal) })
}
