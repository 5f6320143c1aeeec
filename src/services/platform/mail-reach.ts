import { normalizeAddress } from '../../lib/mail/addresses.js'
import type { Models } from '../../models/index.js'
import type { Caller } from '../caller.js'

/** Who looks at mail: the account, and the inboxes that the key is bound to. */
export type MailViewer = Pick<Caller, 'accountId' | 'inboxIds'>

/** Somebody who sees all mail of an account. */
export const viewerOf = (accountId: string): MailViewer => ({ accountId, inboxIds: null })

/** The mail that a key reaches: what arrived at some addresses of the account, and what was sent from them. */
export interface MailReach {
  accountId: string
  /** Normalized; null for all mail of the account. */
  addresses: readonly string[] | null
}

/** Looked up every time: the mail of an inbox that was deleted is out of reach at once, also for an open stream. */
export async function reachOf(
  { inboxes }: Pick<Models, 'inboxes'>,
  { accountId, inboxIds }: MailViewer,
): Promise<MailReach> {
  if (!inboxIds) return { accountId, addresses: null }
  const own = { _id: { $in: [...inboxIds] }, account_id: accountId, live_address: { $exists: true } }
  const rows = await inboxes.collection.find(own, { projection: { address: 1 } }).toArray()
  return { accountId, addresses: rows.map(({ address }) => address) }
}

/** Whether one of some of our normalized addresses is one of those. */
export const isAnyWithin = ({ addresses }: MailReach, own: readonly string[]): boolean =>
  addresses === null || own.some((address) => addresses.includes(address))

/** Whether an address is one of those. */
export const isWithin = ({ addresses }: MailReach, address: string): boolean =>
  addresses === null || addresses.includes(normalizeAddress(address))
