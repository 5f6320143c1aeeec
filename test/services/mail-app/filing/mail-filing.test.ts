import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withFallback } from '../../../../src/lib/concurrency/time-limit.js'
import type { Models } from '../../../../src/models/index.js'
import { planFiling } from '../../../../src/services/mail-app/filing/filing-plan.js'
import { toFilingMail } from '../../../../src/services/mail-app/filing/filing-view.js'
import { MailFiling } from '../../../../src/services/mail-app/filing/mail-filing.js'
import { positionOf } from '../../../../src/services/mail-app/threads/thread-state.js'
import { mailToFile, receiveMail, type TestMail } from '../../../support/file-mail.js'
import { startApp, type TestApp } from '../../../support/start-app.js'
import { stopwatch } from '../../../support/stopwatch.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
})
afterAll(() => app.close())

/** Each test has its own conversation: ids and subjects of others must not meet. */
let own = ''
let number = 0
beforeEach(() => {
  number += 1
  own = `conversation ${number}`
})
const id = (name: string) => `${name}.${number}@example.com`
const receive = (mail: TestMail = {}) => receiveMail(app, { subject: own, ...mail })
const thread = async (threadId: string) => (await app.call('GET', `/v1/mail/threads/${threadId}`)).body
const DAY_MS = 86_400_000

test('an answer joins the thread of the mail that it names', async () => {
  const first = await receive({ messageId: id('a') })
  const answer = await receive({ subject: `Re: ${own}`, from: 'bo@example.org', inReplyTo: [id('a')] })
  expect(answer.threadId).toBe(first.threadId)
  expect(await thread(first.threadId)).toMatchObject({
    subject: own,
    message_count: 2,
    participants: ['ada@example.com', 'support@shop.test', 'bo@example.org'],
    participant_names: ['Ada', '', ''],
  })
  await receive({ from: 'Bo Example <BO@example.org>', to: ['Ada Other <ada@example.com>'], inReplyTo: [id('a')] })
  expect((await thread(first.threadId)).participant_names).toEqual(['Ada', '', 'Bo Example'])
})

test('ids are compared without case and white space', async () => {
  const first = await receive({ messageId: `A.${number}@Example.COM` })
  const answer = await receive({ references: [` a.${number}\r\n @example.com`], from: 'bo@example.org' })
  expect(answer.threadId).toBe(first.threadId)
})

test('mails that name the same unknown mail are in one thread', async () => {
  const one = await receive({ references: [id('lost')] })
  const other = await receive({ references: [id('lost')], from: 'bo@example.org' })
  expect(other.threadId).toBe(one.threadId)
})

test('an answer with another subject begins a thread, and answers to it join that one', async () => {
  const first = await receive({ messageId: id('a') })
  const other = await receive({ messageId: id('b'), subject: `${own} changed`, inReplyTo: [id('a')] })
  expect(other.threadId).not.toBe(first.threadId)
  const next = await receive({ subject: `Re: ${own} changed`, inReplyTo: [id('b')], references: [id('a'), id('b')] })
  expect(next.threadId).toBe(other.threadId)
})

test('an empty subject agrees with any', async () => {
  const first = await receive({ messageId: id('a') })
  const answer = await receive({ subject: 'Re:', messageId: id('b'), inReplyTo: [id('a')] })
  expect(answer.threadId).toBe(first.threadId)
  const next = await receive({ subject: 'Something else', inReplyTo: [id('b')] })
  expect(next.threadId).toBe(first.threadId)
})

test('a mail that names no other joins by its subject within seven days of the last one', async () => {
  const now = Date.now()
  const first = await receive({ occurredAt: new Date(now - 6.9 * DAY_MS) })
  expect((await receive({ subject: `Re: ${own}` })).threadId).toBe(first.threadId)
  own = `${own} again`
  const old = await receive({ occurredAt: new Date(now - 7.1 * DAY_MS) })
  expect((await receive({ subject: `Re: ${own}` })).threadId).not.toBe(old.threadId)
})

test('the subject alone joins only mails that share a stranger', async () => {
  const first = await receive({ from: 'ada@example.com' })
  expect((await receive({ from: 'eve@example.net' })).threadId).not.toBe(first.threadId)
  expect((await receive({ from: 'bo@example.org', cc: ['ADA@example.com'] })).threadId).toBe(first.threadId)
})

test('the subject alone joins only mail of the same address of ours', async () => {
  const first = await receive({ at: 'support@shop.test' })
  const other = await receive({ at: 'sales@shop.test' })
  expect(other.threadId).not.toBe(first.threadId)
  expect((await receive({ at: 'sales@shop.test' })).threadId).toBe(other.threadId)
  expect((await receive({ at: 'support@shop.test' })).threadId).toBe(first.threadId)
})

