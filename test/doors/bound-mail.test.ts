import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MailChange } from '../../src/contract/mail-changes.js'
import { forgetMails } from '../../src/services/mail-app/filing/forget-mails.js'
import { receiveMail } from '../support/file-mail.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { call, eventually, startApp, type TestApp } from '../support/start-app.js'
import { BOUND_OPERATIONS } from './bound-operations.js'
import { inAnHour } from './case.js'
import { doors } from './three-doors.js'

/*
 * A key that is bound to an inbox sees and changes nothing of another, through every operation that is open to it and every
 * door. The other inbox has mail of its own, a mail in a thread of both, and a mail that arrived at both.
 */

const DOMAIN = 'bound.test'
const OURS = `support@${DOMAIN}`
const OTHER = `board@${DOMAIN}`
/** Stands in every mail that only the other inbox has. */
const SECRET = 'secretword'

let app: TestApp
let key: string
let inbox: { id: string }
let otherInbox: { id: string }
let own: { id: string; threadId: string }
let secret: { id: string; threadId: string }
let mixed: { id: string; threadId: string }
let secretInMixed: { id: string; threadId: string }
let sentSecret: string
/** A mail that another key wants to send. */
let approval: string
/** A draft and a note of the other inbox, and a note on the thread of both by somebody who sees all of it. */
let secretDraft: string
let secretNote: string
let mixedNote: string
/** A mail of the other inbox that can still be canceled. */
let scheduledSecret: string
let savedReply: string

beforeAll(async () => {
  app = await startApp()
  await inboundDomain({ models: app.app.models, accountId: app.accountId }, DOMAIN)
  const make = async (path: string, body: unknown) => (await app.call('POST', path, { body })).body
  inbox = await make('/v1/mail/inboxes', { address: OURS })
  otherInbox = await make('/v1/mail/inboxes', { address: OTHER })
  await make('/v1/mail/labels', { name: 'Urgent' })
  key = (await make('/v1/keys', { scope: 'admin', inbox_ids: [inbox.id] })).key
  const ours = { at: OURS, inboxId: inbox.id }
  const others = { at: OTHER, inboxId: otherInbox.id, text: `${SECRET} text`, from: `Eve <${SECRET}@example.com>` }
  own = await receiveMail(app, { ...ours, subject: 'Ours', from: 'Ada <ada@example.com>' })
  secret = await receiveMail(app, { ...others, subject: `About ${SECRET}` })
  mixed = await receiveMail(app, { ...ours, subject: 'Both', messageId: 'both@example.com' })
  secretInMixed = await receiveMail(app, { ...others, subject: 'Re: Both', inReplyTo: ['both@example.com'] })
  expect(secretInMixed.threadId).toBe(mixed.threadId)
  const answer = { body_text: SECRET, from: OTHER, to: ['eve@example.com'] }
  sentSecret = (await make(`/v1/mail/threads/${mixed.threadId}/reply`, answer)).id
  const { apiKeys, approvals } = app.app.services
  const asker = (await apiKeys.callerOf((await make('/v1/keys', { scope: 'send' })).id))!
  approval = (await approvals.request(asker, 'mail.compose', answer)).id
  const secretOf = async (path: string, body: unknown) => (await make(path, body)).id as string
  const draft = { thread_id: mixed.threadId, from: OTHER, to: ['eve@example.com'], body_text: SECRET, subject: SECRET }
  secretDraft = await secretOf('/v1/mail/drafts', draft)
  secretNote = await secretOf(`/v1/mail/threads/${secret.threadId}/notes`, { text: SECRET, author: SECRET })
  mixedNote = await secretOf(`/v1/mail/threads/${mixed.threadId}/notes`, { text: SECRET, author: SECRET })
  scheduledSecret = await secretOf('/v1/mail/compose', { ...answer, subject: SECRET, scheduled_at: inAnHour() })
  savedReply = await secretOf('/v1/mail/saved-replies', {
    name: 'Thanks',
    body_text: 'Thanks, {{ email }}. {{ thread.subject }}',
  })
  // So that a hidden recipient is found if it is shown.
  await app.app.models.mailThreads.updateMany({ account_id: app.accountId }, { $set: { labels: [] } })
})
afterAll(() => app.close())

const get = (path: string, as = key) => app.call('GET', path, { key: as })

