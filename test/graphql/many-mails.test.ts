import { afterAll, beforeAll, expect, test } from 'vitest'
import { positionOf } from '../../src/services/mail-app/threads/thread-state.js'
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
  const older = Array.from({ length: mails - 1 }, () => {
    const _id = newId('inboundEmail')
    const copies = [{ ...item!.copies[0]!, id: _id }]
    return { ...item!, _id, copies, position: positionOf(new Date(0), _id) }
  })
  await collection.insertMany(older)
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

test('a thread with more mails than a response holds is shown with the newest, oldest first', async () => {
  const id = await longThread('long', 2_100)
  const newest = await app.app.models.mailItems.collection.findOne({ thread_id: id }, { sort: { position: -1 } })
  const { body } = await app.call('GET', `/v1/mail/threads/${id}`)
  expect(body.messages).toHaveLength(2_000)
  expect(body.messages.at(-1).id).toBe(newest?._id)
  const { data } = await ask(app, `{ thread(id: "${id}") { messages { id } } }`)
  expect(data?.thread.messages).toEqual(body.messages.map((mail: { id: string }) => ({ id: mail.id })))
})