test('a mail joins by its subject, however many other addresses of ours got a mail with the same', async () => {
  const digest = { from: 'news@digest.example', subject: own }
  const first = await receive({ ...digest, at: 'u0@shop.test', occurredAt: new Date(Date.now() - DAY_MS) })
  const { collection } = app.app.models.mailThreads
  const row = (await collection.findOne({ _id: first.threadId }))!
  const position = positionOf(new Date(), '')
  const others = Array.from({ length: 5_100 }, (_none, index) => ({
    ...{ ...row, _id: app.app.newId('thread'), own_addresses: [`u${index + 1}@shop.test`], tags: [] },
    position: `${position}${index}`,
  }))
  await collection.insertMany(others)
  expect(await receive({ ...digest, at: 'u0@shop.test' })).toMatchObject({ threadId: first.threadId })
  await collection.deleteMany({ _id: { $in: others.map(({ _id }) => _id) } })
})

test('a batch of mails that join by their subject is planned in little time', async () => {
  const mails = Array.from({ length: 200 }, (_none, index) =>
    mailToFile(app, { from: `p${index}@example.org`, subject: `${own} ${index}` }),
  )
  const filing = mails.map((mail) => toFilingMail(mail, new Set(), { terms: [], inOrder: '' }))
  const { threadId } = await receive()
  const row = (await app.app.models.mailThreads.collection.findOne({ _id: threadId }))!
  const bySubject = Array.from({ length: 5_000 }, (_none, index) => ({
    ...{ ...row, _id: app.app.newId('thread'), base_subject: filing[index % 200]!.base },
    participants: [`p${index % 200}@example.org`],
  }))
  const options = { accountId: app.accountId, matchSubjects: true, newThreadId: () => app.app.newId('thread') }
  const view = { items: [], ids: [], threads: [], blocked: new Map(), bySubject }
  const tookMs = stopwatch()
  const { newThreads, changedThreads } = planFiling(filing, view, options)
  expect(tookMs()).toBeLessThan(150)
  expect([newThreads.length, changedThreads.length]).toEqual([0, 200])
})

test('a mail that names another does not join by its subject', async () => {
  const first = await receive()
  expect((await receive({ inReplyTo: [id('elsewhere')] })).threadId).not.toBe(first.threadId)
})

test('a parent that arrives late merges the threads that name it', async () => {
  const root = await receive({ messageId: id('root') })
  const child = await receive({ messageId: id('child'), inReplyTo: [id('parent')], from: 'bo@example.org' })
  expect(child.threadId).not.toBe(root.threadId)
  await app.call('POST', '/v1/mail/labels', { body: { name: own } })
  await app.call('PUT', `/v1/mail/threads/${child.threadId}/labels`, { body: { labels: [own] } })
  await app.call('POST', `/v1/mail/threads/${child.threadId}/star`)
  await app.call('POST', `/v1/mail/threads/${root.threadId}/read`)
  await app.call('POST', `/v1/mail/threads/${root.threadId}/move`, { body: { folder: 'archive' } })

  const parent = await receive({ messageId: id('parent'), inReplyTo: [id('root')] })
  expect(parent.threadId).toBe(root.threadId)
  const listed = (await app.call('GET', `/v1/mail/threads?label=${own}`)).body.threads
  expect(listed).toMatchObject([
    { id: root.threadId, message_count: 3, labels: [own], is_starred: true, has_unread: true, folder: 'inbox' },
  ])
  // The other id answers with it for good.
  expect(await thread(child.threadId)).toMatchObject({ id: root.threadId, message_count: 3 })
  const row = await app.app.models.inboundEmails.findById(child.id).lean()
  expect(row?.thread_id).toBe(root.threadId)
  const answer = await receive({ inReplyTo: [id('child')] })
  expect(answer.threadId).toBe(root.threadId)
})

test('a late parent without a subject merges nothing', async () => {
  const one = await receive({ messageId: id('one'), references: [id('parent')], subject: `${own} one` })
  const other = await receive({ messageId: id('other'), references: [id('parent')], subject: `${own} other` })
  const parent = await receive({ messageId: id('parent'), subject: '' })
  expect(one.threadId).not.toBe(other.threadId)
  expect([one.threadId, other.threadId]).toContain(parent.threadId)
  expect(await thread(one.threadId)).toMatchObject({ id: one.threadId })
  expect(await thread(other.threadId)).toMatchObject({ id: other.threadId })
})