/** Nothing of the other inbox is in an answer. */
function expectNoSecret(answer: unknown, what: string): void {
  const text = JSON.stringify(answer)
  const ids = [otherInbox.id, secret.id, secret.threadId, secretInMixed.id, sentSecret, scheduledSecret]
  for (const word of [SECRET, OTHER, ...ids, secretDraft, secretNote, mixedNote]) {
    expect(text, what).not.toContain(word)
  }
}

/** What each open operation is asked about: of the other inbox, if it can be. */
const ASKED: Record<string, () => Record<string, unknown>[]> = {
  'account.verification': () => [{}],
  'uploads.create': () => [],
  'mail.threads.list': () => [
    {},
    { limit: 1 },
    { q: SECRET },
    { q: 'text' },
    { q: 'is:unread' },
    { inbox_id: otherInbox.id },
    { inbox: OTHER },
    { folder: 'sent' },
    { unread: true },
  ],
  'mail.threads.get': () => [{ id: mixed.threadId }],
  'mail.search': () => [
    { q: SECRET },
    { q: 'text' },
    { q: 'text', inbox: OTHER },
    { q: 'text', inbox_id: otherInbox.id },
  ],
  'mail.export': () => [{}, { q: SECRET }, { inbox: OTHER }],
  'mail.changes': () => [{ cursor: firstCursor }],
  'mail.inboxes.list': () => [{}],
  'mail.labels.list': () => [{}],
  'inbound.list': () => [{}, { limit: 1 }],
  'mail.drafts.list': () => [{}, { limit: 1 }, { inbox_id: otherInbox.id }, { thread_id: mixed.threadId }],
  'mail.notes.list': () => [{ id: mixed.threadId }],
  'mail.savedReplies.list': () => [{}],
  'mail.savedReplies.get': () => [{ id: savedReply }],
  'mail.savedReplies.render': () => [{ id: savedReply, thread_id: mixed.threadId }],
}

/** What each open operation must not find, with the rest of its input. */
const HIDDEN: Record<string, () => Record<string, unknown>[]> = {
  'mail.threads.get': () => [{ id: secret.threadId }],
  'mail.threads.markRead': () => [{ id: secret.threadId }],
  'mail.threads.star': () => [{ id: secret.threadId }],
  'mail.threads.move': () => [{ id: secret.threadId, folder: 'trash' }],
  'mail.threads.setLabels': () => [{ id: secret.threadId, labels: ['Urgent'] }],
  'mail.threads.changeLabels': () => [{ id: secret.threadId, add: ['Urgent'] }],
  'mail.threads.snooze': () => [{ id: secret.threadId, until: new Date(Date.now() + 3_600_000).toISOString() }],
  'mail.threads.assign': () => [{ id: secret.threadId, assignee: 'Ada' }],
  'mail.presence.set': () => [{ id: secret.threadId, client_id: 'a', state: 'viewing' }],
  'mail.presence.list': () => [{ id: secret.threadId }],
  'mail.presence.delete': () => [{ id: secret.threadId, client_id: 'a' }],
  'mail.threads.reply': () => [{ id: secret.threadId, body_text: 'Hello.' }],
  'mail.threads.forward': () => [{ id: secret.threadId, body_text: 'Hello.', to: ['eve@example.com'] }],
  'mail.messages.star': () => [
    { source: 'inbound', id: secret.id },
    { source: 'inbound', id: secretInMixed.id },
    { source: 'outbound', id: sentSecret },
  ],
  'inbound.get': () => [{ id: secret.id }, { id: secretInMixed.id }],
  'messages.get': () => [{ id: sentSecret }],
  'approvals.get': () => [{ id: approval }],
  'mail.drafts.get': () => [{ id: secretDraft }],
  'mail.drafts.update': () => [
    { id: secretDraft, body_text: 'x' },
    { id: secretDraft, from: OURS },
  ],
  'mail.drafts.delete': () => [{ id: secretDraft }],
  'mail.drafts.send': () => [{ id: secretDraft }],
  'mail.notes.create': () => [{ id: secret.threadId, text: 'x' }],
  'mail.notes.get': () => [{ id: secretNote }, { id: mixedNote }],
  'mail.notes.update': () => [
    { id: secretNote, text: 'x' },
    { id: mixedNote, text: 'x' },
  ],
  'mail.notes.delete': () => [{ id: secretNote }, { id: mixedNote }],
  'mail.threads.merge': () => [
    { id: own.threadId, thread_id: secret.threadId },
    { id: secret.threadId, thread_id: own.threadId },
  ],
  'mail.messages.split': () => [
    { source: 'inbound', id: secret.id },
    { source: 'inbound', id: secretInMixed.id },
    { source: 'outbound', id: sentSecret },
  ],
  'messages.cancel': () => [{ id: scheduledSecret }],
}

