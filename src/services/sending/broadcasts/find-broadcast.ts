import { ApiError } from '../../../errors.js'
import type { BroadcastDoc } from '../../../models/broadcast.js'
import type { Models } from '../../../models/index.js'
import type { Caller } from '../../caller.js'

/** @throws ApiError `not_found`. */
export async function findBroadcast(
  { broadcasts }: Pick<Models, 'broadcasts'>,
  among: { account_id: string; test_mode?: true },
  id: string,
): Promise<BroadcastDoc> {
  const row = await broadcasts.collection.findOne({ _id: id, ...among })
  if (!row) throw new ApiError('not_found')
  return row
}

/** @param action what its status does not allow, like `be paused`. */
export const wrongStatus = ({ status }: Pick<BroadcastDoc, 'status'>, action: string) =>
  new ApiError('wrong_status', `A broadcast with the status ${status} cannot ${action}.`)

/** The key that a broadcast is sent with. What a test key made stays simulated. */
export const sentBy = ({ keyId, testMode }: Caller, made: { test_mode?: true } = {}) => ({
  key_id: keyId,
  test_mode: testMode || made.test_mode === true,
})
