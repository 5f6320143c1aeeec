import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MailChange } from '../../../../src/contract/mail-changes.js'
import { forgetMails } from '../../../../src/services/mail-app/filing/forget-mails.js'
import { receiveMail } from '../../../support/file-mail.js'
import { inboundDomain } from '../../../support/inbound-domain.js'
import { followChanges, listMailbox, MailReplica } from '../../../support/mail-replica.js'
import { anotherAccount, anotherProcess } from '../../../support/more-processes.js'
import { ADDRESSES, MAIL_STEPS, mailStep, RandomMailbox } from '../../../support/random-mailbox.js'
import { call, eventually, startApp, type TestApp } from '../../../support/start-app.js'
import { trpcClient } from '../../../trpc/trpc-client.js'

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

const change = (account: { key: string }, method: string, path: string, body?: unknown) =>
  call(app.url, method, path, { key: account.key, body })

test('whoever follows from a cursor has what a list has, of everything or of one inbox', {
  timeout: 300_000,
}, async () => {
  const steps = fc.array(mailStep(MAIL_STEPS), { minLength: 40, maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 9 }), async (all, limit) => {
      const account = await anotherAccount(app, `changes-${app.app.newId('label')}@postline.test`)
      const domain = `${account.accountId.toLowerCase().replace('_', '-')}.test`
      await inboundDomain({ models: app.app.models, accountId: account.accountId }, domain)
      const mailbox = new RandomMailbox(apps, account, { domain })
      await mailbox.prepare()
      const keys = [account.key, ...(await Promise.all(ADDRESSES.map((name) => keyOf(account, `${name}@${domain}`))))]
      const followers = keys.map((key) => ({ door: { url: app.url, key }, replica: new MailReplica(), cursor: '' }))
      for (const each of followers) each.cursor = (await change(each.door, 'GET', '/v1/mail/changes')).body.cursor
      const follow = () =>
        Promise.all(
          followers.map(async (each) => {
            each.cursor = await followChanges(each.door, each.replica, each.cursor, limit)
          }),
        )
      // Four at a time, and followers in between.
      for (let at = 0; at < all.length; at += 4) {
        await Promise.all([follow(), ...all.slice(at, at + 4).map((each) => mailbox.run(each))])
      }
      await follow()
      for (const { door, replica } of followers) expect(replica.state).toEqual((await listMailbox(door)).state)
    }),
    // Smaller examples would take too long to find.
    { numRuns: 6, endOnFailure: true },
  )
})

/** A key that is bound to an inbox with an address. */
async function keyOf(account: { key: string }, address: string): Promise<string> {
  const { id } = (await change(account, 'POST', '/v1/mail/inboxes', { address })).body
  return (await change(account, 'POST', '/v1/keys', { scope: 'admin', inbox_ids: [id] })).body.key
}