/** Tested alone below. */
const ALONE = [
  'mail.compose',
  'mail.drafts.create',
  'mail.exportMbox',
  'inbound.raw',
  'inbound.attachment',
  'mail.changed',
  'mail.threadUpdated',
  'mail.presence.live',
  'mail.threads.changeMany',
  'mail.threads.undoMany',
]

const firstCursor = Buffer.from('v2 mail-changes 1/0').toString('base64url')

/** With GraphQL the test selects all of a sent mail, also its content, which is closed. */
const sending = (door: (typeof doors)[number], operation: string) =>
  door.name === 'GraphQL' && /compose|reply|drafts.send|cancel/.test(operation) ? doors[0]! : door

test('every open operation is tested', () => {
  const tested = [...Object.keys(ASKED), ...Object.keys(HIDDEN), ...ALONE]
  expect([...new Set(tested)].sort()).toEqual([...BOUND_OPERATIONS].sort())
})

describe.each(doors)('through $name', (door) => {
  test.each(Object.keys(ASKED))('%s shows nothing of another inbox', async (operation) => {
    for (const input of ASKED[operation]!()) {
      const all = await door.run(app.url, operation, input, app.adminKey)
      expect(all.code, all.message).toBeNull()
      const { code, message, data } = await door.run(app.url, operation, input, key)
      expect(code, message).toBeNull()
      expectNoSecret(data, `${operation} ${JSON.stringify(input)}`)
    }
  })

  test.each(Object.keys(HIDDEN))('%s does not find another inbox', async (operation) => {
    for (const input of HIDDEN[operation]!()) {
      const { code } = await door.run(app.url, operation, input, key)
      expect(code, JSON.stringify(input)).toBe('not_found')
    }
    const { body } = await get(`/v1/mail/threads/${secret.threadId}`, app.adminKey)
    expect(body).toMatchObject({ folder: 'inbox', is_starred: false, labels: [], assignee: null, snoozed_until: null })
    expect(body).toMatchObject({ message_count: 1, note_count: 1 })
  })

  test('mail of its own is listed, searched, read, changed and answered', async () => {
    const run = async (operation: string, input: Record<string, unknown>) => {
      const { code, message, data } = await sending(door, operation).run(app.url, operation, input, key)
      expect(code, `${operation}: ${message}`).toBeNull()
      // biome-ignore lint/suspicious/noExplicitAny: tests read whatever JSON comes back
      return data as any
    }
    const fresh = await receiveMail(app, { at: OURS, inboxId: inbox.id, subject: `Fresh ${door.name}` })
    const { threads } = await run('mail.threads.list', { q: 'is:unread' })
    expect(threads.map(({ id }: { id: string }) => id)).toContain(fresh.threadId)
    expect((await run('mail.threads.get', { id: fresh.threadId })).messages).toHaveLength(1)
    await run('mail.threads.star', { id: fresh.threadId })
    await run('mail.messages.star', { source: 'inbound', id: fresh.id })
    await run('mail.threads.changeLabels', { id: fresh.threadId, add: ['Urgent'] })
    expect((await run('mail.search', { q: `fresh ${door.name}` })).results[0]).toMatchObject({ message_ref: fresh.id })
    expect(await run('inbound.get', { id: fresh.id })).toMatchObject({ subject: `Fresh ${door.name}` })
    const answer = await run('mail.threads.reply', { id: fresh.threadId, body_text: 'On its way.' })
    await eventually('it is sent', async () => (await get(`/v1/messages/${answer.id}`)).body.status === 'delivered')
    const { messages } = await run('mail.threads.get', { id: fresh.threadId })
    expect(messages.map(({ from }: { from: string }) => from)).toEqual(['Ada <ada@example.com>', OURS])
    const note = await run('mail.notes.create', { id: fresh.threadId, text: 'I look into it.', author: 'Agent' })
    await run('mail.notes.update', { id: note.id, text: 'Done.' })
    expect(await run('mail.notes.get', { id: note.id })).toMatchObject({ text: 'Done.', author: 'Agent' })
    expect((await get(`/v1/mail/threads/${fresh.threadId}/notes`)).body.notes).toHaveLength(1)
    await run('mail.notes.delete', { id: note.id })
    const draft = await run('mail.drafts.create', { thread_id: fresh.threadId, to: ['ada@example.com'] })
    await run('mail.drafts.update', { id: draft.id, body_text: 'And here it is.' })
    expect(await run('mail.drafts.get', { id: draft.id })).toMatchObject({ body_text: 'And here it is.' })
    const { drafts } = await run('mail.drafts.list', { thread_id: fresh.threadId })
    expect(drafts.map(({ id }: { id: string }) => id)).toEqual([draft.id])
    const inTime = await run('mail.drafts.send', { id: draft.id, scheduled_at: inAnHour() })
    expect(await run('messages.cancel', { id: inTime.id })).toMatchObject({ status: 'canceled' })
    expect(await run('mail.drafts.get', { id: draft.id })).toMatchObject({ status: 'draft' })
    await run('mail.drafts.delete', { id: draft.id })
    const other = await receiveMail(app, { at: OURS, inboxId: inbox.id, subject: `Other ${door.name}` })
    await run('mail.threads.merge', { id: fresh.threadId, thread_id: other.threadId })
    expect((await run('mail.threads.get', { id: other.threadId })).id).toBe(fresh.threadId)
    const apart = await run('mail.messages.split', { source: 'inbound', id: other.id })
    expect(apart).toMatchObject({ subject: `Other ${door.name}` })
    const rendered = await run('mail.savedReplies.render', { id: savedReply, thread_id: fresh.threadId })
    expect(JSON.stringify(rendered)).toContain(`Thanks, ada@example.com. Fresh ${door.name}`)
    const composed = await run('mail.compose', { to: ['ada@example.com'], subject: 'New', body_text: 'x' })
    expect((await get(`/v1/messages/${composed.id}`)).body.id).toBe(composed.id)
  })

  test('mail is sent only from the addresses of its inboxes', async () => {
    const mail = { to: ['ada@example.com'], subject: 'x', body_text: 'x' }
    for (const from of [OTHER, `any@${DOMAIN}`, `Board <${OTHER.toUpperCase()}>`]) {
      const outcome = await door.run(app.url, 'mail.compose', { ...mail, from }, key)
      expect(outcome).toMatchObject({ code: 'bound_key', status: 403 })
      expect(outcome.message).toMatch(/from: must be the address/)
    }
    const reply = { id: own.threadId, from: OTHER, body_text: 'x' }
    expect((await door.run(app.url, 'mail.threads.reply', reply, key)).code).toBe('bound_key')
    const name = await sending(door, 'mail.compose').run(
      app.url,
      'mail.compose',
      { ...mail, from: `Help <${OURS.toUpperCase()}>` },
      key,
    )
    expect(name.code).toBeNull()
  })

  test('drafts are written only from the addresses of its inboxes, for threads that it sees', async () => {
    const create = (input: Record<string, unknown>) => door.run(app.url, 'mail.drafts.create', input, key)
    const begun = await create({ subject: 'Begun' })
    const { body } = await get(`/v1/mail/drafts/${(begun.data as { id: string }).id}`)
    expect(body).toMatchObject({ inbox_id: inbox.id, subject: 'Begun' })
    expect(await create({ from: OTHER })).toMatchObject({ code: 'bound_key', status: 403 })
    expect((await create({ inbox_id: otherInbox.id })).message).toMatch(/inbox_?id: is not an inbox/i)
    expect((await create({ thread_id: secret.threadId })).message).toMatch(/thread_?id: is not a thread/i)
    const change = await door.run(app.url, 'mail.drafts.update', { id: body.id, from: OTHER }, key)
    expect(change.code).toBe('bound_key')
    const moved = await door.run(app.url, 'mail.drafts.update', { id: body.id, inbox_id: otherInbox.id }, key)
    expect(moved.message).toMatch(/inbox_?id: is not an inbox/i)
  })

  test('threads with mail of other inboxes are not merged or split', async () => {
    for (const [operation, input] of [
      ['mail.threads.merge', { id: own.threadId, thread_id: mixed.threadId }],
      ['mail.threads.merge', { id: mixed.threadId, thread_id: own.threadId }],
      ['mail.messages.split', { source: 'inbound', id: mixed.id }],
    ] as const) {
      const outcome = await door.run(app.url, operation, input, key)
      expect(outcome, operation).toMatchObject({ code: 'bound_key', status: 403 })
    }
    expect((await get(`/v1/mail/threads/${mixed.threadId}`, app.adminKey)).body.message_count).toBe(3)
  })
})

