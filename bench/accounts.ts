import { pino } from 'pino'
import { type AppConfig, type Composition, compose } from '../src/compose.js'
import { readConfig } from '../src/config.js'
import { createTestKey } from './ground.js'

export interface Account {
  id: string
  /** The address of its owner, to which it may send without a domain. */
  email: string
  /** A live key with the scope `admin`. */
  key: string
}

export async function createAccounts(count: number, { services }: Composition): Promise<Account[]> {
  const accounts: Account[] = []
  for (let index = 1; index <= count; index += 1) {
    const email = `owner${index}@postline.localhost`
    const { account_id: id, key } = await services.accounts.create(email)
    accounts.push({ id, email, key })
  }
  return accounts
}

/** Makes accounts with a live and a test key each. @param url the API of a process with the same settings. */
export async function createKeys(
  settings: Record<string, string>,
  url: string,
  count: number,
): Promise<{ adminKey: string; testKey: string }[]> {
  const parts = await compose(readConfig(settings) as AppConfig, { log: pino({ level: 'warn' }) })
  try {
    const accounts = await createAccounts(count, parts)
    return await Promise.all(
      accounts.map(async ({ key }) => ({ adminKey: key, testKey: await createTestKey(url, key) })),
    )
  } finally {
    await parts.close()
  }
}
