import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiveMail } from '../support/file-mail.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { startApp, type TestApp } from '../support/start-app.js'

/** Threads of another inbox. Whoever examines them one by one examines more than {@link MOST}. */
const OTHERS = 20_000
/** Most rows that two pages of 20 may examine; a rare search reads all of its own mail. */
const MOST = 500

let app: TestApp
let key: string
beforeAll(async () => {
  app = await startApp({ ROLES: 'api,scheduler' })
  await inboundDomain({ models: app.app.models, accountId: app.accountId }, 'plan.test')
  const inboxes: { id: string; address: string }[] = []
  for (const name of ['one', 'two', 'other']) {
    inboxes.push((await app.call('POST', '/v1/mail/inboxes', { body: { address: `${name}@plan.test` } })).body)
  }
  const [one, two, other] = inboxes
  key = (await app.call('POST', '/v1/keys', { body: { scope: 'read', inbox_ids: [one!.id, two!.id] } })).body.key
  for (let index = 0; index < 60; index += 1) {
    const { id: inboxId, address: at } = index % 2 ? one! : two!
    await receiveMail(app, { at, inboxId, subject: `Own ${index}` })
  }
  const { id, threadId } = await receiveMail(app, { at: other!.address, inboxId: other!.id, subject: 'Another' })
  const { mailThreads, mailItems, inboundEmails } = app.app.models
  const [thread, item, email] = await Promise.all([
    mailThreads.collection.findOne({ _id: threadId }),
    mailItems.collection.findOne({ _id: id }),
    inboundEmails.collection.findOne({ _id: id }),
  ])
  for (let index = 0; index < 60; index += 1) {
    await app.call('POST', '/v1/mail/drafts', { body: { from: (index % 2 ? one! : two!).address } })
  }
  const { mailDrafts } = app.app.models
  const draft = (await mailDrafts.collection.findOne({ account_id: app.accountId }))!
  await mailDrafts.collection.insertMany(
    Array.from({ length: OTHERS }, () => ({ ...draft, _id: app.app.newId('mailDraft'), own_address: other!.address })),
  )
  const numbers = Array.from({ length: OTHERS }, (_none, index) => index)
  const ids = numbers.map(() => ({ thread: app.app.newId('thread'), mail: app.app.newId('inboundEmail') }))
  const positionOf = (index: number) => `${thread!.position.slice(0, -6)}${String(index).padStart(6, '0')}`
  await mailThreads.collection.insertMany(
    ids.map((own, index) => ({ ...thread!, _id: own.thread, position: positionOf(index) })),
  )
  await mailItems.collection.insertMany(
    ids.map((own, index) => {
      const copies = [{ ...item!.copies[0]!, id: own.mail }]
      return { ...item!, _id: own.mail, thread_id: own.thread, copies, position: positionOf(index) }
    }),
  )
  await inboundEmails.collection.insertMany(
    ids.map((own, index) => ({ ...email!, _id: own.mail, thread_id: own.thread, raw_digest: `${index}` })),
  )
})
afterAll(() => app.close())

test.each([
  '/v1/mail/threads?limit=20',
  '/v1/mail/threads?limit=20&folder=inbox',
  '/v1/mail/threads?limit=20&folder=inbox&unread=true',
  '/v1/mail/threads?limit=20&q=own',
  '/v1/mail/threads?limit=20&q=is:unread',
  '/v1/mail/search?limit=20&q=text',
  '/v1/inbound?limit=20',
  '/v1/mail/drafts?limit=20',
])('%s: a key of other inboxes does not examine the mail of a large one', async (path) => {
  const { db } = app.app.models.connection
  const listOf = (body: Record<string, unknown[]>) => body.threads ?? body.results ?? body.emails ?? body.drafts ?? []
  await db!.setProfilingLevel('all')
  const first = await app.call('GET', path, { key })
  const next = await app.call('GET', `${path}&cursor=${first.body.next_cursor}`, { key })
  await db!.setProfilingLevel('off')
  const profile = db!.collection('system.profile')
  const ran = await profile.find({ ns: /\.(mail_|inbound_emails)/, op: { $in: ['query', 'command'] } }).toArray()
  await profile.drop()
  expect([listOf(first.body).length, listOf(next.body).length]).toEqual([20, 20])
  const examined = ran.reduce((sum, { docsExamined = 0 }) => sum + docsExamined, 0)
  expect(examined, JSON.stringify(ran.map(({ command, docsExamined }) => ({ command, docsExamined })))).toBeLessThan(
    MOST,
  )
})