test('a thread of two inboxes has the summary of the mail within reach', async () => {
  const { body } = await get(`/v1/mail/threads/${mixed.threadId}`)
  expect(body).toMatchObject({ subject: 'Both', message_count: 1, participants: ['ada@example.com', OURS] })
  expect(body.messages.map(({ id }: { id: string }) => id)).toEqual([mixed.id])
  const whole = await get(`/v1/mail/threads/${mixed.threadId}`, app.adminKey)
  expect(whole.body.message_count).toBe(3)
})

test('a mail that arrived at two inboxes is the copy of its own, without hidden recipients', async () => {
  const same = { subject: 'To both', messageId: 'copies@example.com', to: ['list@example.com'] }
  const hidden = await receiveMail(app, { ...same, at: OTHER, inboxId: otherInbox.id })
  const copy = await receiveMail(app, { ...same, at: OURS, inboxId: inbox.id })
  expect(copy.threadId).toBe(hidden.threadId)
  const { body } = await get(`/v1/mail/threads/${copy.threadId}`)
  expect(body.messages).toMatchObject([{ id: copy.id }])
  for (const answer of [body, (await get('/v1/mail/threads')).body, (await get('/v1/mail/search?q=both')).body]) {
    expectNoSecret(answer, 'a copy')
    expect(JSON.stringify(answer)).not.toContain(hidden.id)
  }
  const first = { ...same, subject: 'Ours first', messageId: 'first@example.com' }
  const ours = await receiveMail(app, { ...first, at: OURS, inboxId: inbox.id })
  await receiveMail(app, { ...first, at: OTHER, inboxId: otherInbox.id })
  expectNoSecret((await get(`/v1/mail/threads/${ours.threadId}`)).body, 'a hidden copy')
  // Nor does a search tell that there is one, by what it finds or by what it leaves out.
  const found = async (q: string) =>
    (await get(`/v1/mail/search?q=${encodeURIComponent(`subject:first ${q}`)}`)).body.results.length
  for (const word of ['board', OTHER]) {
    for (const q of [word, `to:${word}`, `has:attachment to:${word}`]) expect(await found(q), q).toBe(0)
    for (const q of [`-${word}`, `-to:${word}`]) expect(await found(q), q).toBe(1)
  }
})

