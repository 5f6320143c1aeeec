import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MailChange } from '../../../../src/contract/mail-changes.js'
import { forgetMails } from '../../../../src/services/mail-app/filing/forget-mails.js'
import { notesWithin, seesNote } from '../../../../src/services/mail-app/notes/note-rows.js'
import { receiveMail, type TestMail } from '../../../support/file-mail.js'
import { inboundDomain } from '../../../support/inbound-domain.js'
import { startApp, type TestApp } from '../../../support/start-app.js'

/*
 * What keys that are bound to one of two inboxes see of notes: a note is for those who see all mail
 * that its writers saw, also once somebody edits it who sees more.
 */

const DOMAIN = 'noted.test'
/** What a key does, and which changes there are since it last asked. */
interface Reader {
  key: string
  get(path: string): ReturnType<TestApp['call']>
  newChanges(): Promise<[type: string, noteId: string | null, noteCount: number | null][]>
}

let app: TestApp
let ours: TestMail
let others: TestMail
let one: Reader
let other: Reader
let both: Reader
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
  await inboundDomain({ models: app.app.models, accountId: app.accountId }, DOMAIN)
  const make = async (name: string) => {
    const at = `${name}@${DOMAIN}`
    return { at, inboxId: (await app.call('POST', '/v1/mail/inboxes', { body: { address: at } })).body.id as string }
  }
  const [first, second] = [await make('one'), await make('other')]
  ours = first
  others = second
  one = await reader([first.inboxId])
  other = await reader([second.inboxId])
  both = await reader([first.inboxId, second.inboxId])
})
afterAll(() => app.close())

async function reader(inbox_ids: string[]): Promise<Reader> {
  const { key } = (await app.call('POST', '/v1/keys', { body: { scope: 'admin', inbox_ids } })).body
  const get = (path: string) => app.call('GET', path, { key })
  let { cursor } = (await get('/v1/mail/changes')).body
  return {
    key,
    get,
    newChanges: async () => {
      const { body } = await get(`/v1/mail/changes?cursor=${cursor}`)
      cursor = body.cursor
      const { changes } = body as { changes: MailChange[] }
      return changes.map(({ type, note_id, thread }) => [type, note_id, thread?.note_count ?? null])
    },
  }
}

const note = async (threadId: string, text: string, key = app.adminKey): Promise<string> =>
  (await app.call('POST', `/v1/mail/threads/${threadId}/notes`, { body: { text }, key })).body.id
const edit = (id: string, text: string, key = app.adminKey) =>
  app.call('PUT', `/v1/mail/notes/${id}`, { body: { text }, key })
const found = async ({ get }: Reader, q: string): Promise<string[]> => {
  const { body } = await get(`/v1/mail/threads?q=${encodeURIComponent(q)}`)
  return body.threads.map(({ id }: { id: string }) => id)
}

/** A thread of ours with a note that is seen by who sees ours, and then a mail of the other inbox. */
async function joined(name: string) {
  const { threadId } = await receiveMail(app, { ...ours, subject: name, messageId: `${name}@example.com` })
  const id = await note(threadId, 'Early.')
  const answer = await receiveMail(app, { ...others, subject: `Re: ${name}`, inReplyTo: [`${name}@example.com`] })
  expect(answer.threadId).toBe(threadId)
  for (const each of [one, other, both]) await each.newChanges()
  return { id, threadId, answerId: answer.id }
}

test('a note that is edited after mail of another inbox joined is for those who see both', async () => {
  const { id, threadId } = await joined('edited')
  const path = `/v1/mail/notes/${id}`
  expect((await one.get(path)).body.text).toBe('Early.')
  await edit(id, 'They wrote this: secret.')
  expect((await one.get(path)).status).toBe(404)
  expect((await one.get(`/v1/mail/threads/${threadId}/notes`)).body.notes).toEqual([])
  expect((await both.get(path)).body.text).toBe('They wrote this: secret.')
  // Who has read it until then is told that it is gone, with the thread as they see it, and nobody else.
  expect(await one.newChanges()).toEqual([['note_deleted', id, 0]])
  expect(await both.newChanges()).toEqual([['note_updated', id, 1]])
  expect(await other.newChanges()).toEqual([])
  // Nor does a key that has lost sight of it write or delete it.
  expect((await edit(id, 'Mine.', one.key)).status).toBe(404)
  expect((await app.call('DELETE', path, { key: one.key })).status).toBe(404)
  await edit(id, 'Once more.')
  await app.call('DELETE', path)
  expect(await one.newChanges()).toEqual([])
  expect((await both.newChanges()).map(([type]) => type)).toEqual(['note_updated', 'note_deleted'])
})

