import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MailChange } from '../../../../src/contract/mail-changes.js'
import type { Models } from '../../../../src/models/index.js'
import { forgetMails } from '../../../../src/services/mail-app/filing/forget-mails.js'
import { MailFiling } from '../../../../src/services/mail-app/filing/mail-filing.js'
import { OutboundFiling } from '../../../../src/services/mail-app/filing/outbound-filing.js'
import { readOutboundMails } from '../../../../src/services/mail-app/filing/outbound-mails.js'
import { inAnHour } from '../../../doors/case.js'
import { askWell } from '../../../graphql/graphql-client.js'
import { expectError } from '../../../support/expect-error.js'
import { receiveMail } from '../../../support/file-mail.js'
import { anotherProcess } from '../../../support/more-processes.js'
import { eventually, startApp, type TestApp } from '../../../support/start-app.js'
import { verifiedDomain } from '../../../support/verified-domain.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  await verifiedDomain(app, 'shop.test')
})
afterAll(() => app.close())

const post = (path: string, body: object = {}, headers = {}) => app.call('POST', path, { body, headers })
const get = async (path: string) => (await app.call('GET', path)).body
const thread = (id: string) => app.call('GET', `/v1/mail/threads/${id}`)
const cancel = (id: string) => post(`/v1/messages/${id}/cancel`)
const itemOf = (id: string) => app.app.models.mailItems.collection.findOne({ _id: id })
const rowOf = (id: string) => app.app.models.messages.collection.findOne({ _id: id })
const listed = async (id: string) =>
  (await get('/v1/mail/threads?limit=100')).threads.find((one: { id: string }) => one.id === id)
const found = async (word: string) =>
  (await get(`/v1/mail/search?q=${word}`)).results.map(({ message_ref }: { message_ref: string }) => message_ref)

