import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { receiveMail } from '../../../support/file-mail.js'
import { eventually, startApp, type TestApp } from '../../../support/start-app.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api,scheduler' })
})
afterAll(() => app.close())

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
const snooze = (id: string, until: string | null) =>
  app.call('POST', `/v1/mail/threads/${id}/snooze`, { body: { until } })
const list = async (query: string): Promise<string[]> => {
  const { body } = await app.call('GET', `/v1/mail/threads?limit=100&${query}`)
  return body.threads.map(({ id }: { id: string }) => id)
}
const isIn = async (query: string, id: string) => (await list(query)).includes(id)

describe('a snoozed thread', () => {
  test('is out of the inbox, is found by is:snoozed, and comes back as the newest when its time has come', async () => {
    const { threadId } = await receiveMail(app, { subject: 'Later', occurredAt: new Date(Date.now() - 3_600_000) })
    const newer = (await receiveMail(app, { subject: 'Newer' })).threadId
    // Longer than the two lists take on a slow machine.
    const until = inMs(4_000)
    expect((await snooze(threadId, until)).body).toEqual({ id: threadId, snoozed_until: until })
    expect(await isIn('folder=inbox', threadId)).toBe(false)
    expect(await list('q=is:snoozed')).toEqual([threadId])
    await eventually('it is back', () => isIn('folder=inbox', threadId))
    expect((await list('folder=inbox')).slice(0, 2)).toEqual([threadId, newer])
    const { body } = await app.call('GET', `/v1/mail/threads/${threadId}`)
    expect(body).toMatchObject({ snoozed_until: null, folder: 'inbox' })
    expect(await list('q=is:snoozed')).toEqual([])
  })

  test('comes back at once by new mail, or if somebody says so, but not by an answer of ours', async () => {
    const mail = await receiveMail(app, { subject: 'Waits', messageId: 'waits@example.com' })
    await snooze(mail.threadId, inMs(3_600_000))
    await receiveMail(app, { subject: 'Re: Waits', inReplyTo: ['waits@example.com'] })
    expect(await isIn('folder=inbox', mail.threadId)).toBe(true)
    await snooze(mail.threadId, inMs(3_600_000))
    expect(await isIn('folder=inbox', mail.threadId)).toBe(false)
    await snooze(mail.threadId, null)
    expect((await list('folder=inbox'))[0]).toBe(mail.threadId)
  })

  test('from the archive comes back to the inbox; a move ends it', async () => {
    const { threadId } = await receiveMail(app, { subject: 'Archived' })
    const move = (folder: string) => app.call('POST', `/v1/mail/threads/${threadId}/move`, { body: { folder } })
    await move('archive')
    await snooze(threadId, inMs(3_600_000))
    expect(await isIn('folder=archive', threadId)).toBe(false)
    await move('inbox')
    expect(await isIn('folder=inbox', threadId)).toBe(true)
    expect(await isIn('q=is:snoozed', threadId)).toBe(false)
  })

  test('that became part of another one wakes nobody', async () => {
    const one = await receiveMail(app, {
      subject: 'Merged',
      messageId: 'child@example.com',
      inReplyTo: ['parent@example.com'],
    })
    const other = await receiveMail(app, { subject: 'Merged', messageId: 'root@example.com', from: 'x@example.com' })
    await snooze(one.threadId, inMs(2_000))
    await snooze(other.threadId, inMs(3_600_000))
    await receiveMail(app, { subject: 'Merged', messageId: 'parent@example.com', inReplyTo: ['root@example.com'] })
    const { body } = await app.call('GET', `/v1/mail/threads/${other.threadId}`)
    expect(body).toMatchObject({ message_count: 3, snoozed_until: null })
    const left = { snoozed_until: { $ne: null }, merged_into: { $exists: true } }
    expect(await app.app.models.mailThreads.countDocuments(left)).toBe(0)
  })
})

describe('an assignee', () => {
  test('is found by assignee:, whatever the case, and is forgotten with an erasure', async () => {
    const { threadId } = await receiveMail(app, { subject: 'Assigned' })
    const assign = (assignee: string | null) =>
      app.call('PUT', `/v1/mail/threads/${threadId}/assignee`, { body: { assignee } })
    expect((await assign(' Bo Ek ')).body).toEqual({ id: threadId, assignee: 'Bo Ek' })
    expect(await list('q=assignee:"bo ek"')).toEqual([threadId])
    expect(await list('q=-assignee:"bo ek" subject:assigned')).toEqual([])
    await assign('Cy <cy@shop.test>')
    expect(await list('q=assignee:"bo ek"')).toEqual([])
    await app.call('POST', '/v1/recipients/erase', { body: { email: 'cy@shop.test' } })
    const row = await app.app.models.mailThreads.findById(threadId).lean()
    expect(JSON.stringify(row)).not.toContain('cy@shop.test')
    expect((await assign(null)).body.assignee).toBeNull()
  })
})

test('labels are added and taken off alone, so that nobody undoes what others do at the same time', async () => {
  const { threadId } = await receiveMail(app, { subject: 'Labelled' })
  const names = Array.from({ length: 8 }, (_none, index) => `label ${index}`)
  for (const name of names) await app.call('POST', '/v1/mail/labels', { body: { name } })
  const path = `/v1/mail/threads/${threadId}/labels`
  await Promise.all(names.map((name) => app.call('POST', path, { body: { add: [name] } })))
  const labels = async () => (await app.call('GET', `/v1/mail/threads/${threadId}`)).body.labels
  expect(await labels()).toEqual(names)
  await app.call('POST', path, { body: { add: ['label 1', 'none'], remove: ['label 0', 'label 7'] } })
  expect(await labels()).toEqual(names.slice(1, 7))
})
