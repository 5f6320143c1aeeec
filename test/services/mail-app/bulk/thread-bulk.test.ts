import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMailbox, copyThreads, outcomes } from '../../../support/bulk-mailbox.js'
import { dumpLedger } from '../../../support/dump-ledger.js'
import { receiveMail } from '../../../support/file-mail.js'
import { followChanges, listMailbox, MailReplica } from '../../../support/mail-replica.js'
import { anotherAccount, anotherProcess } from '../../../support/more-processes.js'
import { call, startApp, type TestApp } from '../../../support/start-app.js'

let app: TestApp
let second: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
  second = await anotherProcess(app, { ROLES: 'api' })
})
afterAll(async () => {
  await second.close()
  await app.close()
})

describe('threads are changed together', () => {
  test('in all the ways in which one is, and say what became of each', async () => {
    const { ask, threads, change, thread, receive } = await aMailbox(app)
    const [one, other] = await threads(2)
    const gone = (await receive()).threadId
    await ask('POST', `/v1/mail/threads/${other}/merge`, { thread_id: gone })
    await ask('POST', '/v1/mail/labels', { name: 'Orders' })
    const elsewhere = await receiveMail(app)
    const thread_ids = [one, 'thr_unknown', gone, other, elsewhere.threadId, one]
    const state = { folder: 'archive', read: true, starred: true, add_labels: ['orders'], assignee: 'Bo' }
    const { status, body } = await change({ thread_ids, ...state })
    expect(status).toBe(200)
    expect(body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      ...['changed', 'not_found', 'changed', 'changed', 'not_found', 'changed'],
    ])
    expect(body.results.map(({ thread_id }: { thread_id: string }) => thread_id)).toEqual(thread_ids)
    for (const id of [one!, other!]) {
      expect(await thread(id)).toMatchObject({
        ...{ folder: 'archive', has_unread: false, is_starred: true, labels: ['Orders'], assignee: 'Bo' },
      })
    }
    const { models } = app.app
    expect(await models.mailThreads.collection.findOne({ _id: elsewhere.threadId })).toMatchObject({ folder: 'inbox' })
    // The same again changes nothing, so there is nothing to undo.
    const again = await change({ thread_ids, ...state })
    expect(outcomes(again)).toEqual({ unchanged: 4, not_found: 2 })
    expect(again.body).toMatchObject({ undo_id: null, undo_until: null })
  })

  test('a thread in the trash is not snoozed, and the others are', async () => {
    const { ask, threads, change, list } = await aMailbox(app)
    const [one, other] = await threads(2)
    await ask('POST', `/v1/mail/threads/${one}/move`, { folder: 'trash' })
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const { body } = await change({ thread_ids: [one, other], snoozed_until: until })
    expect(body.results).toMatchObject([
      { outcome: 'refused', message: expect.stringContaining('trash') },
      { outcome: 'changed', message: null },
    ])
    expect(await list('q=is:snoozed')).toEqual([other])
    expect(outcomes(await change({ thread_ids: [other], snoozed_until: null }))).toEqual({ changed: 1 })
    expect(await list('folder=inbox')).toEqual([other])
  })
})

