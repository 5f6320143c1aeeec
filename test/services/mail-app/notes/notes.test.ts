import { expect, test } from 'vitest'
import { forgetMails } from '../../../../src/services/mail-app/filing/forget-mails.js'
import { askWell } from '../../../graphql/graphql-client.js'
import { receiveMail } from '../../../support/file-mail.js'
import { anotherAccount, useTwoProcesses } from '../../../support/more-processes.js'
import { call } from '../../../support/start-app.js'

const [app, second] = useTwoProcesses()

const write = (threadId: string, text: string, more: object = {}) =>
  app.call('POST', `/v1/mail/threads/${threadId}/notes`, { body: { text, ...more } })
const notesOf = async (threadId: string): Promise<string[]> => {
  const { body } = await app.call('GET', `/v1/mail/threads/${threadId}/notes?limit=100`)
  return body.notes.map(({ text }: { text: string }) => text)
}
const threadOf = async (id: string) => (await app.call('GET', `/v1/mail/threads/${id}`)).body
const found = async (q: string): Promise<string[]> => {
  const { body } = await app.call('GET', `/v1/mail/threads?q=${encodeURIComponent(q)}`)
  expect(body.hints).toEqual([])
  return body.threads.map(({ id }: { id: string }) => id)
}

test('a note has its author: a given name, that of the key, or the key', async () => {
  const { threadId } = await receiveMail(app)
  const given = await write(threadId, ' Called.\nNobody there. ', { author: ' Bo ' })
  expect(given.status).toBe(201)
  expect(given.body).toMatchObject({ thread_id: threadId, text: 'Called.\nNobody there.', author: 'Bo' })
  expect(given.body.updated_at).toBe(given.body.created_at)
  const named = (await app.call('POST', '/v1/keys', { body: { scope: 'read', name: 'Help desk' } })).body
  const own = await app.call('POST', `/v1/mail/threads/${threadId}/notes`, { key: named.key, body: { text: 'x' } })
  expect(own.body).toMatchObject({ author: 'Help desk', key_id: named.id })
  const nameless = (await app.call('POST', '/v1/keys', { body: { scope: 'read' } })).body
  const other = await app.call('POST', `/v1/mail/threads/${threadId}/notes`, {
    key: nameless.key,
    body: { text: 'x' },
  })
  expect(other.body.author).toBe(nameless.id)
})

test('notes are listed newest first, page by page, changed and deleted; the thread counts them', async () => {
  const { threadId } = await receiveMail(app, { subject: 'Counted' })
  for (const text of ['one', 'two', 'three']) await write(threadId, text)
  const first = (await app.call('GET', `/v1/mail/threads/${threadId}/notes?limit=2`)).body
  expect(first.notes.map(({ text }: { text: string }) => text)).toEqual(['three', 'two'])
  const rest = (await app.call('GET', `/v1/mail/threads/${threadId}/notes?cursor=${first.next_cursor}`)).body
  expect(rest).toMatchObject({ notes: [{ text: 'one' }], next_cursor: null })
  expect(await threadOf(threadId)).toMatchObject({ note_count: 3 })
  const [three, two] = first.notes
  const changed = await app.call('PUT', `/v1/mail/notes/${two.id}`, { body: { text: 'deux' } })
  expect(changed.body).toMatchObject({ ...two, text: 'deux', updated_at: expect.any(String) })
  expect((await app.call('DELETE', `/v1/mail/notes/${three.id}`)).status).toBe(204)
  expect((await app.call('DELETE', `/v1/mail/notes/${three.id}`)).status).toBe(404)
  expect(await notesOf(threadId)).toEqual(['deux', 'one'])
  expect(await threadOf(threadId)).toMatchObject({ note_count: 2 })
})

test('has:note finds threads with notes, and not their mail by the words of a note', async () => {
  const { threadId } = await receiveMail(app, { subject: 'Searched' })
  expect(await found('has:note subject:searched')).toEqual([])
  expect(await found('-has:note subject:searched')).toEqual([threadId])
  const { id } = (await write(threadId, 'unfindable')).body
  expect(await found('has:note subject:searched')).toEqual([threadId])
  expect(await found('-has:note subject:searched')).toEqual([])
  expect(await found('unfindable')).toEqual([])
  await app.call('DELETE', `/v1/mail/notes/${id}`)
  expect(await found('has:note subject:searched')).toEqual([])
})

test('notes written and deleted at once, in two processes, are all counted, up to the limit exactly', async () => {
  const { threadId } = await receiveMail(app)
  await app.app.models.mailThreads.updateOne({ _id: threadId }, { $set: { note_count: 495 } })
  const all = await Promise.all(
    Array.from({ length: 8 }, (_none, index) =>
      (index % 2 ? app : second).call('POST', `/v1/mail/threads/${threadId}/notes`, {
        key: app.adminKey,
        body: { text: `${index}` },
      }),
    ),
  )
  expect(all.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 201, 422, 422, 422])
  expect(all.find(({ status }) => status === 422)!.body.error.code).toBe('too_many_notes')
  const { id } = all.find(({ status }) => status === 201)!.body
  const deletions = await Promise.all(
    [app, second].map((each) => each.call('DELETE', `/v1/mail/notes/${id}`, { key: app.adminKey })),
  )
  expect(deletions.map(({ status }) => status).toSorted()).toEqual([204, 404])
  expect(await threadOf(threadId)).toMatchObject({ note_count: 499 })
  expect(await notesOf(threadId)).toHaveLength(4)
})