test('the folder sent has threads with mail from its own inboxes, whatever others have sent there', async () => {
  const subject = 'Sentfolder'
  const ours = await receiveMail(app, { at: OURS, inboxId: inbox.id, subject, messageId: 'sentfolder@example.com' })
  const answer = { at: OTHER, inboxId: otherInbox.id, subject: `Re: ${subject}`, inReplyTo: ['sentfolder@example.com'] }
  expect((await receiveMail(app, answer)).threadId).toBe(ours.threadId)
  const path = `/v1/mail/threads/${ours.threadId}`
  const listed = async (query: string, as = key) =>
    (await get(`/v1/mail/threads?${query}`, as)).body.threads.some(({ id }: { id: string }) => id === ours.threadId)
  const found = async (q: string, as = key) =>
    (await get(`/v1/mail/search?q=${encodeURIComponent(`subject:${subject} ${q}`)}`, as)).body.results.length > 0
  const seen = async (as = key) => [
    ...[await listed('folder=sent', as), await listed(`folder=sent&q=subject:${subject}`, as)],
    ...[await listed(`q=in:sent+subject:${subject}`, as), await listed(`q=-in:sent+subject:${subject}`, as)],
    ...[await found('in:sent', as), await found('-in:sent', as)],
  ]
  const [isIn, isNotIn] = [
    [true, true, true, false, true, false],
    [false, false, false, true, false, true],
  ]
  await app.call('POST', `${path}/reply`, { body: { from: OTHER, to: ['eve@example.com'], body_text: SECRET } })
  expect(await seen(app.adminKey)).toEqual(isIn)
  expect(await seen()).toEqual(isNotIn)
  await app.call('POST', `${path}/reply`, { body: { body_text: 'Ours.' }, key })
  expect(await seen()).toEqual(isIn)
})