describe('an undo', () => {
  test('puts everything back, also what the move has taught about senders', async () => {
    const { ask, threads, change, undo, receive, list, blocked } = await aMailbox(app)
    await ask('POST', '/v1/mail/labels', { name: 'Orders' })
    await ask('POST', '/v1/mail/labels', { name: 'Gone' })
    const [plain, full] = await threads(2)
    await ask('POST', `/v1/mail/threads/${full}/labels`, { add: ['Orders', 'Gone'] })
    await ask('PUT', `/v1/mail/threads/${full}/assignee`, { assignee: 'Bo' })
    await ask('POST', `/v1/mail/threads/${full}/snooze`, { until: new Date(Date.now() + 3_600_000).toISOString() })
    const spam = (await receive({ from: 'eve@example.org', isAuthentic: true })).threadId
    await ask('POST', `/v1/mail/threads/${spam}/move`, { folder: 'spam' })
    expect(await blocked()).toEqual(['example.org'])
    const all = async () => (await ask('GET', '/v1/mail/threads?limit=100')).body.threads
    const before = await all()

    const thread_ids = [plain, full, spam]
    const unsnoozed = await change({ thread_ids: [full], snoozed_until: null })
    expect((await list('folder=inbox'))[0]).toBe(full)
    expect(outcomes(await undo(unsnoozed.body.undo_id))).toEqual({ restored: 1 })
    expect(await all()).toEqual(before)

    const moved = await change({ thread_ids, folder: 'inbox', assignee: 'Cy', read: true, add_labels: ['Orders'] })
    expect(await blocked()).toEqual([])
    expect(outcomes(await undo(moved.body.undo_id))).toEqual({ restored: 3 })
    expect(await all()).toEqual(before)
    expect(await blocked()).toEqual(['example.org'])

    const trained = await change({ thread_ids, folder: 'spam' })
    expect(await blocked()).toHaveLength(2)
    await undo(trained.body.undo_id)
    expect(await blocked()).toEqual(['example.org'])
    expect(await all()).toEqual(before)

    const unlabelled = await change({ thread_ids: [full], remove_labels: ['Orders', 'Gone'] })
    const { labels } = (await ask('GET', '/v1/mail/labels')).body
    await ask('DELETE', `/v1/mail/labels/${labels.find(({ name }: { name: string }) => name === 'Gone').id}`)
    await undo(unlabelled.body.undo_id)
    expect((await all()).find(({ id }: { id: string }) => id === full)).toMatchObject({ labels: ['Orders'] })
  })

  test('of a change that was repeated is that of the first, and a sender who was unblocked since is blocked again', async () => {
    const { ask, change, undo, receive, thread, blocked } = await aMailbox(app)
    const { threadId } = await receive({ from: 'eve@example.org', isAuthentic: true })
    const first = await change({ thread_ids: [threadId], folder: 'spam' })
    expect(await change({ thread_ids: [threadId], folder: 'spam' })).toMatchObject({
      body: { results: [{ outcome: 'unchanged' }], undo_id: null },
    })
    await undo(first.body.undo_id)
    expect([(await thread(threadId)).folder, await blocked()]).toEqual(['inbox', []])

    await change({ thread_ids: [threadId], folder: 'spam' })
    const [entry] = (await ask('GET', '/v1/mail/blocked-senders')).body.blocked_senders
    await ask('DELETE', `/v1/mail/blocked-senders/${entry.id}`)
    expect(await change({ thread_ids: [threadId], folder: 'spam' })).toMatchObject({
      body: { results: [{ outcome: 'changed' }] },
    })
    expect(await blocked()).toEqual(['example.org'])
  })

  test('of a part leaves a sender blocked while a thread of his is spam', async () => {
    const { ask, change, undo, receive, blocked } = await aMailbox(app)
    const mails = [await receive({ from: 'eve@example.org', isAuthentic: true, subject: 'One' })]
    mails.push(await receive({ from: 'mallory@example.org', isAuthentic: true, subject: 'Two' }))
    const thread_ids = mails.map(({ threadId }) => threadId)
    const spam = await change({ thread_ids, folder: 'spam' })
    await ask('POST', `/v1/mail/threads/${thread_ids[1]}/star`)
    await undo(spam.body.undo_id)
    expect(await blocked()).toEqual(['example.org'])

    await ask('POST', `/v1/mail/threads/${thread_ids[0]}/move`, { folder: 'spam' })
    const inbox = await change({ thread_ids, folder: 'inbox' })
    expect(await blocked()).toEqual([])
    await ask('DELETE', `/v1/mail/threads/${thread_ids[0]}/star`)
    await ask('POST', `/v1/mail/threads/${thread_ids[0]}/star`)
    expect(outcomes(await undo(inbox.body.undo_id))).toEqual({ changed_since: 1, restored: 1 })
    expect(await blocked()).toEqual(['example.org'])
  })

  test('leaves a sender blocked while a thread of his is spam, also one of another part', async () => {
    const { ask, accountId, change, undo, receive, blocked } = await aMailbox(app)
    const mail = { from: 'eve@example.org', isAuthentic: true }
    const first = (await receive({ ...mail, subject: 'One' })).threadId
    const others = await copyThreads(app, accountId, 99)
    const last = (await receive({ ...mail, subject: 'Two' })).threadId
    const { body } = await change({ thread_ids: [first, ...others, last], folder: 'spam' })
    await ask('POST', `/v1/mail/threads/${last}/star`)
    expect(outcomes(await undo(body.undo_id))).toEqual({ restored: 100, changed_since: 1 })
    expect(await blocked()).toContain('example.org')
    // Repeated, it is the same.
    await undo(body.undo_id)
    expect(await blocked()).toContain('example.org')
  })

  test('leaves alone what somebody, or new mail, has changed since, and says so', async () => {
    const { ask, threads, change, undo, thread, receive } = await aMailbox(app)
    const [kept, starred, merged] = await threads(3)
    const answered = await receive({ messageId: 'question@example.com', subject: 'A question' })
    const deleted = (await threads(1))[0]!
    const thread_ids = [kept, starred, merged, answered.threadId, deleted]
    const { body } = await change({ thread_ids, folder: 'archive' })
    await ask('POST', `/v1/mail/threads/${starred}/star`)
    await receive({ inReplyTo: ['question@example.com'], subject: 'Re: A question' })
    const more = (await threads(1))[0]
    await ask('POST', `/v1/mail/threads/${more}/merge`, { thread_id: merged })
    await app.app.models.mailThreads.collection.deleteOne({ _id: deleted })
    const results = (await undo(body.undo_id)).body.results
    expect(results).toEqual([
      { thread_id: kept, outcome: 'restored' },
      { thread_id: starred, outcome: 'changed_since' },
      { thread_id: merged, outcome: 'changed_since' },
      { thread_id: answered.threadId, outcome: 'changed_since' },
      { thread_id: deleted, outcome: 'not_found' },
    ])
    expect(await thread(kept!)).toMatchObject({ folder: 'inbox' })
    expect(await thread(starred!)).toMatchObject({ folder: 'archive', is_starred: true })
  })

  test('happens once, however many ask for it, and all get the same answer', async () => {
    const { accountId, ask, threads, change, undo, thread } = await aMailbox(app)
    const ids = await threads(3)
    const { body } = await change({ thread_ids: ids, folder: 'trash' })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_none, index) => undo(body.undo_id, index % 2 ? second : app)),
    )
    for (const answer of answers) expect(answer.body).toEqual(answers[0]!.body)
    expect(outcomes(answers[0]!)).toEqual({ restored: 3 })
    const moves = await app.app.models.mailChanges.collection
      .find({ account_id: accountId, 'changes.type': 'moved' })
      .toArray()
    expect(moves).toHaveLength(2)
    // What somebody does afterwards stays, although the undo is repeated.
    await ask('POST', `/v1/mail/threads/${ids[0]}/move`, { folder: 'archive' })
    expect((await undo(body.undo_id)).body).toEqual(answers[0]!.body)
    expect(await thread(ids[0]!)).toMatchObject({ folder: 'archive' })
  })

  test('is too late after its time, unless it has begun', async () => {
    const { accountId, change, undo } = await aMailbox(app)
    const ids = await copyThreads(app, accountId, 150)
    const { mailThreads, mailUndos } = app.app.models
    const expire = () => mailUndos.collection.updateMany({ account_id: accountId }, { $set: { until: new Date(0) } })
    const late = await change({ thread_ids: ids.slice(0, 2), starred: true })
    await expire()
    expect(await undo(late.body.undo_id)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
    expect(await mailThreads.collection.findOne({ _id: ids[0]! })).toMatchObject({ starred: true })
    const { body } = await change({ thread_ids: ids, folder: 'archive' })
    // A process that undoes dies between the groups.
    await undo(body.undo_id)
    await mailUndos.collection.updateOne({ _id: `${body.undo_id}/1` }, { $unset: { results: 1 } })
    await expire()
    expect(outcomes(await undo(body.undo_id))).toEqual({ restored: 100, changed_since: 50 })
  })

  test('is only for the key that made the change', async () => {
    const { ask, threads, change, undo, thread } = await aMailbox(app)
    const [id] = await threads(1)
    const { body } = await change({ thread_ids: [id], folder: 'archive' })
    const other = (await ask('POST', '/v1/keys', { scope: 'admin' })).body.key
    const stranger = await anotherAccount(app, `stranger-${app.app.newId('label')}@elsewhere.test`)
    for (const key of [other, stranger.key]) {
      expect((await call(app.url, 'POST', `/v1/mail/threads/bulk/${body.undo_id}/undo`, { key })).status).toBe(404)
    }
    expect(await thread(id!)).toMatchObject({ folder: 'archive' })
    expect(outcomes(await undo(body.undo_id))).toEqual({ restored: 1 })
  })

  test('of threads with an address is forgotten with the address', async () => {
    const { accountId, ask, threads, change, undo } = await aMailbox(app)
    const [id] = await threads(1)
    await ask('PUT', `/v1/mail/threads/${id}/assignee`, { assignee: 'erin@team.example' })
    const { body } = await change({ thread_ids: [id], assignee: null })
    expect((await app.app.models.mailUndos.collection.find({ account_id: accountId }).toArray()).length).toBe(1)
    expect((await ask('POST', '/v1/recipients/erase', { email: 'erin@team.example' })).status).toBe(200)
    const rows = await dumpLedger(app.app.models.connection)
    const named = rows.filter(({ bytes }) => bytes.toString('latin1').includes('erin@team.example'))
    expect(named.map(({ name }) => name)).toEqual([])
    expect((await undo(body.undo_id)).status).toBe(404)
  })
})

