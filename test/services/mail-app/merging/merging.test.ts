import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetMails } from '../../../../src/services/mail-app/filing/forget-mails.js'
import { reviseMails } from '../../../../src/services/mail-app/threads/revise-thread.js'
import { mailToFile, receiveMail, type TestMail } from '../../../support/file-mail.js'
import { anotherAccount, anotherProcess } from '../../../support/more-processes.js'
import { call, startApp, type TestApp } from '../../../support/start-app.js'
import { verifiedDomain } from '../../../support/verified-domain.js'

let app: TestApp
let second: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
  second = await anotherProcess(app, { ROLES: 'api' })
  await verifiedDomain(app, 'shop.test')
})
afterAll(async () => {
  await second.close()
  await app.close()
})

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
const mailsOf = async (threadId: string) => (await thread(threadId)).messages.map((mail: { id: string }) => mail.id)
const post = (path: string, body: unknown = {}, { url } = app) => call(url, 'POST', path, { key: app.adminKey, body })
const merge = (into: string, from: string, of = app) => post(`/v1/mail/threads/${into}/merge`, { thread_id: from }, of)
const split = (mailId: string, source = 'inbound', of = app) =>
  post(`/v1/mail/messages/${source}/${mailId}/split`, {}, of)
const list = async (query: string): Promise<string[]> =>
  (await app.call('GET', `/v1/mail/threads?limit=100&${query}`)).body.threads.map((each: { id: string }) => each.id)

/** Two threads of one customer about different matters. */
async function twoThreads() {
  const one = await receive({ subject: `${own} one`, messageId: id('one') })
  const other = await receive({ subject: `${own} other`, messageId: id('other'), from: 'Bo <bo@example.org>' })
  return { one, other }
}

/** A thread with a first mail, an answer, and an answer to that. */
async function threeMails() {
  const first = await receive({ messageId: id('a') })
  const middle = await receive({ messageId: id('b'), inReplyTo: [id('a')], from: 'bo@example.org' })
  const last = await receive({ messageId: id('c'), inReplyTo: [id('b')], references: [id('a'), id('b')] })
  return { first, middle, last }
}

