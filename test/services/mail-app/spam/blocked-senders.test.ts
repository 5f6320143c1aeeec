import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { doors } from '../../../doors/three-doors.js'
import { receiveMail, type TestMail } from '../../../support/file-mail.js'
import { fillQuota } from '../../../support/fill-quota.js'
import { anotherAccount } from '../../../support/more-processes.js'
import { startApp, type TestApp } from '../../../support/start-app.js'
import { verifiedDomain } from '../../../support/verified-domain.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
  await verifiedDomain(app, 'shop.test')
})
afterAll(() => app.close())
beforeEach(() => app.app.models.blockedSenders.deleteMany({}))

const receive = (mail: TestMail) => receiveMail(app, mail)
const folderOf = async (mail: TestMail) => {
  const { threadId } = await receive(mail)
  return threadFolder(threadId)
}
const threadFolder = async (id: string) => (await app.call('GET', `/v1/mail/threads/${id}`)).body.folder
const move = (id: string, folder: string) => app.call('POST', `/v1/mail/threads/${id}/move`, { body: { folder } })
const blocked = async () =>
  (await app.call('GET', '/v1/mail/blocked-senders')).body.blocked_senders.map(
    ({ sender, forged_only }: { sender: string; forged_only: boolean }) =>
      forged_only ? `${sender} if forged` : sender,
  )
/** Moves a thread with such a mail to spam. */
const teach = async (mail: TestMail) => {
  const { threadId } = await receive(mail)
  await move(threadId, 'spam')
  return threadId
}

test.each<[string, TestMail, string]>([
  ['an authentic domain', { from: 'Offers <a@Offers.example>', isAuthentic: true }, 'offers.example'],
  ['a mailbox provider', { from: 'Eve@gmail.com', isAuthentic: true }, 'eve@gmail.com'],
  ['a mailbox provider of a country', { from: 'eve@yahoo.co.uk', isAuthentic: true }, 'eve@yahoo.co.uk'],
  ['a domain of the account', { from: 'bob@shop.test', isAuthentic: true }, 'bob@shop.test'],
  ['no authentic domain', { from: 'a@offers.example', isAuthentic: false }, 'a@offers.example if forged'],
  ['mail from before an upgrade', { from: 'a@offers.example' }, 'a@offers.example'],
])('spam of %s blocks the right sender', async (_what, mail, sender) => {
  await teach(mail)
  expect(await blocked()).toEqual([sender])
  expect(await folderOf(mail)).toBe('spam')
})

test('a blocked domain stands for its subdomains and for mail that is not authentic', async () => {
  await teach({ from: 'a@offers.example', isAuthentic: true })
  expect(await folderOf({ from: 'b@mail.offers.example', isAuthentic: true })).toBe('spam')
  expect(await folderOf({ from: 'b@offers.example', isAuthentic: false })).toBe('spam')
  expect(await folderOf({ from: 'b@other-offers.example', isAuthentic: true })).toBe('inbox')
})

test('forged mail blocks no real sender', async () => {
  await teach({ from: 'boss@bank.example', isAuthentic: false })
  expect(await folderOf({ from: 'boss@bank.example', isAuthentic: true })).toBe('inbox')
  await app.call('POST', '/v1/mail/blocked-senders', { body: { sender: 'BOSS@bank.example' } })
  expect(await blocked()).toEqual(['boss@bank.example'])
  expect(await folderOf({ from: 'boss@bank.example', isAuthentic: true })).toBe('spam')
})

test.each([
  ['inbox', 'inbox'],
  ['archive', 'inbox'],
  ['trash', 'spam'],
])('after a thread of his was moved from spam to the %s, mail of a sender goes to the %s', async (to, then) => {
  const from = `${to}@example.net`
  await teach({ from })
  const { threadId } = await receive({ from })
  await move(threadId, to)
  expect(await folderOf({ from })).toBe(then)
})

test.each([
  [['trash', 'inbox'], 'inbox'],
  [['trash', 'archive'], 'inbox'],
  [['trash', 'inbox', 'spam', 'trash'], 'spam'],
])('spam that is moved to the %s: mail of its sender goes to the %s', async (steps, then) => {
  const from = 'steps@example.net'
  const threadId = await teach({ from })
  for (const folder of steps) expect((await move(threadId, folder)).status).toBe(200)
  expect(await folderOf({ from })).toBe(then)
})

test('a thread that was never spam unblocks nobody when it comes back from the trash', async () => {
  const from = 'kept@example.net'
  const { threadId } = await receive({ from })
  await teach({ from })
  for (const folder of ['trash', 'inbox']) await move(threadId, folder)
  expect(await folderOf({ from })).toBe('spam')
})

test('"not spam" unblocks by address, domain and domains above', async () => {
  for (const sender of ['offers.example', 'mail.offers.example', 'a@mail.offers.example', 'other.example']) {
    await app.call('POST', '/v1/mail/blocked-senders', { body: { sender } })
  }
  const { threadId } = await receive({ from: 'a@mail.offers.example' })
  expect(await threadFolder(threadId)).toBe('spam')
  await move(threadId, 'inbox')
  expect(await blocked()).toEqual(['other.example'])
})