test('raw mail, attachments and the mailbox file are those of its own', async () => {
  for (const { id } of [secret, secretInMixed]) {
    expect((await get(`/v1/inbound/${id}/raw`)).status).toBe(404)
    expect((await get(`/v1/inbound/${id}/attachments/0`)).status).toBe(404)
  }
  expectNoSecret((await get('/v1/mail/export.mbox')).body, 'the mailbox file')
  expect((await get(`/v1/mail/export.mbox?inbox_id=${otherInbox.id}`)).body).toBe('')
})

test('notes follow those who saw all mail that they may quote', async () => {
  const { body: all } = await app.call('GET', `/v1/mail/threads/${mixed.threadId}`)
  expect(all.note_count).toBe(1)
  expect((await get(`/v1/mail/threads/${mixed.threadId}`)).body.note_count).toBe(0)
  const path = `/v1/mail/threads/${mixed.threadId}/notes`
  const { body: note } = await app.call('POST', path, { body: { text: 'Ours.' }, key })
  expect((await get(path)).body.notes).toEqual([note])
  expect((await get(`/v1/mail/threads/${mixed.threadId}`)).body.note_count).toBe(1)
  expect((await get(path, app.adminKey)).body.notes).toHaveLength(2)
  // A note on a thread that becomes part of one of both stays with those who saw it.
  const { threadId } = await receiveMail(app, { at: OTHER, inboxId: otherInbox.id, subject: SECRET })
  await app.call('POST', `/v1/mail/threads/${threadId}/notes`, { body: { text: SECRET } })
  await app.call('POST', `/v1/mail/threads/${own.threadId}/merge`, { body: { thread_id: threadId } })
  expect((await get(`/v1/mail/threads/${own.threadId}`)).body).toMatchObject({ note_count: 0, message_count: 1 })
  expect((await get(`/v1/mail/threads/${own.threadId}/notes`)).body.notes).toEqual([])
})

test('the feed tells of drafts and notes within reach, and of a draft that leaves it', async () => {
  const { cursor } = (await get('/v1/mail/changes')).body
  const admin = (method: string, path: string, body?: object) => app.call(method, path, { body })
  const { body: draft } = await admin('POST', '/v1/mail/drafts', { from: OURS, subject: 'Ours' })
  await admin('POST', '/v1/mail/drafts', { from: OTHER, subject: SECRET })
  await admin('PUT', `/v1/mail/drafts/${secretDraft}`, { body_text: `${SECRET} again` })
  await admin('POST', `/v1/mail/threads/${mixed.threadId}/notes`, { text: SECRET })
  const { body: thread } = await admin('GET', '/v1/mail/threads?q=subject:Ours&limit=50')
  const place = thread.threads.at(-1).id
  const { body: note } = await app.call('POST', `/v1/mail/threads/${place}/notes`, { body: { text: 'Ours.' }, key })
  const told = async () => {
    const { body } = await get(`/v1/mail/changes?cursor=${cursor}`)
    expectNoSecret(body, 'the feed')
    return body.changes.map((change: Record<string, { subject?: string } | string | null>) => [
      change.type,
      change.draft_id ?? change.note_id,
      (change.draft as { subject: string } | null)?.subject ?? null,
    ])
  }
  expect(await told()).toEqual([
    ['drafted', draft.id, 'Ours'],
    ['noted', note.id, null],
  ])
  await admin('PUT', `/v1/mail/drafts/${draft.id}`, { from: OTHER, subject: SECRET })
  await admin('DELETE', `/v1/mail/drafts/${draft.id}`)
  expect(await told()).toEqual([
    ['drafted', draft.id, null],
    ['noted', note.id, null],
    ['drafted', draft.id, null],
  ])
})