let count = 0
async function composeLater(more: object = {}) {
  count += 1
  const mail = {
    to: 'ada@example.com',
    subject: `Later ${count}`,
    body_text: 'See you then.',
    scheduled_at: inAnHour(),
  }
  const { status, body } = await post('/v1/mail/compose', { ...mail, ...more })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

test('a scheduled reply is in its thread until it is undone, and then nothing is left of it', async () => {
  const first = await receiveMail(app, { subject: 'When?', text: 'When do you come?', messageId: 'when@example.com' })
  const before = await listed(first.threadId)
  const scheduled_at = inAnHour()
  const path = `/v1/mail/threads/${first.threadId}/reply`
  const reply = await post(path, { body_text: 'Xylophones tomorrow.', scheduled_at })
  expect(reply).toMatchObject({ status: 201, body: { status: 'scheduled', undo_until: scheduled_at } })
  const { id, created_at } = reply.body
  const waiting = (await thread(first.threadId)).body
  expect(waiting.messages).toMatchObject([
    { id: first.id, undo_until: null },
    { id, status: 'scheduled', undo_until: scheduled_at, occurred_at: created_at },
  ])
  // The thread is sorted by when the mail was written.
  expect(await listed(first.threadId)).toMatchObject({
    ...{ message_count: 2, has_unread: false, last_message_at: created_at, snippet: 'Xylophones tomorrow.' },
  })
  expect(await found('xylophones')).toEqual([id])
  const { cursor } = await get('/v1/mail/changes')

  expect(await cancel(id)).toMatchObject({ status: 200, body: { id, status: 'canceled' } })
  const after = await listed(first.threadId)
  expect(after).toEqual({ ...before, has_unread: false })
  expect((await thread(first.threadId)).body.messages).toHaveLength(1)
  expect(await found('xylophones')).toEqual([])
  expect(await app.app.models.mailTexts.collection.findOne({ _id: id })).toBeNull()
  const { changes } = await get(`/v1/mail/changes?cursor=${cursor}`)
  expect(changes).toMatchObject([{ type: 'deleted', thread_id: first.threadId, mail: { id }, thread: after }])
  expectError(await cancel(id), 404, 'not_found')
})

test('a composed mail that is undone takes its thread with it', async () => {
  const { id } = await composeLater()
  const threadId = (await itemOf(id))!.thread_id
  const { cursor } = await get('/v1/mail/changes')
  await cancel(id)
  expectError(await thread(threadId), 404, 'not_found')
  const { changes } = await get(`/v1/mail/changes?cursor=${cursor}`)
  expect(changes.map(({ type, mail }: MailChange) => [type, mail?.id])).toEqual([
    ['deleted', id],
    ['deleted', undefined],
  ])
})

test('a forward is scheduled too, GraphQL says so, and a repeated request is answered as the first one', async () => {
  const { threadId } = await receiveMail(app, { subject: 'Pass on' })
  const at = inAnHour()
  const query = `mutation { forwardThread(id: "${threadId}", input: {
    to: ["bo@example.org"], bodyText: "Look.", scheduledAt: "${at}", idempotencyKey: "pass-on" }) { id status undoUntil } }`
  const first = await askWell(app, query)
  expect(first.forwardThread).toMatchObject({ status: 'SCHEDULED', undoUntil: at })
  await cancel(first.forwardThread.id)
  expect(await askWell(app, query)).toEqual(first)
  expect((await thread(threadId)).body.messages).toHaveLength(1)
})

test('at a time that is over it is sent at once, and a bad time is refused', async () => {
  const over = new Date(Date.now() - 30_000).toISOString()
  expect(await composeLater({ scheduled_at: over })).toMatchObject({ status: 'queued', undo_until: null })
  const mail = { to: 'ada@example.com', subject: 'x', body_text: 'x' }
  const far = new Date(Date.now() + 91 * 86_400_000).toISOString()
  expectError(await post('/v1/mail/compose', { ...mail, scheduled_at: far }), 422, 'invalid_schedule')
  const { error } = (await post('/v1/mail/compose', { ...mail, scheduled_at: 'soon' })).body
  expect(error.details).toMatchObject([{ path: 'scheduled_at' }])
})

test('a scheduled mail that leaves keeps its place', async () => {
  const { id, created_at } = await composeLater()
  await app.app.models.messages.collection.updateOne({ _id: id }, { $set: { dispatch_at: new Date() } })
  const { thread_id } = (await itemOf(id))!
  await eventually('it is delivered', async () => (await thread(thread_id)).body.messages[0].status === 'delivered')
  const { body } = await thread(thread_id)
  expect(body).toMatchObject({ last_message_at: created_at, messages: [{ occurred_at: created_at, undo_until: null }] })
  expectError(await cancel(id), 404, 'not_found')
})

test('of undoing and sending one wins, and the thread agrees', async () => {
  const second = await anotherProcess(app)
  try {
    const mails = await Promise.all(Array.from({ length: 24 }, () => composeLater()))
    const ids: string[] = mails.map(({ id }) => id)
    const threads = new Map(await Promise.all(ids.map(async (id) => [id, (await itemOf(id))!.thread_id] as const)))
    const due = app.app.models.messages.collection.updateMany(
      { _id: { $in: ids } },
      { $set: { dispatch_at: new Date() } },
    )
    const race = async (id: string, index: number) => {
      // Some before, some while and some after they become due.
      await new Promise((resolve) => setTimeout(resolve, index * 60))
      const calls = [app, second].map((one) => one.call('POST', `/v1/messages/${id}/cancel`, { key: app.adminKey }))
      const statuses = (await Promise.all(calls)).map(({ status }) => status).toSorted()
      return { id, isCanceled: statuses[0] === 200, statuses }
    }
    const [results] = await Promise.all([Promise.all(ids.map(race)), due])
    for (const { id, isCanceled, statuses } of results) {
      expect(statuses).toEqual(isCanceled ? [200, 404] : [404, 404])
      const status = isCanceled ? 'canceled' : 'delivered'
      await eventually(`${id} is ${status}`, async () => (await get(`/v1/messages/${id}`)).status === status)
      expect((await thread(threads.get(id)!)).status).toBe(isCanceled ? 404 : 200)
    }
    const { mails: captured } = await get('/dev/outbox?limit=100')
    const left = captured.map((mail: { message_id: string }) => mail.message_id)
    expect(results.filter(({ isCanceled, id }) => isCanceled === left.includes(id))).toEqual([])
  } finally {
    await second.close()
  }
})

test('a scheduler takes out what a dead process has canceled', async () => {
  const { id } = await composeLater()
  const { models, services } = app.app
  // As far as the process came.
  await services.messages.cancel({ accountId: app.accountId, testMode: false } as never, id)
  expect(await itemOf(id)).not.toBeNull()
  expect((await rowOf(id))!.file_at!.getTime()).toBeGreaterThan(Date.now())
  await models.messages.collection.updateOne({ _id: id }, { $set: { file_at: new Date(0) } })
  await eventually('it is out', async () => (await itemOf(id)) === null)
  await eventually('nothing is left to do', async () => (await rowOf(id))!.file_at === undefined)
})

test('mail that a failover hides for a moment is filed all the same', async () => {
  const { models, clock, services } = app.app
  const { id } = await composeLater()
  await forgetMails(models, [id])
  const { content } = (await rowOf(id))!
  const hidden = { $unset: { filed: 1, content_summary: 1 }, $set: { content: null, file_at: new Date(1e13) } } as const
  await models.messages.collection.updateOne({ _id: id }, hidden)
  const pass = async () => {
    await models.messages.collection.updateOne({ _id: id }, { $set: { content } })
  }
  const filed: string[] = []
  const file = async (mail: { id: string }) => {
    filed.push(mail.id)
    return { threadId: 'thr_x' }
  }
  const { htmlReader } = services
  const log = pino({ level: 'silent' })
  const deps = { models, clock, log, htmlReader, readBarrier: { pass }, mailFiling: { file } }
  await new OutboundFiling(deps).file(app.accountId, id)
  expect(filed).toEqual([id])
})

test('mail that is canceled before it is filed, or meanwhile, gets no thread', async () => {
  const { models, clock, config, newId, conveyor, services } = app.app
  const { htmlReader } = services
  const domainLookUp = { ofAccount: async () => [] }
  const readerThreads = { run: () => Promise.reject(new Error('short mails need no thread')) }
  const deps = { models, clock, config, newId, conveyor, domainLookUp, htmlReader, readerThreads }
  const { id } = await composeLater()
  // As if its process had died before it was filed.
  await forgetMails(models, [id])
  await models.messages.collection.updateOne({ _id: id }, { $unset: { filed: 1 }, $set: { file_at: new Date(1e13) } })
  const [mail] = await readOutboundMails({ models, htmlReader }, app.accountId, [id])
  // A batch has looked and decided when it writes its texts.
  const insertMany = async () => {
    await cancel(id)
  }
  const texts = { collection: { insertMany } } as unknown as Models['mailTexts']
  const filing = new MailFiling({ ...deps, models: { ...models, mailTexts: texts } })
  expect(await filing.file(mail!)).toEqual({ threadId: null })
  expect(await rowOf(id)).toMatchObject({ status: 'canceled' })
  expect((await rowOf(id))!.file_at).toBeUndefined()
  expect(await new MailFiling(deps).file(mail!)).toEqual({ threadId: null })
  expect(await itemOf(id)).toBeNull()
})

test('whoever cancels while the mail is being filed finds it out of all threads', async () => {
  const race = async (n: number) => {
    const idempotency_key = `race-${n}`
    const composing = composeLater({ idempotency_key })
    const row = await eventually('it is accepted', () =>
      app.app.models.messages.collection.findOne({ account_id: app.accountId, idempotency_key }),
    )
    expect((await cancel(row._id)).status).toBe(200)
    await composing
    return row._id
  }
  for (const id of await Promise.all(Array.from({ length: 20 }, (_, n) => race(n)))) {
    expect((await rowOf(id))!.file_at).toBeUndefined()
    expect(await itemOf(id)).toBeNull()
  }
})

test('a send can be undone for seconds, and leaves when they are over', async () => {
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()
  const undone = await composeLater({ scheduled_at: inSeconds(50) })
  expect(undone.status).toBe('scheduled')
  expect(await cancel(undone.id)).toMatchObject({ status: 200, body: { status: 'canceled' } })
  const scheduled_at = inSeconds(2)
  const { id, undo_until } = await composeLater({ scheduled_at })
  expect(undo_until).toBe(scheduled_at)
  await eventually('it has left', async () => ['sent', 'delivered'].includes((await rowOf(id))!.status))
  expectError(await cancel(id), 404, 'not_found')
  // Elsewhere it would have been sent at once.
  const now = await post('/v1/send', {
    ...{
      channel: 'email',
      idempotency_key: 'soon',
      destination: { email: 'ada@example.com' },
      scheduled_at: inSeconds(50),
    },
    ...{ payload: { subject: 'Soon', body_text: 'At once.' }, metadata: { from_email: 'me@shop.test' } },
  })
  expect(now.body.status).toBe('queued')
})
