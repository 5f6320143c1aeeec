import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_COUNTED_UNREAD } from '../../../../src/contract/mail-labels.js'
import { receiveMail } from '../../../support/file-mail.js'
import { startApp, type TestApp } from '../../../support/start-app.js'

/* How many threads with a label are unread. */

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
})
afterAll(() => app.close())

const create = async (name: string): Promise<string> =>
  (await app.call('POST', '/v1/mail/labels', { body: { name } })).body.id
const give = (threadId: string, ...labels: string[]) =>
  app.call('PUT', `/v1/mail/threads/${threadId}/labels`, { body: { labels } })
const unreadOf = async (name: string): Promise<number> => {
  const { labels } = (await app.call('GET', '/v1/mail/labels?limit=100')).body
  return labels.find((label: { name: string }) => label.name === name).unread
}
/** A thread of its own, with some labels. */
async function aThread(name: string, ...labels: string[]): Promise<string> {
  const { threadId } = await receiveMail(app, { subject: name, messageId: `${name}@example.com` })
  await give(threadId, ...labels)
  return threadId
}

test('follows what is labeled, read, moved and deleted', async () => {
  const [orders, other] = ['Follows orders', 'Follows other']
  const id = await create(orders)
  await create(other)
  expect(await unreadOf(orders)).toBe(0)
  const [one, two, three] = [
    await aThread('one', orders),
    await aThread('two', orders, other),
    await aThread('three', orders),
  ]
  await aThread('none')
  expect([await unreadOf(orders), await unreadOf(other)]).toEqual([3, 1])
  await app.call('POST', `/v1/mail/threads/${one}/read`)
  await app.call('POST', `/v1/mail/threads/${two}/move`, { body: { folder: 'trash' } })
  expect([await unreadOf(orders), await unreadOf(other)]).toEqual([2, 1])
  await give(three)
  expect(await unreadOf(orders)).toBe(1)
  await app.call('POST', `/v1/mail/threads/${one}/read`, { body: { read: false } })
  expect((await app.call('PUT', `/v1/mail/labels/${id}`, { body: { color: 'red' } })).body).toMatchObject({ unread: 2 })
  await app.call('DELETE', `/v1/mail/labels/${id}`)
  await create(orders)
  expect(await unreadOf(orders)).toBe(0)
})

test('counts a thread once that others became a part of', async () => {
  const name = 'Merged'
  await create(name)
  const root = await receiveMail(app, { subject: name, messageId: 'm-root@example.com' })
  const child = await receiveMail(app, {
    ...{ subject: name, messageId: 'm-child@example.com', inReplyTo: ['m-parent@example.com'], from: 'bo@example.org' },
  })
  for (const { threadId } of [root, child]) await give(threadId, name)
  expect(await unreadOf(name)).toBe(2)
  await receiveMail(app, { subject: name, messageId: 'm-parent@example.com', inReplyTo: ['m-root@example.com'] })
  expect(await unreadOf(name)).toBe(1)
})

test('is the same in GraphQL, and belongs to the account', async () => {
  const name = 'Of the account'
  const id = await create(name)
  const threadId = await aThread('mine', name)
  const other = await app.app.services.accounts.create('other-labels@example.com')
  const row = (await app.app.models.mailThreads.collection.findOne({ _id: threadId }))!
  await app.app.models.mailThreads.collection.insertOne({
    ...row,
    ...{ _id: app.app.newId('thread'), account_id: other.account_id },
  })
  const query = '{ labels(first: 100) { nodes { id unread } } }'
  const { nodes } = (await app.call('POST', '/graphql', { body: { query } })).body.data.labels
  expect(nodes).toContainEqual({ id, unread: 1 })
})

test(`counts no further than ${MAX_COUNTED_UNREAD}`, async () => {
  const name = 'Very many'
  await create(name)
  const threadId = await aThread('many', name)
  const { mailThreads } = app.app.models
  const row = (await mailThreads.collection.findOne({ _id: threadId }))!
  const copies = Array.from({ length: MAX_COUNTED_UNREAD }, () => ({ ...row, _id: app.app.newId('thread') }))
  await mailThreads.collection.insertMany(copies)
  expect(await unreadOf(name)).toBe(MAX_COUNTED_UNREAD)
})
