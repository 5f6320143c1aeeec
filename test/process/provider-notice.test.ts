import { expect, test } from 'vitest'
import { type Config, readConfig } from '../../src/config.js'
import { runProcess } from '../../src/process/run-process.js'
import { giveBackDatabase, useDatabase } from '../support/databases.js'
import { testSettings } from '../support/start-app.js'

test.each([
  ['smtp', 1],
  ['capture', 0],
  ['ses', 0],
])('a start with the provider %s says whether reports come back by mail', async (provider, times) => {
  const settings = testSettings({ ROLES: 'api', MAIL_PROVIDER: provider, AWS_REGION: 'eu-central-1' })
  useDatabase(settings.MONGODB_URI!)
  const said: string[] = []
  const config = readConfig(settings) as Config & { mongodbUri: string; redisUrl: string }
  const running = await runProcess(config, (text) => void said.push(text))
  await running.close()
  const notices = said.filter((text) => text.startsWith('The mail provider reports nothing'))
  expect(notices).toHaveLength(times)
  for (const notice of notices) expect(notice).toMatch(/timelines end at `sent`.*docs\/operating\.md/)
  await giveBackDatabase(settings.MONGODB_URI!)
})
