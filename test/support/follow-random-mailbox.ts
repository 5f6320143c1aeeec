import fc from 'fast-check'
import { expect } from 'vitest'
import { followChanges, listMailbox, MailReplica } from './mail-replica.js'
import { anotherAccount } from './more-processes.js'
import { type mailStep, RandomMailbox } from './random-mailbox.js'
import { call, type TestApp } from './start-app.js'

/** Steps that are taken at the same time. */
const ROUND = 5

/**
 * Lets random things happen to new mailboxes, several at a time, and asserts that who follows the changes knows the mailbox as
 * who lists it.
 * @param afterRound asserts what else must be true of the account after each round.
 */
export async function followRandomMailbox(
  apps: readonly [TestApp, TestApp],
  name: string,
  step: ReturnType<typeof mailStep>,
  afterRound: (accountId: string) => Promise<void> = async () => undefined,
): Promise<void> {
  const [app] = apps
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 45 }), async (all) => {
      const account = await anotherAccount(app, `${name}-${app.app.newId('label')}@postline.test`)
      const door = { url: app.url, key: account.key }
      const mailbox = new RandomMailbox(apps, account)
      await mailbox.prepare()
      const { cursor } = (await call(app.url, 'GET', '/v1/mail/changes', { key: account.key })).body
      for (let at = 0; at < all.length; at += ROUND) {
        await Promise.all(all.slice(at, at + ROUND).map((each) => mailbox.run(each)))
        await afterRound(account.accountId)
      }
      const replica = new MailReplica()
      await followChanges(door, replica, cursor, 7)
      expect(replica.state).toEqual((await listMailbox(door)).state)
    }),
    // Smaller examples would take too long to find.
    { numRuns: 4, endOnFailure: true },
  )
}
