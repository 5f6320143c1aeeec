import { afterAll, beforeAll, expect, test } from 'vitest'
import { findThread } from '../../../../src/services/mail-app/threads/thread-writes.js'
import { followRandomMailbox } from '../../../support/follow-random-mailbox.js'
import { anotherProcess } from '../../../support/more-processes.js'
import { mailStep } from '../../../support/random-mailbox.js'
import { startApp, type TestApp } from '../../../support/start-app.js'

let apps: [TestApp, TestApp]
let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
  apps = [app, await anotherProcess(app, { ROLES: 'api' })]
})
afterAll(async () => {
  await apps[1].close()
  await app.close()
})

/** What must be true of the threads of an account, whatever happened. */
async function assertThreadsHold(accountId: string): Promise<void> {
  const { models } = app.app
  const own = { account_id: accountId }
  const [rows, items, emails] = await Promise.all([
    models.mailThreads.collection.find(own).toArray(),
    models.mailItems.collection.find(own).toArray(),
    models.inboundEmails.collection.find(own, { projection: { thread_id: 1 } }).toArray(),
  ])
  const counts = new Map<string, number>(
    rows.flatMap((row) => (row.merged_into === undefined ? [[row._id, 0] as const] : [])),
  )
  for (const { thread_id } of items) {
    expect(counts.has(thread_id), 'the thread of a mail').toBe(true)
    counts.set(thread_id, counts.get(thread_id)! + 1)
  }
  for (const row of rows.filter(({ merged_into }) => merged_into === undefined)) {
    expect(row.message_count, row._id).toBe(counts.get(row._id))
    expect(row.message_count).toBeGreaterThan(0)
  }
  // Old ids answer, in one step, and none of their rows is in a list.
  for (const row of rows.filter(({ merged_into }) => merged_into !== undefined)) {
    expect(counts.has(row.merged_into!), 'where it went').toBe(true)
    expect(row).toMatchObject({ tags: [], position: '' })
  }
  const threadOf = new Map(items.flatMap(({ copies, thread_id }) => copies.map(({ id }) => [id, thread_id] as const)))
  for (const { _id, thread_id } of emails) {
    const filed = threadOf.get(_id)
    if (filed) expect((await findThread(models, accountId, thread_id!))?._id, _id).toBe(filed)
  }
}

const step = mailStep([
  ...(['receive', 'receive', 'answer', 'orphan', 'parent', 'copy', 'star', 'read', 'delete'] as const),
  ...(['merge', 'merge', 'merge', 'split', 'split', 'split'] as const),
])

test('whatever is merged and split while mail arrives, each mail is in one thread, and nobody misses a change', {
  timeout: 240_000,
}, async () => {
  await followRandomMailbox(apps, 'merging', step, assertThreadsHold)
})
