import type { Models } from '../../../models/index.js'
import type { Caller } from '../../caller.js'

/**
 * What colleagues call who makes a request: the name that it gives, or that of its key; the id of a key without a name.
 * A browser session has its key.
 */
export async function callerName(
  { apiKeys }: Models,
  { accountId, keyId }: Pick<Caller, 'accountId' | 'keyId'>,
  given: string | undefined,
): Promise<string> {
  if (given !== undefined) return given
  const key = await apiKeys.collection.findOne({ _id: keyId, account_id: accountId }, { projection: { name: 1 } })
  return key?.name ?? keyId
}