describe('a feed', () => {
  test('says what happened, in order, to whom', async () => {
    const account = await anotherAccount(app, 'says@postline.test')
    const cursor = (await change(account, 'GET', '/v1/mail/changes')).body.cursor
    const mail = await receiveMail(app, {
      accountId: account.accountId,
      messageId: 'told@example.com',
      subject: 'Told',
    })
    const { threadId } = mail
    await change(account, 'POST', `/v1/mail/threads/${threadId}/read`, {})
    await change(account, 'POST', `/v1/mail/threads/${threadId}/star`, {})
    await change(account, 'POST', `/v1/mail/messages/inbound/${mail.id}/star`, {})
    await change(account, 'POST', `/v1/mail/threads/${threadId}/move`, { folder: 'trash' })
    // Nothing changes by these.
    await change(account, 'POST', `/v1/mail/threads/${threadId}/read`, {})
    await change(account, 'POST', `/v1/mail/messages/inbound/${mail.id}/star`, {})
    await forgetMails(app.app.models, [mail.id])
    const { body } = await change(account, 'GET', `/v1/mail/changes?cursor=${cursor}`)
    const about = body.changes.map(({ type, thread_id, mail: of }: MailChange) => [type, thread_id, of?.id ?? null])
    expect(about).toEqual([
      ['received', threadId, mail.id],
      ['read', threadId, null],
      ['starred', threadId, null],
      ['starred', threadId, mail.id],
      ['moved', threadId, null],
      ['deleted', threadId, mail.id],
      ['deleted', threadId, null],
    ])
    expect(body.changes.every(({ thread }: MailChange) => thread === null)).toBe(true)
    expect(body).toMatchObject({ has_more: false, cursor: body.changes.at(-1).update_cursor })
  })

  test('has the thread as it is now, in GraphQL too', async () => {
    const account = await anotherAccount(app, 'now@postline.test')
    const { cursor } = (await change(account, 'GET', '/v1/mail/changes')).body
    const { threadId } = await receiveMail(app, { accountId: account.accountId, subject: 'Now' })
    await change(account, 'POST', `/v1/mail/threads/${threadId}/star`, {})
    const query = `{ mailChanges(after: "${cursor}", first: 1) { hasMore changes { type mail { id source } thread { subject isStarred } } } }`
    const { body } = await call(app.url, 'POST', '/graphql', { key: account.key, body: { query } })
    expect(body.data.mailChanges).toMatchObject({
      hasMore: true,
      changes: [{ type: 'received', mail: { source: 'INBOUND' }, thread: { subject: 'Now', isStarred: true } }],
    })
  })

  test('has nothing of other accounts, and takes no cursor that goes beyond its own', async () => {
    const [one, other] = [
      await anotherAccount(app, 'one@postline.test'),
      await anotherAccount(app, 'other@postline.test'),
    ]
    const { cursor } = (await change(one, 'GET', '/v1/mail/changes')).body
    await receiveMail(app, { accountId: other.accountId })
    expect((await change(one, 'GET', `/v1/mail/changes?cursor=${cursor}`)).body).toMatchObject({
      changes: [],
      has_more: false,
    })
    const beyond = (await change(other, 'GET', '/v1/mail/changes')).body.cursor
    const refused = await change(one, 'GET', `/v1/mail/changes?cursor=${beyond}`)
    expect(refused).toMatchObject({ status: 400, body: { error: { details: [{ path: 'cursor' }] } } })
  })

  test('says that it is too late when changes after a cursor are gone, wherever they are missing', async () => {
    const account = await anotherAccount(app, 'late@postline.test')
    const cursors: string[] = [(await change(account, 'GET', '/v1/mail/changes')).body.cursor]
    for (const subject of ['a', 'b', 'c']) {
      await receiveMail(app, { accountId: account.accountId, subject })
      cursors.push((await change(account, 'GET', '/v1/mail/changes')).body.cursor)
    }
    await app.app.models.mailChanges.deleteOne({ account_id: account.accountId, seq: 2 })
    const statuses = await Promise.all(
      cursors.map(
        async (cursor) => (await change(account, 'GET', `/v1/mail/changes?cursor=${cursor}`)).body.error?.code,
      ),
    )
    expect(statuses).toEqual(['changes_expired', 'changes_expired', undefined, undefined])
  })

  test('is a stream as well, which goes on where it was, in another process', async () => {
    const account = await anotherAccount(app, 'live@postline.test')
    const first = await listen(app, account, {})
    await eventually('the stream has begun', async () => {
      await receiveMail(app, { accountId: account.accountId })
      return first.length > 0
    })
    const last = first.at(-1)!.update_cursor
    await receiveMail(app, { accountId: account.accountId, subject: 'while nobody listens' })
    const resumed = await listen(apps[1], account, { lastEventId: last })
    await eventually('what came meanwhile', () =>
      resumed.some(({ thread }) => thread?.subject === 'while nobody listens'),
    )
    const { body } = await change(account, 'GET', `/v1/mail/changes?cursor=${last}`)
    expect(resumed.slice(0, body.changes.length)).toEqual(body.changes)
  })
})

/** Changes as they come over tRPC. */
async function listen(from: TestApp, { key }: { key: string }, input: { lastEventId?: string }): Promise<MailChange[]> {
  const seen: MailChange[] = []
  const stream = await trpcClient(from, { apiKey: key }).client.mail.changed.subscribe(input)
  void (async () => {
    for await (const { data } of stream) seen.push(data as MailChange)
  })().catch(() => undefined)
  return seen
}
