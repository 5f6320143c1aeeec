import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../../../src/clock.js'
import { createIds } from '../../../../src/ids.js'
import type { MailDraftDoc } from '../../../../src/models/mail-draft.js'
import { findDraft } from '../../../../src/services/mail-app/drafts/draft-rows.js'
import { SentDrafts } from '../../../../src/services/mail-app/drafts/sent-drafts.js'
import { viewerOf } from '../../../../src/services/platform/mail-reach.js'
import { inAnHour } from '../../../doors/case.js'
import { expectError } from '../../../support/expect-error.js'
import { eventually, startApp, type TestApp } from '../../../support/start-app.js'
import { verifiedDomain } from '../../../support/verified-domain.js'

const newId = createIds(systemClock)

/* What becomes of a draft that is sent: whom it is from, and when its content goes. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  await verifiedDomain(app, 'shop.test')
  await app.app.models.domains.updateOne({ name: 'shop.test' }, { $set: { inbound_enabled: true } })
})
afterAll(() => app?.close())

const ask = (method: string, path: string, body?: object) =>
  app.call(method, `/v1/mail/drafts${path}`, { ...(body && { body }) })
const get = async (path: string) => (await app.call('GET', path)).body
const begin = async (given: object = {}): Promise<string> => {
  const whole = { to: ['ada@example.com'], subject: 'Hello', body_text: 'How are you?', ...given }
  const { status, body } = await ask('POST', '', whole)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}
const send = (id: string, body: object = {}) => ask('POST', `/${id}/send`, body)
const rowOf = (id: string) => findDraft(app.app.models, viewerOf(app.accountId), id)
const makeInbox = async (address: string) =>
  (await app.call('POST', '/v1/mail/inboxes', { body: { address } })).body.id as string
/** Empties what is due at a time. */
const emptyAt = (now: Date) =>
  new SentDrafts({ models: app.app.models, clock: { ...systemClock, now: () => now } }).emptyLeft()
const hoursAhead = (hours: number) => new Date(Date.now() + hours * 3_600_000)

test('a draft has its content until its mail can be taken back no longer', async () => {
  const id = await begin()
  const { body } = await send(id, { scheduled_at: new Date(Date.now() + 2_000).toISOString() })
  expect(body.status).toBe('scheduled')
  expect(await rowOf(id)).toMatchObject({ body_text: 'How are you?', empty_at: new Date(body.undo_until) })
  await eventually('the mail has left', async () => {
    const { status } = await get(`/v1/messages/${body.id}`)
    return !['scheduled', 'queued'].includes(status)
  })
  // The scheduler may have been there before the mail had left, and comes back later.
  await app.app.models.mailDrafts.collection.updateOne(
    { _id: id, empty_at: { $exists: true } },
    { $set: { empty_at: new Date(0) } },
  )
  await eventually('the draft is empty', async () => (await rowOf(id)).body_text === null)
  const row = await rowOf(id)
  expect(row).toMatchObject({ status: 'sent', to: [], subject: null, size_bytes: 0 })
  expect(row.empty_at).toBeUndefined()
  // It still answers.
  expect((await send(id)).body).toEqual(body)
})

test('mail that is late can be taken back meanwhile, with all of its content', async () => {
  const id = await begin()
  const { body } = await send(id, { scheduled_at: inAnHour() })
  await emptyAt(hoursAhead(2))
  const row = await rowOf(id)
  expect(row).toMatchObject({ status: 'sent', body_text: 'How are you?' })
  expect(row.empty_at!.getTime()).toBeGreaterThan(hoursAhead(1.9).getTime())
  expect((await app.call('POST', `/v1/messages/${body.id}/cancel`)).status).toBe(200)
  const reopened = await rowOf(id)
  expect(reopened).toMatchObject({ status: 'draft', body_text: 'How are you?', size_bytes: row.size_bytes })
  expect(reopened.empty_at).toBeUndefined()
  await emptyAt(hoursAhead(4))
  expect(await rowOf(id)).toEqual(reopened)
})

test('a draft whose mail was canceled is opened, not emptied', async () => {
  const id = await begin()
  const { body } = await send(id, { scheduled_at: inAnHour() })
  await app.app.services.messages.cancel({ accountId: app.accountId, testMode: false }, body.id)
  await app.app.models.messages.collection.updateOne({ _id: body.id }, { $unset: { file_at: 1 } })
  await emptyAt(hoursAhead(2))
  expect(await rowOf(id)).toMatchObject({ status: 'draft', body_text: 'How are you?', reopened: 1 })
})