test('one mail to two of our addresses is one entry that names both', async () => {
  const mail = { messageId: id('a'), to: ['list@example.org'] }
  const one = await receive({ ...mail, at: 'support@shop.test' })
  const other = await receive({ ...mail, at: 'sales@shop.test' })
  expect(other.threadId).toBe(one.threadId)
  const { messages, message_count } = await thread(one.threadId)
  expect(message_count).toBe(1)
  // Who got a blind copy is shown, and is no recipient that searches find.
  const found = (await app.call('GET', `/v1/mail/search?q=${encodeURIComponent(`to:sales "${own}"`)}`)).body
  expect(found.results).toEqual([])
  expect(messages).toHaveLength(1)
  expect(messages[0]).toMatchObject({ id: one.id, to: ['list@example.org', 'support@shop.test', 'sales@shop.test'] })
  for (const inbox of ['support@shop.test', 'sales@shop.test']) {
    const { body } = await app.call('GET', `/v1/mail/threads?inbox=${inbox}&limit=1`)
    expect(body.threads).toMatchObject([{ id: one.threadId }])
  }
})

test('a mail with the id of another from somebody else is an entry of its own', async () => {
  const one = await receive({ messageId: id('a') })
  await receive({ messageId: id('a'), from: 'eve@example.net', at: 'sales@shop.test' })
  expect((await thread(one.threadId)).messages).toHaveLength(2)
})

test('a thread takes 200 mails, then a new one begins, which takes the answers', async () => {
  const mails = Array.from({ length: 199 }, (_none, index) =>
    mailToFile(app, { subject: own, messageId: id(`m${index}`), references: [id('root')] }),
  )
  const first = await receive({ messageId: id('root') })
  await Promise.all(mails.map((mail) => app.app.mailFiling.file(mail)))
  expect((await thread(first.threadId)).message_count).toBe(200)
  const next = await receive({ messageId: id('next'), references: [id('root')] })
  expect(next.threadId).not.toBe(first.threadId)
  expect((await receive({ references: [id('root'), id('m1')] })).threadId).toBe(next.threadId)
  expect((await receive({ references: [id('m1'), id('next')] })).threadId).toBe(next.threadId)
})

test('a late parent of a thread that is full goes where it belongs itself', async () => {
  const answers = Array.from({ length: 200 }, () => mailToFile(app, { subject: own, references: [id('parent')] }))
  const [full] = await Promise.all(answers.map((mail) => app.app.mailFiling.file(mail)))
  const first = await receive({ messageId: id('first') })
  const parent = await receive({ messageId: id('parent'), inReplyTo: [id('first')] })
  expect(parent.threadId).toBe(first.threadId)
  expect((await thread(full!.threadId!)).message_count).toBe(200)
  expect((await thread(first.threadId)).message_count).toBe(2)
})

test('new mail brings a thread back from trash and archive, but not from spam', async () => {
  for (const [folder, after] of Object.entries({ trash: 'inbox', archive: 'inbox', spam: 'spam' })) {
    const from = `${folder}@example.net`
    const first = await receive({ from, messageId: id(folder), subject: `${own} ${folder}` })
    await app.call('POST', `/v1/mail/threads/${first.threadId}/move`, { body: { folder } })
    await receive({ from: 'bo@example.net', inReplyTo: [id(folder)], subject: `${own} ${folder}` })
    expect(await thread(first.threadId)).toMatchObject({ folder: after, message_count: 2 })
  }
})

test('filing a mail again changes nothing', async () => {
  const mail = mailToFile(app, { subject: own })
  const [one, other] = await Promise.all([app.app.mailFiling.file(mail), app.app.mailFiling.file(mail)])
  await app.call('POST', `/v1/mail/threads/${one.threadId}/read`)
  const again = await app.app.mailFiling.file(mail)
  expect([other, again]).toEqual([one, one])
  const { body } = await app.call('GET', '/v1/mail/threads?limit=1')
  expect(body.threads).toMatchObject([{ id: one.threadId, message_count: 1, has_unread: false }])
})

test('a mail that names 10,000 others is filed by the nearest ones', async () => {
  const first = await receive({ messageId: id('a') })
  const many = Array.from({ length: 10_000 }, (_none, index) => id(`n${index}`))
  const tookMs = stopwatch()
  const mail = await receive({ references: [...many, id('a')] })
  expect(mail.threadId).toBe(first.threadId)
  expect(tookMs()).toBeLessThan(2_000)
  expect(await app.app.models.mailIds.countDocuments({ thread_id: first.threadId })).toBeLessThan(100)
})

