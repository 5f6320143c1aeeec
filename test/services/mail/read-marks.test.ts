import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiveMail } from '../../support/file-mail.js'
import { startApp, type TestApp } from '../../support/start-app.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
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
