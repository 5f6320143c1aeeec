import type { Composition } from '../src/compose.js'

export interface Account {
  id: string
  /** A live key with the scope `admin`. */
  key: string
}

export async function createAccounts(count: number, { services }: Composition): Promise<Account[]> {
  const accounts: Account[] = []
  for (let index = 1; index <= count; index += 1) {
    const { account_id: id, key } = await services.accounts.create(`owner${index}@postline.localhost`)
    accounts.push({ id, key })
  }
  return accounts
}
