import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { followChanges, listMailbox, MailReplica } from '../../../support/mail-replica.js'
import { anotherAccount, anotherProcess } from '../../../support/more-processes.js'
import { mailStep, RandomMailbox } from '../../../support/random-mailbox.js'
import { call, startApp, type TestApp } from '../../../support/start-app.js'

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
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 45 }), async (all) => {
      const account = await anotherAccount(app, `bulk-${app.app.newId('label')}@postline.test`)
      const door = { url: app.url, key: account.key }
      const mailbox = new RandomMailbox(apps, account)
      await mailbox.prepare()
      const { cursor } = (await call(app.url, 'GET', '/v1/mail/changes', { key: account.key })).body
      for (let at = 0; at < all.length; at += 5)
        await Promise.all(all.slice(at, at + 5).map((each) => mailbox.run(each)))
      const replica = new MailReplica()
      await followChanges(door, replica, cursor, 7)
      expect(replica.state).toEqual((await listMailbox(door)).state)
    }),
    // Smaller examples would take too long to find.
    { numRuns: 4, endOnFailure: true },
  )
})