test('the feed deletes what leaves reach, and keeps what others of a conversation change up to date', async () => {
  const [ours, others] = [
    { at: OURS, inboxId: inbox.id },
    { at: OTHER, inboxId: otherInbox.id, text: SECRET },
  ]
  const same = { subject: 'Leaving', messageId: 'leaving@example.com', to: ['list@example.com'] }
  const hidden = await receiveMail(app, { ...same, ...others, text: 'To both.' })
  const copy = await receiveMail(app, { ...same, ...ours, text: 'To both.' })
  const answer = { subject: 'Re: Leaving', inReplyTo: ['leaving@example.com'] }
  const second = await receiveMail(app, { ...answer, ...ours })
  expect([copy.threadId, second.threadId]).toEqual([hidden.threadId, hidden.threadId])
  const path = `/v1/mail/threads/${copy.threadId}`
  await app.call('POST', `${path}/read`, { body: {} })
  let { cursor } = (await get('/v1/mail/changes')).body
  const told = async () => {
    const { body } = await get(`/v1/mail/changes?cursor=${cursor}`)
    expectNoSecret(body, 'the feed')
    expect(JSON.stringify(body)).not.toContain(hidden.id)
    cursor = body.cursor
    return body.changes.map(({ type, mail, thread }: MailChange) => [
      type,
      mail?.id ?? null,
      thread?.has_unread ?? null,
    ])
  }
  await receiveMail(app, { ...answer, ...others })
  expect(await told()).toEqual([['updated', null, true]])
  await forgetMails(app.app.models, [second.id])
  expect(await told()).toEqual([['deleted', second.id, true]])
  await forgetMails(app.app.models, [copy.id])
  expect(await told()).toEqual([
    ['deleted', copy.id, null],
    ['deleted', null, null],
  ])
  expect((await get(path)).status).toBe(404)
  // Of others the mail stays, by its other copy.
  expect((await get(path, app.adminKey)).body.message_count).toBe(2)
})

test('GraphQL finds nothing of another inbox by its id, nor by way of what it may see', async () => {
  const ids = [secretNote, mixedNote, secret.id, secret.threadId, secretInMixed.id, sentSecret, otherInbox.id]
  const node = '{ __typename id }'
  const query = `query($ids: [ID!]!) { nodes(ids: $ids) ${node} }`
  const { body } = await call(app.url, 'POST', '/graphql', { key, body: { query, variables: { ids } } })
  expect(body.data.nodes).toEqual(ids.map(() => null))
  const found = await call(app.url, 'POST', '/graphql', {
    key,
    body: { query, variables: { ids: [own.id, own.threadId, inbox.id] } },
  })
  expect(found.body.data.nodes.map(({ id }: { id: string }) => id)).toEqual([own.id, own.threadId, inbox.id])
  const nested = `{ threads(first: 50) { nodes { id subject messages { id from thread { id messageCount } } notes(first: 50) { totalCount nodes { id text } } } }
    inboundEmails(first: 50) { nodes { id text thread { id messages { id } } } } }`
  const all = await call(app.url, 'POST', '/graphql', { key, body: { query: nested } })
  expectNoSecret(all.body, 'nested fields')
})

test('streams tell nothing of another inbox', async () => {
  const read = async (operation: string, as: string) => {
    const input = encodeURIComponent(JSON.stringify(operation === 'mail.changed' ? { lastEventId: firstCursor } : {}))
    const response = await fetch(`${app.url}/trpc/${operation}?input=${input}`, {
      headers: { authorization: `Bearer ${as}`, accept: 'text/event-stream' },
    })
    let text = ''
    const reader = response.body!.getReader()
    const done = (async () => {
      for (;;) {
        const { value, done: isOver } = await reader.read()
        if (isOver) return
        text += Buffer.from(value).toString()
      }
    })().catch(() => undefined)
    const close = async () => {
      await reader.cancel()
      await done
    }
    return { text: () => text, close }
  }
  const streams = await Promise.all(['mail.changed', 'mail.threadUpdated'].map((operation) => read(operation, key)))
  await eventually('they are open', () => streams.every((stream) => stream.text().includes('connected')))
  const news = { text: `${SECRET} news`, from: `${SECRET}@example.com`, subject: `${SECRET} news` }
  await eventually('both have told of mail of its own', async () => {
    await receiveMail(app, { ...news, at: OTHER, inboxId: otherInbox.id })
    await receiveMail(app, { at: OURS, inboxId: inbox.id, subject: 'Streamed' })
    return streams.every((stream) => stream.text().includes('Streamed'))
  })
  for (const stream of streams) {
    expectNoSecret(stream.text(), 'a stream')
    await stream.close()
  }
})

