import { ID_PREFIXES } from '../ids.js'
import type { Models } from '../models/index.js'

/**
 * Whether rows that wait for this holder may go on: an account that is not suspended, a webhook subscription
 * that is not paused. Rows of a holder that is gone may go on too: their worker closes them.
 */
export async function isHoldOver(models: Models, holder: string): Promise<boolean> {
  const stillHolds = holder.startsWith(ID_PREFIXES.account)
    ? await models.accounts.exists({ _id: holder, suspended_at: { $ne: null } })
    : await models.subscriptions.exists({ _id: holder, is_active: false })
  return stillHolds === null
}
