import { afterAll, beforeAll, test } from 'vitest'
import { followRandomMailbox } from '../../../support/follow-random-mailbox.js'
import { anotherProcess } from '../../../support/more-processes.js'
import { mailStep } from '../../../support/random-mailbox.js'
import { startApp, type TestApp } from '../../../support/start-app.js'

let apps: [TestApp, TestApp]
let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
  apps = [app, await anotherProcess(app, { ROLES: 'api' })]
})
afterAll(async () => {
  await apps[1].close()
  await app.close()
})

const step = mailStep([
  ...(['receive', 'receive', 'receive', 'answer', 'read', 'star', 'move', 'addLabel', 'assign', 'snooze'] as const),
  ...(['merge', 'split', 'delete', 'rename', 'bulk', 'bulk', 'bulk', 'undo', 'undo'] as const),
])

test('whatever is changed together and undone while others change the same threads, nobody misses a change', {
  timeout: 240_000,
}, async () => {
  await followRandomMailbox(apps, 'bulk', step)
})