describe('merging by hand', () => {
  test('moves all mail, unites what people did, and the old id answers for good', async () => {
    const { one, other } = await twoThreads()
    await post('/v1/mail/labels', { name: own })
    await post(`/v1/mail/threads/${other.threadId}/labels`, { add: [own] })
    await post(`/v1/mail/threads/${other.threadId}/star`)
    await post(`/v1/mail/threads/${other.threadId}/notes`, { text: 'Both are one matter.' })
    await app.call('PUT', `/v1/mail/threads/${other.threadId}/assignee`, { body: { assignee: 'Bo' } })
    await post(`/v1/mail/threads/${one.threadId}/move`, { folder: 'archive' })
    await post(`/v1/mail/threads/${one.threadId}/read`)
    const { status, body } = await merge(one.threadId, other.threadId)
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        ...{ id: one.threadId, subject: `${own} one`, message_count: 2, folder: 'inbox', labels: [own] },
        ...{ is_starred: true, has_unread: true, assignee: 'Bo', snoozed_until: null },
        participants: ['ada@example.com', 'support@shop.test', 'bo@example.org'],
      },
    })
    expect(await mailsOf(other.threadId)).toEqual([one.id, other.id])
    const { notes } = (await app.call('GET', `/v1/mail/threads/${one.threadId}/notes`)).body
    expect(notes).toMatchObject([{ text: 'Both are one matter.' }])
    expect(await list(`label=${own}`)).toEqual([one.threadId])
    const found = (await app.call('GET', `/v1/mail/search?q="${own} other"`)).body.results
    expect(found).toMatchObject([{ thread_id: one.threadId }])
    expect((await app.call('GET', `/v1/inbound/${other.id}`)).body.thread_id).toBe(one.threadId)
    const labels = (await app.call('GET', '/v1/mail/labels')).body.labels
    expect(labels.find(({ name }: { name: string }) => name === own)).toMatchObject({ unread: 0 })
  })

  test('answers to any of both go into the thread that stays, which keeps its subject', async () => {
    const other = await receive({ subject: `${own} other`, messageId: id('other') })
    const one = await receive({ subject: `${own} one`, messageId: id('one'), from: 'bo@example.org' })
    await merge(one.threadId, other.threadId)
    const answers = await Promise.all([
      receive({ subject: `Re: ${own} one`, inReplyTo: [id('one')], from: 'cy@example.org' }),
      receive({ subject: `Re: ${own} other`, inReplyTo: [id('other')], from: 'di@example.org' }),
    ])
    expect(answers.map(({ threadId }) => threadId)).toEqual([one.threadId, one.threadId])
    await forgetMails(app.app.models, [answers[0]!.id])
    expect(await thread(one.threadId)).toMatchObject({ subject: `${own} one`, message_count: 3 })
  })

  test('many times in a row leaves every old id one step from where its mail is', async () => {
    const mails = await Promise.all(
      Array.from({ length: 60 }, (_none, index) => receive({ subject: `${own} ${index}`, from: `u${index}@x.test` })),
    )
    for (const [index, mail] of mails.slice(1).entries()) {
      expect((await merge(mail.threadId, mails[index]!.threadId)).status).toBe(200)
    }
    expect(await thread(mails[0]!.threadId)).toMatchObject({ id: mails.at(-1)!.threadId, message_count: 60 })
    await forgetMails(
      app.app.models,
      mails.map((mail) => mail.id),
    )
    expect((await app.call('GET', `/v1/mail/threads/${mails[0]!.threadId}`)).status).toBe(404)
  })

  test('is refused with a reason', async () => {
    const { one, other } = await twoThreads()
    const third = await receive({ subject: `${own} third`, from: 'cy@example.org' })
    const self = await merge(one.threadId, one.threadId)
    expect(self).toMatchObject({ status: 400, body: { error: { details: [{ path: 'thread_id' }] } } })
    const stranger = await anotherAccount(app, `${number}@elsewhere.test`)
    const foreign = await receive({ accountId: stranger.accountId })
    expect((await merge(one.threadId, foreign.threadId)).body.error.code).toBe('not_found')
    expect((await merge(foreign.threadId, one.threadId)).body.error.code).toBe('not_found')
    await post(`/v1/mail/threads/${third.threadId}/move`, { folder: 'spam' })
    expect((await merge(one.threadId, third.threadId)).body.error.code).toBe('wrong_folder')
    expect((await merge(third.threadId, one.threadId)).body.error.code).toBe('wrong_folder')
    await merge(one.threadId, other.threadId)
    for (const [into, from] of [
      [one.threadId, other.threadId],
      [other.threadId, one.threadId],
      [third.threadId, other.threadId],
    ] as const) {
      const { error } = (await merge(into, from)).body
      expect(error).toMatchObject({ code: 'already_merged', status: 409 })
      expect(error.message).toContain(one.threadId)
    }
    expect((await thread(foreign.threadId)).error.code).toBe('not_found')
  })

  test('is refused for threads that would be too large together', async () => {
    const { one, other } = await twoThreads()
    const { collection } = app.app.models.mailThreads
    await collection.updateOne({ _id: other.threadId }, { $set: { message_count: 1_000 } })
    expect((await merge(one.threadId, other.threadId)).body.error).toMatchObject({
      code: 'thread_too_large',
      status: 422,
    })
  })

  test('into each other at the same time makes one thread of them', async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await receive({ subject: `${own} ${round}` })
      const other = await receive({ subject: `${own} ${round} other`, from: 'bo@example.org' })
      const answers = await Promise.all([
        merge(one.threadId, other.threadId),
        merge(other.threadId, one.threadId, second),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect((await thread(one.threadId)).id).toBe((await thread(other.threadId)).id)
      expect((await mailsOf(one.threadId)).toSorted()).toEqual([one.id, other.id].toSorted())
    }
  })

  test('loses no mail that arrives meanwhile in another process', async () => {
    const { one, other } = await twoThreads()
    const answers = Array.from({ length: 40 }, (_none, index) =>
      mailToFile(app, { subject: `${own} other`, inReplyTo: [id('other')], messageId: id(`n${index}`) }),
    )
    const filing = answers.map((mail, index) => (index % 2 ? app : second).app.mailFiling.file(mail))
    const [merged] = await Promise.all([merge(one.threadId, other.threadId), ...filing])
    expect(merged.status).toBe(200)
    expect(await thread(other.threadId)).toMatchObject({ id: one.threadId, message_count: 42 })
    expect(await mailsOf(one.threadId)).toHaveLength(42)
  })
})

