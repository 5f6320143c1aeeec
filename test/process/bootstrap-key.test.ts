import { expect, test } from 'vitest'
import { type Config, readConfig } from '../../src/config.js'
import { runProcess } from '../../src/process/run-process.js'
import { giveBackDatabase, useDatabase } from '../support/databases.js'
import { testSettings } from '../support/start-app.js'

test('a start with another BOOTSTRAP_ADMIN_KEY than the first one says in one line how to change the key', async () => {
  const [first, other] = ['a', 'b'].map((letter) => `sk_live_${letter.repeat(40)}`)
  const settings = testSettings({ ROLES: 'api' })
  useDatabase(settings.MONGODB_URI!)
  async function saidWith(BOOTSTRAP_ADMIN_KEY: string): Promise<string[]> {
    const said: string[] = []
    const config = readConfig({ ...settings, BOOTSTRAP_ADMIN_KEY }) as Config & { mongodbUri: string; redisUrl: string }
    const running = await runProcess(config, (text) => void said.push(text))
    await running.close()
    return said.filter((text) => text.startsWith('BOOTSTRAP_ADMIN_KEY'))
  }

  expect(await saidWith(first!)).toEqual([])
  expect(await saidWith(first!)).toEqual([])
  expect(await saidWith('')).toEqual([])
  const [warning, ...more] = await saidWith(other!)
  expect(more).toEqual([])
  expect(warning).toMatch(/^BOOTSTRAP_ADMIN_KEY is ignored: .*`postline keys create --account acc_\w+ --scope admin`/)
  expect(warning).not.toMatch(/\n|sk_live_/)
  await giveBackDatabase(settings.MONGODB_URI!)
})
