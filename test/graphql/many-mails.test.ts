import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiveMail } from '../support/file-mail.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { ask } from './graphql-client.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
})
afterAll(() => app.close())

/** A thread with many mails, made of copies of one. */
async function longThread(subject: string, mails: number): Promise<string> {
  const { newId, models } = app.app
  const { collection } = models.mailItems
  const { id, threadId } = await receiveMail(app, { subject, from: `${subject}@example.com` })
  const item = await collection.findOne({ _id: id })
  await collection.insertMany(Array.from({ length: mails - 1 }, () => ({ ...item!, _id: newId('inboundEmail') })))
  return threadId
}

test('threads with too many mails for one response are errors, and never short of mails', async () => {
  const ids = [await longThread('one', 800), await longThread('two', 800), await longThread('three', 800)]
  const { data, errors } = await ask(app, '{ threads(first: 3) { nodes { id messages { id } } } }')
  expect(errors).toMatchObject([{ path: ['threads', 'nodes', 0, 'messages'], extensions: { code: 'invalid_request' } }])
  expect(errors[0].message).toContain('2,000 mails. Ask for fewer threads at a time')
  expect(data?.threads ?? null).toBeNull()
  const fewer = await ask(app, '{ threads(first: 2) { nodes { messages { id } } } }')
  expect(fewer.data?.threads.nodes.map(({ messages }: { messages: unknown[] }) => messages.length)).toEqual([800, 800])
  for (const id of ids) {
    const { body } = await app.call('GET', `/v1/mail/threads/${id}`)
    expect(body.messages).toHaveLength(800)
  }
})
