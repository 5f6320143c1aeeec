import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MailChange } from '../../../../src/contract/mail-changes.js'
import { labelIds } from '../../../../src/services/mail-app/labels/label-names.js'
import { deleteLabelRow } from '../../../../src/services/mail-app/labels/label-rows.js'
import { toLabels } from '../../../../src/services/mail-app/organizing/thread-edits.js'
import { changeThread } from '../../../../src/services/mail-app/threads/thread-writes.js'
import { receiveMail } from '../../../support/file-mail.js'
import { startApp, type TestApp } from '../../../support/start-app.js'

/* What becomes of threads when their label is deleted. */

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
})
afterAll(() => app.close())

const create = async (name: string): Promise<string> =>
  (await app.call('POST', '/v1/mail/labels', { body: { name } })).body.id
const rowOf = (id: string) => app.app.models.mailThreads.collection.findOne({ _id: id })
const deletions = async () =>
  (await app.app.models.mailSequences.collection.findOne({ _id: app.accountId }))?.label_deletions

test('a deletion that was cut off is finished, and told to those who follow', async () => {
  const { models, services } = app.app
  const id = await create('Cut off')
  const { threadId } = await receiveMail(app, { subject: 'Cut off', messageId: 'cut-off@example.com' })
  await app.call('PUT', `/v1/mail/threads/${threadId}/labels`, { body: { labels: ['Cut off'] } })
  const { cursor } = (await app.call('GET', '/v1/mail/changes')).body
  // The process ends after the first step.
  await deleteLabelRow(models, app.accountId, { id, at: new Date(Date.now() - 61_000) })
  const { threads } = (await app.call('GET', '/v1/mail/threads')).body
  expect(threads.find((each: { id: string }) => each.id === threadId).labels).toEqual([])
  expect((await rowOf(threadId))?.labels).toEqual([id])
  // Its name is free.
  expect((await app.call('POST', '/v1/mail/labels', { body: { name: 'Cut off' } })).status).toBe(201)
  await services.labels.finishDeletions()
  expect((await rowOf(threadId))?.labels).toEqual([])
  expect(await deletions()).toEqual([])
  const { changes } = (await app.call('GET', `/v1/mail/changes?cursor=${cursor}`)).body
  expect(changes.map(({ type, thread_id }: MailChange) => [type, thread_id])).toEqual([['labelled', threadId]])
})

test('no thread keeps a label that is deleted while threads get it', async () => {
  const { threadId } = await receiveMail(app, { subject: 'Race', messageId: 'race@example.com' })
  const other = await receiveMail(app, { subject: 'Other race', messageId: 'other-race@example.com' })
  for (let round = 0; round < 10; round += 1) {
    const name = `Race ${round}`
    const id = await create(name)
    const thread_ids = [threadId, other.threadId]
    await Promise.all([
      app.call('POST', `/v1/mail/threads/${threadId}/labels`, { body: { add: [name] } }),
      app.call('PUT', `/v1/mail/threads/${other.threadId}/labels`, { body: { labels: [name] } }),
      app.call('DELETE', `/v1/mail/labels/${id}`),
      app.call('POST', '/v1/mail/threads/bulk', { body: { thread_ids, add_labels: [name] } }),
    ])
    for (const each of thread_ids) expect((await rowOf(each))?.labels).not.toContain(id)
    expect(await deletions()).toEqual([])
  }
})

test('a label that is deleted after it was looked up is not given', async () => {
  const { models, services } = app.app
  const id = await create('Looked up')
  const { threadId } = await receiveMail(app, { subject: 'Looked up', messageId: 'looked-up@example.com' })
  const lookedUp: string[][] = []
  await changeThread(models, app.accountId, threadId, async (row) => {
    const labels = await labelIds(models, app.accountId, ['Looked up'])
    lookedUp.push(labels)
    if (lookedUp.length === 1) await services.labels.delete(app.accountId, id)
    return toLabels(labels)(row)
  })
  expect(lookedUp).toEqual([[id], []])
  expect((await rowOf(threadId))?.labels).toEqual([])
})