describe('splitting by hand', () => {
  test('begins a thread with the mail, in the state of the old one', async () => {
    const { first, middle, last } = await threeMails()
    await post('/v1/mail/labels', { name: own })
    await post(`/v1/mail/threads/${first.threadId}/labels`, { add: [own] })
    const until = new Date(Date.now() + 3_600_000).toISOString()
    await post(`/v1/mail/threads/${first.threadId}/snooze`, { until })
    const { status, body } = await split(middle.id)
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { message_count: 1, labels: [own], has_unread: true, snoozed_until: until, folder: 'inbox' },
    })
    expect(body.participants).toEqual(['bo@example.org', 'support@shop.test'])
    expect(await mailsOf(body.id)).toEqual([middle.id])
    expect(await mailsOf(first.threadId)).toEqual([first.id, last.id])
    expect(await thread(first.threadId)).toMatchObject({ message_count: 2, subject: own })
    expect((await thread(first.threadId)).participants).toEqual(['ada@example.com', 'support@shop.test'])
    expect((await app.call('GET', `/v1/inbound/${middle.id}`)).body.thread_id).toBe(body.id)
    expect((await list(`label=${own}`)).toSorted()).toEqual([body.id, first.threadId].toSorted())
  })

  test('answers to the mail follow it, and answers to the others do not', async () => {
    const { first, middle } = await threeMails()
    const begun = (await split(middle.id)).body.id
    const subject = `Re: ${own}`
    const toMail = await receive({ subject, inReplyTo: [id('b')], references: [id('a'), id('b')] })
    const toFirst = await receive({ subject, inReplyTo: [id('a')], references: [id('a')] })
    const toLast = await receive({ subject, inReplyTo: [id('c')], references: [id('a'), id('b'), id('c')] })
    expect([toMail, toFirst, toLast].map(({ threadId }) => threadId)).toEqual([begun, first.threadId, first.threadId])
    // The same mail at another address of ours is no new one.
    const copy = await receive({ from: 'bo@example.org', messageId: id('b'), inReplyTo: [id('a')], at: 'x@shop.test' })
    expect(copy.threadId).toBe(begun)
  })

  test('is not undone by a parent that arrives late', async () => {
    const { first, middle } = await threeMails()
    const begun = (await split(middle.id)).body.id
    const orphan = await receive({ inReplyTo: [id('late')], references: [id('b'), id('late')] })
    expect(orphan.threadId).toBe(begun)
    const parent = await receive({ messageId: id('late'), inReplyTo: [id('a')] })
    expect(parent.threadId).toBe(first.threadId)
    expect((await thread(begun)).id).toBe(begun)
    expect(await thread(first.threadId)).toMatchObject({ id: first.threadId, message_count: 3 })
    // People can.
    expect((await merge(first.threadId, begun)).body).toMatchObject({ message_count: 5 })
  })

  test('leads answers to a sent mail by the id of the provider, too', async () => {
    const { first } = await threeMails()
    const sent = (await post(`/v1/mail/threads/${first.threadId}/reply`, { body_text: 'Here.' })).body.id
    const given = { $set: { provider_message_id: `0100-${number}` } }
    await app.app.models.messages.collection.updateOne({ _id: sent }, given)
    const ofProvider = `0100-${number}@email.amazonses.com`
    const before = await receive({ subject: `Re: ${own}`, inReplyTo: [ofProvider] })
    expect(before.threadId).toBe(first.threadId)
    const begun = (await split(sent, 'outbound')).body
    expect(begun).toMatchObject({ message_count: 1, has_unread: false })
    const answer = await receive({ subject: `Re: ${own}`, inReplyTo: [ofProvider], references: [id('a'), ofProvider] })
    expect(answer.threadId).toBe(begun.id)
  })

  test('is refused with a reason', async () => {
    const { first, middle, last } = await threeMails()
    expect((await split(middle.id, 'outbound')).body.error.code).toBe('not_found')
    const stranger = await anotherAccount(app, `split-${number}@elsewhere.test`)
    const path = `/v1/mail/messages/inbound/${middle.id}/split`
    expect((await call(app.url, 'POST', path, { key: stranger.key })).status).toBe(404)
    await post(`/v1/mail/threads/${first.threadId}/move`, { folder: 'trash' })
    expect((await split(middle.id)).body.error.code).toBe('wrong_folder')
    await post(`/v1/mail/threads/${first.threadId}/move`, { folder: 'inbox' })
    await split(middle.id)
    expect((await split(middle.id)).body.error).toMatchObject({ code: 'only_mail', status: 409 })
    await split(last.id)
    expect((await split(first.id)).body.error.code).toBe('only_mail')
  })

  test('twice at once happens once, and every mail of a thread at once leaves one', async () => {
    const { first, middle, last } = await threeMails()
    const twice = await Promise.all([split(middle.id), split(middle.id, 'inbound', second)])
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const both = await Promise.all([split(first.id), split(last.id, 'inbound', second)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const rows = await app.app.models.mailItems.collection
      .find({ _id: { $in: [first.id, middle.id, last.id] } }, { projection: { thread_id: 1 } })
      .toArray()
    expect(new Set(rows.map(({ thread_id }) => thread_id)).size).toBe(3)
  })

  test('while answers arrive in another process leaves each of them in one of both threads', async () => {
    const { first, middle } = await threeMails()
    const answers = Array.from({ length: 40 }, (_none, index) =>
      mailToFile(app, { subject: own, inReplyTo: [id('b')], messageId: id(`n${index}`) }),
    )
    const filing = answers.map((mail, index) => (index % 2 ? app : second).app.mailFiling.file(mail))
    const [begun] = await Promise.all([split(middle.id), ...filing])
    const late = await receive({ inReplyTo: [id('b')] })
    expect(late.threadId).toBe(begun.body.id)
    const [one, other] = await Promise.all([mailsOf(first.threadId), mailsOf(begun.body.id)])
    expect(new Set([...one, ...other]).size).toBe(44)
    expect(one.length + other.length).toBe(44)
    expect((await thread(begun.body.id)).message_count).toBe(other.length)
  })

  test('a mail that is split off while it is removed is gone', async () => {
    const { first, middle } = await threeMails()
    let isSplit = false
    // Its thread was looked up, and is read, when somebody splits it.
    await reviseMails(app.app.models, [middle.id], async (item) => {
      if (!isSplit) await split(middle.id)
      isSplit = true
      return item._id === middle.id ? null : item
    })
    expect(await app.app.models.mailItems.countDocuments({ 'copies.id': middle.id })).toBe(0)
    expect((await thread(first.threadId)).message_count).toBe(2)
  })

  test.each([1, 2])('a mail that is split off and back again while others are removed is gone (%i)', async (call) => {
    const before = await receive({ subject: `${own} before` })
    const { first, middle } = await threeMails()
    const after = await receive({ subject: `${own} after` })
    const ids = [before.id, middle.id, after.id]
    const calls = new Map<string, number>()
    let begun = ''
    await reviseMails(app.app.models, ids, async (item) => {
      const count = (calls.get(item._id) ?? 0) + 1
      calls.set(item._id, count)
      if (count === call && item._id === before.id) begun = (await split(middle.id)).body.id
      if (count === call && item._id === after.id) expect((await merge(first.threadId, begun)).status).toBe(200)
      return ids.includes(item._id) ? null : item
    })
    expect(begun).not.toBe('')
    expect(await app.app.models.mailItems.countDocuments({ 'copies.id': { $in: ids } })).toBe(0)
    expect((await thread(first.threadId)).message_count).toBe(2)
  })

  test('waits for a mail that a worker is about to finish, and not for one that it has given up', async () => {
    const { first, middle, last } = await threeMails()
    const { inboundEmails } = app.app.models
    const waiting = { $set: { thread_id: null, parse_at: new Date(Date.now() + 3_600_000) } }
    await inboundEmails.collection.updateMany({ _id: { $in: [middle.id, last.id] } }, waiting)
    expect((await split(middle.id)).body.error).toMatchObject({ code: 'overloaded', status: 503 })
    await inboundEmails.collection.updateOne({ _id: last.id }, { $unset: { parse_at: 1 } })
    const begun = (await split(last.id)).body
    expect(begun).toMatchObject({ message_count: 1 })
    expect((await app.call('GET', `/v1/inbound/${last.id}`)).body.thread_id).toBe(begun.id)
    await inboundEmails.collection.updateOne(
      { _id: middle.id },
      { $set: { thread_id: first.threadId }, $unset: { parse_at: 1 } },
    )
    expect((await split(middle.id)).status).toBe(200)
  })
})

test('the feed tells of both', async () => {
  const { first, middle } = await threeMails()
  const { cursor } = (await app.call('GET', '/v1/mail/changes')).body
  const begun = (await split(middle.id)).body.id
  await merge(first.threadId, begun)
  const { changes } = (await app.call('GET', `/v1/mail/changes?cursor=${cursor}`)).body
  expect(changes).toMatchObject([
    { type: 'split', thread_id: begun, split_from: first.threadId, mail: { id: middle.id }, thread: null },
    { type: 'updated', thread_id: first.threadId, mail: null, thread: { message_count: 3 } },
    { type: 'merged', thread_id: begun, merged_into: first.threadId },
    { type: 'updated', thread_id: first.threadId },
  ])
})
