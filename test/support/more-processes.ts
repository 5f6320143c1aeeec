import { afterAll, beforeAll } from 'vitest'
import type { AppPorts } from '../../src/app.js'
import { type Settings, startApp, type TestApp } from './start-app.js'

/** Another process of the same deployment: the database and key prefix of `first`, but its own parts. */
export async function anotherProcess(
  first: TestApp,
  settings: Settings = {},
  ports: Partial<AppPorts> = {},
): Promise<TestApp> {
  const { mongodbUri, redisUrl, redisPrefix, compatApis } = first.app.config
  const shared = { MONGODB_URI: mongodbUri, REDIS_URL: redisUrl, REDIS_PREFIX: redisPrefix }
  const second = await startApp({ ...shared, COMPAT_APIS: compatApis.join() || 'none', ...settings }, ports)
  return {
    ...second,
    accountId: first.accountId,
    adminKey: first.adminKey,
  }
}

/** Two API processes of one deployment for the tests of a file. They run as soon as a hook or a test can use them. */
export function useTwoProcesses(settings: Settings = {}): [app: TestApp, second: TestApp] {
  const processes: [TestApp, TestApp] = [{} as TestApp, {} as TestApp]
  const [app, second] = processes
  beforeAll(async () => {
    Object.assign(app, await startApp({ ROLES: 'api', ...settings }))
    Object.assign(second, await anotherProcess(app, { ROLES: 'api' }))
  })
  afterAll(async () => {
    await second.close()
    await app.close()
  })
  return processes
}

/** Another account of the same deployment. */
export async function anotherAccount(
  { app }: TestApp,
  ownerEmail = 'somebody@elsewhere.test',
): Promise<{ accountId: string; key: string }> {
  const { account_id, key } = await app.services.accounts.create(ownerEmail)
  return { accountId: account_id, key }
}
