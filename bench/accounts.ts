import type { Composition } from '../src/compose.js'
import { MAX_STREAMS } from '../src/event-streams/stream-slots.js'

export interface Account {
  id: string
  /** A live key with the scope `admin`. */
  key: string
}

/** Makes as many accounts as it takes to open this many event streams. */
export async function createAccountsFor(streams: number, { services }: Composition): Promise<Account[]> {
  const accounts: Account[] = []
  for (let index = 1; index <= Math.ceil(streams / MAX_STREAMS); index += 1) {
    const { account_id: id, key } = await services.accounts.create(`owner${index}@postline.localhost`)
    accounts.push({ id, key })
  }
  return accounts
}