test('a note that a bound key edits stays with those who saw it, as it can quote nothing else', async () => {
  const { id } = await joined('bound-edit')
  expect((await edit(id, 'Ours alone.', one.key)).status).toBe(200)
  expect((await one.get(`/v1/mail/notes/${id}`)).body.text).toBe('Ours alone.')
  expect(await one.newChanges()).toEqual([['note_updated', id, 1]])
})

test('what an earlier writer saw still counts once that mail is gone', async () => {
  const { id, answerId } = await joined('gone')
  await edit(id, 'They wrote this: secret.')
  await forgetMails(app.app.models, [answerId])
  await edit(id, 'They still wrote this.')
  expect((await one.get(`/v1/mail/notes/${id}`)).status).toBe(404)
  expect((await both.get(`/v1/mail/notes/${id}`)).body.text).toBe('They still wrote this.')
})

test('a note without addresses, as earlier ones are, is seen by no bound key after an edit either', async () => {
  const { id } = await joined('earlier')
  await app.app.models.mailNotes.collection.updateOne({ _id: id }, { $unset: { own_addresses: '' } })
  expect((await edit(id, 'Changed.')).body.text).toBe('Changed.')
  for (const each of [one, both]) expect((await each.get(`/v1/mail/notes/${id}`)).status).toBe(404)
})

test('an edit and mail of another inbox at the same time never show the note to who sees less', async () => {
  for (let round = 0; round < 6; round += 1) {
    const name = `race-${round}`
    const { threadId } = await receiveMail(app, { ...ours, subject: name, messageId: `${name}@example.com` })
    const id = await note(threadId, 'Early.')
    const answer = { ...others, subject: `Re: ${name}`, inReplyTo: [`${name}@example.com`] }
    await Promise.all([receiveMail(app, answer), edit(id, 'One.'), edit(id, 'Two.')])
    const after = (await edit(id, 'They wrote this: secret.')).status
    expect([after, (await one.get(`/v1/mail/notes/${id}`)).status]).toEqual([200, 404])
    const { own_addresses } = (await app.app.models.mailNotes.collection.findOne({ _id: id }))!
    expect(own_addresses.toSorted()).toEqual([ours.at, others.at])
  }
})

test('has:note, counts and answers tell a bound key of the notes that it sees alone', async () => {
  const { id, threadId } = await joined('searched')
  await edit(id, 'They wrote this: secret.')
  const all = async (each: Reader) => {
    const mails = await each.get(`/v1/mail/search?q=${encodeURIComponent('has:note subject:searched')}`)
    return {
      noted: await found(each, 'has:note subject:searched'),
      only: (await found(each, 'has:note')).includes(threadId),
      either: (await found(each, 'has:note or subject:nowhere')).includes(threadId),
      without: await found(each, '-has:note subject:searched'),
      mails: mails.body.results.length > 0,
      count: (await each.get(`/v1/mail/threads/${threadId}`)).body.note_count,
    }
  }
  const seen = { noted: [threadId], only: true, either: true, without: [], mails: true, count: 1 }
  expect(await all(both)).toEqual(seen)
  expect(await all(one)).toEqual({
    noted: [],
    only: false,
    either: false,
    without: [threadId],
    mails: false,
    count: 0,
  })
  await note(threadId, 'Ours.', one.key)
  expect(await all(one)).toEqual(seen)
  expect((await all(other)).noted).toEqual([])
})

test('a page of threads with notes goes on past those whose notes a bound key does not see', async () => {
  const mine: string[] = []
  for (let index = 0; index < 12; index += 1) {
    const { id, threadId } = await joined(`paged-${index}`)
    if (index % 3 === 0) mine.push(threadId)
    else await edit(id, 'They wrote this: secret.')
  }
  const pages: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const q = encodeURIComponent('has:note subject:paged')
    const { body } = await one.get(`/v1/mail/threads?q=${q}&limit=2${cursor && `&cursor=${cursor}`}`)
    pages.push(...body.threads.map(({ id }: { id: string }) => id))
    cursor = body.next_cursor
  }
  expect(pages).toEqual(mine.toReversed())
})