test('spam that is moved to spam again teaches again', async () => {
  const threadId = await teach({ from: 'again@example.net' })
  await app.app.models.blockedSenders.deleteMany({})
  await move(threadId, 'spam')
  expect(await blocked()).toEqual(['again@example.net'])
})

test('the first sender of a thread is blocked, and who joins it is not', async () => {
  const messageId = 'first@example.net'
  const { threadId } = await receive({ from: 'eve@example.net', messageId, subject: 'Hot' })
  await receive({ from: 'victim@example.net', inReplyTo: [messageId], subject: 'Re: Hot' })
  await move(threadId, 'spam')
  expect(await blocked()).toEqual(['eve@example.net'])
})

test('mail of a blocked sender takes no thread of others to spam, and joins its own', async () => {
  const messageId = 'talk@example.net'
  const { threadId } = await receive({ from: 'friend@example.net', messageId, subject: 'Talk' })
  await teach({ from: 'eve@example.net' })
  const answer = { from: 'eve@example.net', inReplyTo: [messageId], subject: 'Re: Talk' }
  const first = await receive({ ...answer, messageId: 'spam@example.net' })
  expect([await threadFolder(threadId), await threadFolder(first.threadId)]).toEqual(['inbox', 'spam'])
  expect((await receive({ ...answer, inReplyTo: ['spam@example.net'] })).threadId).toBe(first.threadId)
  expect((await receive({ ...answer, from: 'friend@example.net' })).threadId).toBe(threadId)
})

test('a thread of ours alone teaches nothing, and the mail of another account does not count', async () => {
  const composed = { to: 'delivered@example.com', subject: 'Hello', body_text: 'x' }
  await app.call('POST', '/v1/mail/compose', { key: await app.testKey(), body: composed })
  const { threads } = (await app.call('GET', '/v1/mail/threads?folder=sent')).body
  expect((await move(threads[0].id, 'spam')).status).toBe(200)
  expect(await blocked()).toEqual([])
  await teach({ from: 'eve@example.net' })
  const { accountId } = await anotherAccount(app)
  const { threadId } = await receive({ from: 'eve@example.net', accountId })
  expect((await app.app.models.mailThreads.findById(threadId).lean())!.folder).toBe('inbox')
})

test('mail that is filed while its sender is blocked is in the inbox only if it was filed first', async () => {
  for (let round = 0; round < 20; round += 1) {
    const from = `race${round}@example.net`
    const { threadId } = await receive({ from })
    const [other] = await Promise.all([receive({ from }), move(threadId, 'spam')])
    const [thread, spam] = await Promise.all(
      [other.threadId, threadId].map((id) => app.app.models.mailThreads.findById(id).lean()),
    )
    expect(thread!.folder === 'spam' || thread!.seq < spam!.seq).toBe(true)
    expect(await folderOf({ from })).toBe('spam')
  }
})

test('an account that is full forgets its oldest entry for a thread that is moved to spam', async () => {
  await fillQuota(app, app.ownerEmail, 'blocked_senders')
  const { blockedSenders } = app.app.models
  const [oldest] = await blockedSenders.find({}).sort({ _id: 1 }).limit(1).lean()
  await teach({ from: 'eve@example.net' })
  expect(await blockedSenders.countDocuments({})).toBe(1_000)
  expect(await blockedSenders.findById(oldest!._id).lean()).toBeNull()
  expect(await folderOf({ from: 'eve@example.net' })).toBe('spam')
})

test('an erased recipient is no blocked sender any more', async () => {
  for (const sender of ['gone@example.net', 'other@example.net']) {
    await app.call('POST', '/v1/mail/blocked-senders', { body: { sender } })
  }
  await app.call('POST', '/v1/recipients/erase', { body: { email: 'Gone@example.net' } })
  expect(await blocked()).toEqual(['other@example.net'])
})

describe.each(doors)('through $name', (door) => {
  const run = (operation: string, input: Record<string, unknown>) => door.run(app.url, operation, input, app.adminKey)

  test('a sender is blocked once, listed page by page, and unblocked', async () => {
    const [first] = await Promise.all(
      ['eve@example.net', 'EVE@example.net'].map((sender) => run('mail.blockedSenders.create', { sender })),
    )
    const { data } = await run('mail.blockedSenders.create', { sender: 'offers.example' })
    expect(first!.data).toMatchObject({ sender: 'eve@example.net', forged_only: false, test_mode: false })
    const page = (await run('mail.blockedSenders.list', { limit: 1 })).data as { blocked_senders: object[] }
    expect(page).toMatchObject({ blocked_senders: [data], next_cursor: expect.any(String) })
    await run('mail.blockedSenders.delete', { id: (data as { id: string }).id })
    expect(await blocked()).toEqual(['eve@example.net'])
    expect(await folderOf({ from: 'eve@example.net' })).toBe('spam')
  })
})