test('a draft whose mail was canceled by a process that has died then is sent as another mail', async () => {
  const id = await begin()
  const { body } = await send(id, { scheduled_at: inAnHour() })
  await app.app.services.messages.cancel({ accountId: app.accountId, testMode: false }, body.id)
  await app.app.models.messages.collection.updateOne({ _id: body.id }, { $unset: { file_at: 1 } })
  const next = await send(id)
  expect(next.body).toMatchObject({ status: 'queued' })
  expect(next.body.id).not.toBe(body.id)
})

test('a draft that keeps changes after an earlier revision was sent does not count, and keeps them', async () => {
  const id = await begin()
  const { body } = await send(id)
  const kept = { body_text: 'Changed since.', size_bytes: 0 }
  await app.app.models.mailDrafts.collection.updateOne({ _id: id }, { $set: kept })
  await emptyAt(hoursAhead(1_000))
  expect(await rowOf(id)).toMatchObject({ ...kept, message_id: body.id })
})

test('a draft that keeps changes counts while the mail can be undone, and keeps them afterwards', async () => {
  const id = await begin()
  const { body } = await send(id, { scheduled_at: inAnHour() })
  const changed = { body_text: 'Changed since.', keeps_content: true as const }
  await app.app.models.mailDrafts.collection.updateOne({ _id: id }, { $set: changed })
  expect((await rowOf(id)).size_bytes).toBeGreaterThan(0)
  await app.app.models.messages.collection.updateOne({ _id: body.id }, { $set: { status: 'sent' } })
  await emptyAt(hoursAhead(2))
  expect(await rowOf(id)).toMatchObject({ body_text: 'Changed since.', size_bytes: 0 })
})

test('all drafts that are due are emptied in one run', async () => {
  const { _id, ...row } = await rowOf(await begin())
  const rows = Array.from({ length: 250 }, (_none, n): MailDraftDoc => {
    const sent = { status: 'sent' as const, message_id: `msg_gone_${n}`, empty_at: new Date(1) }
    return { ...row, ...sent, _id: newId('mailDraft'), subject: 'Due' }
  })
  await app.app.models.mailDrafts.collection.insertMany(rows)
  await emptyAt(hoursAhead(0))
  const left = { account_id: app.accountId, subject: 'Due' }
  await eventually('none is left', async () => (await app.app.models.mailDrafts.collection.countDocuments(left)) === 0)
})

test('a draft of an inbox that is deleted is from its address, also once nothing is left of the inbox', async () => {
  for (const isForgotten of [false, true]) {
    const inboxId = await makeInbox('gone@shop.test')
    const id = await begin({ inbox_id: inboxId })
    await app.call('DELETE', `/v1/mail/inboxes/${inboxId}`)
    if (isForgotten) await app.app.models.inboxes.collection.deleteOne({ _id: inboxId })
    const { body } = await send(id)
    expect(await get(`/v1/messages/${body.id}`)).toMatchObject({ from: 'gone@shop.test' })
  }
})

test('a draft whose inbox is unknown is refused by that name, and not sent from another address', async () => {
  const inboxId = await makeInbox('lost@shop.test')
  const id = await begin({ inbox_id: inboxId })
  await app.call('DELETE', `/v1/mail/inboxes/${inboxId}`)
  await app.app.models.inboxes.collection.deleteOne({ _id: inboxId })
  // Its address is looked up again, because the draft may have moved.
  await ask('PUT', `/${id}`, { kind: 'new' })
  expectError(await send(id), 400, 'invalid_request', 'inbox_id')
  expect((await ask('GET', `/${id}`)).body).toMatchObject({ status: 'draft' })
  await ask('PUT', `/${id}`, { from: 'me@shop.test' })
  expect((await send(id)).status).toBe(201)
})

test('a draft of a deleted inbox whose domain cannot send is refused', async () => {
  await verifiedDomain(app, 'old.test')
  await app.app.models.domains.updateOne({ name: 'old.test' }, { $set: { inbound_enabled: true } })
  const inboxId = await makeInbox('gone@old.test')
  const id = await begin({ inbox_id: inboxId })
  await app.call('DELETE', `/v1/mail/inboxes/${inboxId}`)
  expect((await app.call('DELETE', '/v1/domains/old.test')).status).toBeLessThan(300)
  expectError(await send(id), 422, 'from_not_verified')
})