test('threads that a bound key merges have the count of the notes that it sees', async () => {
  const { id, threadId, answerId } = await joined('merged')
  await edit(id, 'They wrote this: secret.')
  await forgetMails(app.app.models, [answerId])
  const more = await receiveMail(app, { ...ours, subject: 'More' })
  await note(more.threadId, 'Ours.', one.key)
  const merge = { body: { thread_id: threadId }, key: one.key }
  const merged = await app.call('POST', `/v1/mail/threads/${more.threadId}/merge`, merge)
  expect(merged.body).toMatchObject({ message_count: 2, note_count: 1 })
})

/** A thread of both with a note of who sees ours, after our mail was split off. */
async function left(name: string) {
  const subject = name
  const own = await receiveMail(app, { ...ours, subject, messageId: `${name}@example.com` })
  const inReplyTo = [`${name}@example.com`]
  const answer = { ...others, subject: `Re: ${name}`, messageId: `${name}-answer@example.com`, inReplyTo }
  expect((await receiveMail(app, answer)).threadId).toBe(own.threadId)
  const id = await note(own.threadId, 'Ours.', one.key)
  const split = await app.call('POST', `/v1/mail/messages/inbound/${own.id}/split`)
  expect(split.status).toBe(200)
  expect((await one.get(`/v1/mail/notes/${id}`)).status).toBe(404)
  for (const each of [one, other, both]) await each.newChanges()
  return { id, threadId: own.threadId, splitId: split.body.id as string }
}

test('who sees a thread again is told of its notes, and nobody else', async () => {
  const { id, threadId, splitId } = await left('again')
  expect((await app.call('POST', `/v1/mail/threads/${threadId}/merge`, { body: { thread_id: splitId } })).status).toBe(
    200,
  )
  expect(await one.newChanges()).toContainEqual(['noted', id, 1])
  expect((await one.get(`/v1/mail/notes/${id}`)).status).toBe(200)
  for (const each of [other, both]) expect((await each.newChanges()).map(([, noteId]) => noteId)).not.toContain(id)
})

test('a thread that is not seen and becomes part of one that is brings its notes', async () => {
  const { id, threadId, splitId } = await left('part')
  expect((await app.call('POST', `/v1/mail/threads/${splitId}/merge`, { body: { thread_id: threadId } })).status).toBe(
    200,
  )
  expect(await one.newChanges()).toContainEqual(['noted', id, 1])
  for (const each of [other, both]) expect((await each.newChanges()).map(([, noteId]) => noteId)).not.toContain(id)
})

test('mail that arrives in a thread brings its notes into view', async () => {
  const { id, threadId } = await left('arrives')
  const mail = { subject: 'Re: arrives', messageId: 'arrives-2@example.com', inReplyTo: ['arrives-answer@example.com'] }
  expect((await receiveMail(app, { ...ours, ...mail })).threadId).toBe(threadId)
  expect(await one.newChanges()).toContainEqual(['noted', id, 1])
  for (const each of [other, both]) expect((await each.newChanges()).map(([, noteId]) => noteId)).not.toContain(id)
})

test('a note with as many addresses as a thread keeps may quote others, and is seen by no bound key', async () => {
  const { id } = await joined('many')
  const addresses = Array.from({ length: 50 }, (_, index) => `a${index}@${DOMAIN}`)
  const reach = { accountId: app.accountId, addresses }
  for (const [own_addresses, isSeen] of [
    [addresses.slice(1), true],
    [addresses, false],
  ] as const) {
    await app.app.models.mailNotes.collection.updateOne({ _id: id }, { $set: { own_addresses: [...own_addresses] } })
    const found = await app.app.models.mailNotes.collection.findOne({ ...notesWithin(reach), _id: id })
    expect([found !== null, seesNote(reach, { own_addresses: [...own_addresses] })]).toEqual([isSeen, isSeen])
  }
})