test('the mail of another account does not count', async () => {
  const first = await receive({ messageId: id('a') })
  const other = await app.app.services.accounts.create('other@example.com')
  const foreign = await receive({ accountId: other.account_id, inReplyTo: [id('a')] })
  expect(foreign.threadId).not.toBe(first.threadId)
  expect((await app.call('GET', `/v1/mail/threads/${first.threadId}`, { key: other.key })).status).toBe(404)
  expect((await app.call('GET', `/v1/mail/threads/${foreign.threadId}`)).status).toBe(404)
})

test('with THREAD_SUBJECT_MATCH=false ids join whatever the subject', async () => {
  const loose = await startApp({ ROLES: 'api', THREAD_SUBJECT_MATCH: 'false' })
  try {
    const first = await receiveMail(loose, { messageId: id('a'), subject: 'One' })
    const answer = await receiveMail(loose, { inReplyTo: [id('a')], subject: 'Another' })
    expect(answer.threadId).toBe(first.threadId)
  } finally {
    await loose.close()
  }
})

test('many mails at once, filed by several processes, make one thread with the right count', async () => {
  const second = await startApp({ ...app.settings, ROLES: 'api' })
  try {
    const mails = Array.from({ length: 120 }, (_none, index) =>
      mailToFile(app, { subject: own, messageId: id(`c${index}`), references: [id('root')] }),
    )
    const filed = await Promise.all(mails.map((mail, index) => (index % 2 ? app : second).app.mailFiling.file(mail)))
    const ids = new Set(filed.map(({ threadId }) => threadId))
    expect(ids.size).toBe(1)
    expect((await thread([...ids][0]!)).message_count).toBe(120)
  } finally {
    await second.app.close()
  }
})

/** Files mail with a ledger whose texts are written by the test. A batch has looked at what is there when it writes them. */
function filingWith(insertMany: () => Promise<unknown>, nowMs = Date.now): MailFiling {
  const { models, clock, config, newId, conveyor } = app.app
  const texts = { collection: { insertMany } }
  return new MailFiling({
    ...{ config, newId, conveyor },
    models: { ...models, mailTexts: texts as unknown as Models['mailTexts'] },
    clock: { ...clock, now: () => new Date(nowMs()) },
    domainLookUp: { ofAccount: async () => [] },
    htmlReader: app.app.services.htmlReader,
    readerThreads: { run: () => Promise.reject(new Error('short mails need no thread')) },
  })
}

test('a batch that outlives its turn looks again before it begins a thread', async () => {
  const answer = () => mailToFile(app, { subject: own, references: [id('lost')] })
  // For this one every turn is over.
  const next = filingWith(
    async () => undefined,
    () => Date.now() + 60_000,
  )
  let before: { threadId: string | null } | undefined
  const slow = filingWith(async () => {
    before ??= await next.file(answer())
  })
  expect(await slow.file(answer())).toEqual(before)
  expect((await thread(before!.threadId!)).message_count).toBe(2)
})

test('a mail to very many shows the first 200 of a header and every address of ours', async () => {
  const many = Array.from({ length: 300 }, (_none, index) => `P${index} <p${index}@example.org>`)
  const mail = { to: [...many, 'Support <Support@shop.test>'], cc: many, messageId: id('many') }
  const { threadId } = await receive({ ...mail, at: 'support@shop.test' })
  const shown = async () => (await thread(threadId)).messages[0]
  expect(await shown()).toMatchObject({
    to: [...many.slice(0, 200), 'Support <Support@shop.test>'],
    cc: many.slice(0, 200),
  })
  await receive({ ...mail, at: 'help@shop.test' })
  expect((await shown()).to.slice(200)).toEqual(['Support <Support@shop.test>', 'help@shop.test'])
})

test('a mail is filed even if its thread changes whenever somebody can change it', async () => {
  const { threadId } = await receive({ messageId: id('a') })
  let changes = 0
  let last: Promise<unknown> = Promise.resolve()
  const busy = filingWith(() => {
    changes += 1
    last = app.call('POST', `/v1/mail/threads/${threadId}/star`, { body: { starred: changes % 2 === 1 } })
    // A change that has to wait for the mail ends after it.
    return withFallback({ timeoutMs: 500 }, last, () => undefined)
  })
  const answer = mailToFile(app, { subject: `Re: ${own}`, inReplyTo: [id('a')] })
  expect(await busy.file(answer)).toEqual({ threadId })
  await last
  const { message_count, is_starred } = await thread(threadId)
  expect({ message_count, is_starred }).toEqual({ message_count: 2, is_starred: changes % 2 === 1 })
})