test.each(doors)('many threads are changed and undone within reach, through $name', async (door) => {
  const { threadId } = await receiveMail(app, { at: OURS, inboxId: inbox.id, subject: `Many ${door.name}` })
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever JSON comes back
  const run = async (operation: string, input: object): Promise<any> => {
    const { code, message, data } = await door.run(app.url, operation, { ...input }, key)
    expect(code, message).toBeNull()
    return data
  }
  const change = { folder: 'spam', starred: true }
  const { results, undo_id } = await run('mail.threads.changeMany', {
    ...{ thread_ids: [secret.threadId, threadId], ...change },
  })
  expect(results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['not_found', 'changed'])
  const hidden = await get(`/v1/mail/threads/${secret.threadId}`, app.adminKey)
  expect(hidden.body).toMatchObject({ folder: 'inbox', is_starred: false })
  // What a move teaches is of all mail of the account, so this one teaches nothing.
  expect((await get('/v1/mail/blocked-senders', app.adminKey)).body.blocked_senders).toEqual([])
  const undone = await run('mail.threads.undoMany', { id: undo_id })
  expect(undone.results).toEqual([{ thread_id: threadId, outcome: 'restored' }])
  expect((await get(`/v1/mail/threads/${threadId}`)).body).toMatchObject({ folder: 'inbox', is_starred: false })
})

test('who is at a thread is streamed within reach alone', async () => {
  const open = async (id: string) => {
    const input = encodeURIComponent(JSON.stringify({ id }))
    const response = await fetch(`${app.url}/trpc/mail.presence.live?input=${input}`, {
      headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' },
    })
    const reader = response.body!.getReader()
    let text = ''
    while (!/clients|not_found/.test(text)) {
      const { value, done } = await reader.read()
      if (done) break
      text += Buffer.from(value).toString()
    }
    await reader.cancel()
    return text
  }
  expect(await open(secret.threadId)).toContain('not_found')
  expect(await open(own.threadId)).toContain('"clients":[]')
})

test('the mail of an inbox that was deleted is out of reach, also of an inbox with its address', async () => {
  const address = `gone@${DOMAIN}`
  const { body: gone } = await app.call('POST', '/v1/mail/inboxes', { body: { address } })
  const { body: made } = await app.call('POST', '/v1/keys', { body: { scope: 'read', inbox_ids: [gone.id] } })
  const { threadId } = await receiveMail(app, { at: address, inboxId: gone.id })
  expect((await get(`/v1/mail/threads/${threadId}`, made.key)).status).toBe(200)
  await app.call('DELETE', `/v1/mail/inboxes/${gone.id}`)
  await app.call('POST', '/v1/mail/inboxes', { body: { address } })
  expect((await get(`/v1/mail/threads/${threadId}`, made.key)).status).toBe(404)
  expect((await get('/v1/mail/threads', made.key)).body.threads).toEqual([])
  expect((await get('/v1/inbound', made.key)).body.emails).toEqual([])
})

test('a key without an inbox that can send is told so', async () => {
  const { body: gone } = await app.call('POST', '/v1/mail/inboxes', { body: { address: `unused@${DOMAIN}` } })
  const { body: made } = await app.call('POST', '/v1/keys', { body: { scope: 'admin', inbox_ids: [gone.id] } })
  await app.call('DELETE', `/v1/mail/inboxes/${gone.id}`)
  const mail = { to: ['ada@example.com'], subject: 'x', body_text: 'x' }
  const refused = await app.call('POST', '/v1/mail/compose', { body: mail, key: made.key })
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'bound_key' } } })
  expect(refused.body.error.message).toMatch(/^None of the inboxes of the key can send/)
  const draft = await app.call('POST', '/v1/mail/drafts', { body: mail, key: made.key })
  expect(draft.body.error.message).toMatch(/^inbox_id: has no inbox/)
})

test('labels count the unread threads within reach', async () => {
  await app.call('POST', '/v1/mail/labels', { body: { name: 'Counted' } })
  for (const [at, inboxId] of [
    [OURS, inbox.id],
    [OTHER, otherInbox.id],
  ] as const) {
    const { threadId } = await receiveMail(app, { at, inboxId })
    await app.call('PUT', `/v1/mail/threads/${threadId}/labels`, { body: { labels: ['Counted'] } })
  }
  const unread = async (as: string) =>
    (await get('/v1/mail/labels', as)).body.labels.find(({ name }: { name: string }) => name === 'Counted').unread
  expect([await unread(key), await unread(app.adminKey)]).toEqual([1, 2])
})