test('notes go with a thread that becomes part of another, whose old id and cursors still lead to them', async () => {
  const one = await receiveMail(app, { subject: 'Merged', messageId: 'child@notes.test', inReplyTo: ['up@notes.test'] })
  const other = await receiveMail(app, { subject: 'Merged', messageId: 'root@notes.test', from: 'x@example.com' })
  await write(one.threadId, 'first')
  await write(other.threadId, 'second')
  await write(other.threadId, 'third')
  const { next_cursor } = (await app.call('GET', `/v1/mail/threads/${other.threadId}/notes?limit=1`)).body
  await receiveMail(app, { subject: 'Merged', messageId: 'up@notes.test', inReplyTo: ['root@notes.test'] })
  const thread = await threadOf(other.threadId)
  expect(thread).toMatchObject({ id: one.threadId, message_count: 3, note_count: 3 })
  expect(await notesOf(other.threadId)).toEqual(['third', 'second', 'first'])
  expect(await found('has:note subject:merged')).toEqual([one.threadId])
  const rest = await app.call('GET', `/v1/mail/threads/${other.threadId}/notes?cursor=${next_cursor}&limit=1`)
  expect(rest.body).toMatchObject({ notes: [{ text: 'second' }], next_cursor: expect.any(String) })
  const last = `/v1/mail/threads/${other.threadId}/notes?cursor=${rest.body.next_cursor}`
  expect((await app.call('GET', last)).body).toMatchObject({ notes: [{ text: 'first' }], next_cursor: null })
  // Each door takes it, with each id.
  for (const id of [one.threadId, other.threadId]) {
    const query = `{ thread(id: "${id}") { notes(first: 1, after: "${next_cursor}") { nodes { text } } } }`
    expect((await askWell(app, query)).thread).toMatchObject({ notes: { nodes: [{ text: 'second' }] } })
    const byId = await app.call('GET', `/v1/mail/threads/${id}/notes?cursor=${next_cursor}&limit=1`)
    expect(byId.body).toMatchObject({ notes: [{ text: 'second' }] })
  }
  expect((await write(other.threadId, 'fourth')).body.thread_id).toBe(one.threadId)
})

test('a cursor of a thread that became part of another, and that of a third, still leads to its notes', async () => {
  const ids: string[] = []
  for (const subject of ['Chain a', 'Chain b', 'Chain c']) ids.push((await receiveMail(app, { subject })).threadId)
  const [a, b, c] = ids as [string, string, string]
  for (const text of ['one', 'two', 'three']) await write(a, text)
  const { next_cursor } = (await app.call('GET', `/v1/mail/threads/${a}/notes?limit=1`)).body
  await app.call('POST', `/v1/mail/threads/${b}/merge`, { body: { thread_id: a } })
  await app.call('POST', `/v1/mail/threads/${c}/merge`, { body: { thread_id: b } })
  await write(c, 'four')
  for (const id of ids) {
    const { body } = await app.call('GET', `/v1/mail/threads/${id}/notes?cursor=${next_cursor}`)
    expect(body).toMatchObject({ notes: [{ text: 'two' }, { text: 'one' }], next_cursor: null })
  }
})

test('a thread whose last mail is deleted takes its notes with it', async () => {
  const mail = await receiveMail(app)
  const { id } = (await write(mail.threadId, 'gone')).body
  await forgetMails(app.app.models, [mail.id])
  expect((await app.call('GET', `/v1/mail/notes/${id}`)).status).toBe(404)
  expect((await write(mail.threadId, 'late')).status).toBe(404)
  expect(await app.app.models.mailNotes.countDocuments({ thread_id: mail.threadId })).toBe(0)
})

test('the feed says which notes were written, changed and deleted, and the notes of others do not exist', async () => {
  const { threadId } = await receiveMail(app)
  const { cursor } = (await app.call('GET', '/v1/mail/changes')).body
  const { id } = (await write(threadId, 'one')).body
  const path = `/v1/mail/notes/${id}`
  await app.call('PUT', path, { body: { text: 'two' } })
  // Nothing changes by this.
  await app.call('PUT', path, { body: { text: 'two' } })
  const stranger = await anotherAccount(app, 'stranger@postline.test')
  const as = (method: string, to: string, body?: unknown) => call(app.url, method, to, { key: stranger.key, body })
  const refused = [
    await as('GET', path),
    await as('PUT', path, { text: 'x' }),
    await as('DELETE', path),
    await as('GET', `/v1/mail/threads/${threadId}/notes`),
    await as('POST', `/v1/mail/threads/${threadId}/notes`, { text: 'x' }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  await app.call('DELETE', path)
  const { changes } = (await app.call('GET', `/v1/mail/changes?cursor=${cursor}`)).body
  const about = changes.map(({ type, thread_id, note_id }: Record<string, string>) => [type, thread_id, note_id])
  expect(about).toEqual(['noted', 'note_updated', 'note_deleted'].map((type) => [type, threadId, id]))
  expect(changes[0].thread).toMatchObject({ note_count: 0 })
})