test('counts and lists stay right while threads are changed together, one by one and by new mail', {
  timeout: 240_000,
}, async () => {
  const { ask, threads, change, undo, receive, key, cursor } = await aMailbox(app)
  await ask('POST', '/v1/mail/labels', { name: 'Orders' })
  const from = await cursor()
  const ids = await threads(20)
  const apps = [app, second]
  const undos: string[] = []
  await Promise.all(
    Array.from({ length: 24 }, async (_none, index) => {
      const of = apps[index % 2]
      const id = ids[(index * 7) % ids.length]!
      if (index % 4 === 0) await ask('POST', `/v1/mail/threads/${id}/read`, { read: index % 8 === 0 }, of)
      if (index % 4 === 1) await receive({ subject: `During ${index}` })
      if (index % 4 === 2) {
        const answer = await change({ thread_ids: ids, add_labels: ['Orders'], read: index % 8 === 2 }, of)
        expect(answer.status).toBe(200)
        if (answer.body.undo_id) undos.push(answer.body.undo_id)
      }
      if (index % 4 === 3 && undos[0]) expect((await undo(undos[0], of)).status).toBe(200)
    }),
  )
  const door = { url: app.url, key }
  const replica = new MailReplica()
  await followChanges(door, replica, from, 50)
  const listed = await listMailbox(door)
  expect(replica.state).toEqual(listed.state)
  const unread = [...listed.threads.values()].filter((each) => each.labels.includes('Orders') && each.has_unread)
  expect((await ask('GET', '/v1/mail/labels')).body.labels).toMatchObject([{ unread: unread.length }])
})
