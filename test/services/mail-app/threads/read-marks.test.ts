import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiveMail } from '../../../support/file-mail.js'
import { startApp, type TestApp } from '../../../support/start-app.js'
import { verifiedDomain } from '../../../support/verified-domain.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
  await verifiedDomain(app, 'shop.test')
})
afterAll(() => app.close())

const isUnread = async (id: string) => {
  const { threads } = (await app.call('GET', '/v1/mail/threads?limit=100')).body
  return threads.find((thread: { id: string }) => thread.id === id).has_unread as boolean
}

test('GET marks a thread read; HEAD and GraphQL do not', async () => {
  const { threadId } = await receiveMail(app)
  expect((await app.call('HEAD', `/v1/mail/threads/${threadId}`)).status).toBe(200)
  expect(await isUnread(threadId)).toBe(true)
  const query = `{ thread(id: "${threadId}") { id hasUnread messages { id } } }`
  expect((await app.call('POST', '/graphql', { body: { query } })).body.data.thread.id).toBe(threadId)
  expect(await isUnread(threadId)).toBe(true)
  expect((await app.call('GET', `/v1/mail/threads/${threadId}`)).body.messages).toHaveLength(1)
  expect(await isUnread(threadId)).toBe(false)
})

test.each([
  ['REST', (id: string) => app.call('POST', `/v1/mail/threads/${id}/reply`, { body: { body_text: 'x' } })],
  ['tRPC', (id: string) => app.call('POST', '/trpc/mail.threads.reply', { body: { id, body_text: 'x' } })],
  ['GraphQL', (id: string) => app.call('POST', '/graphql', { body: { query: ANSWER, variables: { id } } })],
])('an answer by %s marks the thread read; a refused one does not', async (_door, answer) => {
  const { threadId } = await receiveMail(app, { subject: `Answer by ${_door}` })
  await app.call('POST', `/v1/mail/threads/${threadId}/reply`, { body: {} })
  expect(await isUnread(threadId)).toBe(true)
  const answered = await answer(threadId)
  expect([answered.status, answered.body.errors]).toEqual([expect.toSatisfy((code) => code < 300), undefined])
  expect(await isUnread(threadId)).toBe(false)
})

test('an answer whose process died marks the thread read once it is filed', async () => {
  const { messages, connection } = app.app.models
  const { threadId } = await receiveMail(app, { subject: 'Left' })
  // Nothing of the mail app can be written.
  const { transaction } = connection
  connection.transaction = () => Promise.reject(new Error('the process died'))
  const { status, body } = await app.call('POST', `/v1/mail/threads/${threadId}/reply`, { body: { body_text: 'x' } })
  connection.transaction = transaction
  expect([status, await isUnread(threadId)]).toEqual([201, true])
  await messages.updateOne({ _id: body.id, file_at: { $exists: true } }, { file_at: new Date() })
  await app.app.services.outboundFiling.fileLeft()
  expect(await messages.exists({ _id: body.id, filed: true, file_at: { $exists: false } })).not.toBeNull()
  expect(await isUnread(threadId)).toBe(false)
})

test('what arrives while an answer is sent stays unread', async () => {
  const messageId = 'answered@example.com'
  const { threadId } = await receiveMail(app, { messageId, subject: 'Answered' })
  const reply = (number: number) =>
    app.call('POST', `/v1/mail/threads/${threadId}/reply`, { body: { body_text: 'x', idempotency_key: `r${number}` } })
  expect((await reply(1)).status).toBe(201)
  await receiveMail(app, { messageId: 'more@example.com', inReplyTo: [messageId], subject: 'Re: Answered' })
  expect((await reply(1)).headers.get('idempotent-replayed')).toBe('true')
  expect(await isUnread(threadId)).toBe(true)
})

const ANSWER = 'mutation($id: ID!) { replyToThread(id: $id, input: { bodyText: "x" }) { id } }'

test('what arrives while a thread is read stays unread, unless it was shown', async () => {
  const messageId = 'root@example.com'
  const { threadId } = await receiveMail(app, { messageId, subject: 'Race' })
  for (let round = 1; round <= 20; round += 1) {
    const [shown] = await Promise.all([
      app.call('GET', `/v1/mail/threads/${threadId}`),
      receiveMail(app, { messageId: `${round}@example.com`, inReplyTo: [messageId], subject: 'Re: Race' }),
    ])
    if (shown.body.messages.length === round) expect(await isUnread(threadId), `round ${round}`).toBe(true)
    await app.call('GET', `/v1/mail/threads/${threadId}`)
    expect(await isUnread(threadId)).toBe(false)
  }
})
