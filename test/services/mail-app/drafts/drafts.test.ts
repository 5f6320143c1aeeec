import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MailChange } from '../../../../src/contract/mail-changes.js'
import { findDraft, writeDraft } from '../../../../src/services/mail-app/drafts/draft-rows.js'
import { forgetMails } from '../../../../src/services/mail-app/filing/forget-mails.js'
import { viewerOf } from '../../../../src/services/platform/mail-reach.js'
import { DRAFT_QUOTA_BYTES } from '../../../../src/services/platform/quotas.js'
import { inAnHour } from '../../../doors/case.js'
import { askWell } from '../../../graphql/graphql-client.js'
import { expectError } from '../../../support/expect-error.js'
import { receiveMail } from '../../../support/file-mail.js'
import { anotherAccount, anotherProcess } from '../../../support/more-processes.js'
import { call, eventually, startApp, type TestApp } from '../../../support/start-app.js'
import { verifiedDomain } from '../../../support/verified-domain.js'

let app: TestApp
let second: TestApp
beforeAll(async () => {
  app = await startApp()
  await verifiedDomain(app, 'shop.test')
  second = await anotherProcess(app)
})
afterAll(async () => {
  await second.close()
  await app.close()
})

const key = () => app.adminKey
const ask = (method: string, path: string, body?: object) =>
  app.call(method, `/v1/mail/drafts${path}`, { ...(body && { body }), key: key() })
const get = async (path: string) => (await app.call('GET', path)).body
const send = (id: string, body: object = {}, from: TestApp = app) =>
  call(from.url, 'POST', `/v1/mail/drafts/${id}/send`, { key: key(), body })
const WHOLE = { to: 'ada@example.com', subject: 'Hello', body_text: 'How are you?' }
const begin = async (given: object = WHOLE) => {
  const { status, body } = await ask('POST', '', given)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const messagesOf = (id: string) =>
  app.app.models.messages.collection
    .find({ account_id: app.accountId, idempotency_key: { $gte: `draft-${id}`, $lt: `draft-${id}~` } })
    .toArray()
const cancel = (id: string) => app.call('POST', `/v1/messages/${id}/cancel`)

test('a draft grows from nothing, and each change has its revision', async () => {
  const { id, ...rest } = await begin({})
  expect(rest).toMatchObject({ kind: 'new', status: 'draft', revision: 1, to: [], subject: null, attachments: [] })
  const file = { filename: 'a.txt', content_type: 'text/plain', content: Buffer.from('Hello').toString('base64') }
  const filled = await ask('PUT', `/${id}`, {
    revision: 1,
    to: 'ada@example.com',
    subject: 'Hello',
    attachments: [file],
  })
  expect(filled.body).toMatchObject({
    revision: 2,
    to: ['ada@example.com'],
    attachments: [{ filename: 'a.txt', size: 5 }],
  })
  expectError(await ask('PUT', `/${id}`, { revision: 1, subject: 'Late' }), 409, 'draft_changed')
  const cleared = await ask('PUT', `/${id}`, { subject: '', to: [], attachments: [] })
  expect(cleared.body).toMatchObject({ revision: 3, to: [], subject: null, attachments: [] })
  expect((await ask('GET', `/${id}`)).body).toEqual(cleared.body)
  expect((await ask('DELETE', `/${id}`)).status).toBe(204)
  expectError(await ask('GET', `/${id}`), 404, 'not_found')
})

test('of changes of the same revision at the same time one wins', async () => {
  const { id } = await begin()
  const change = (n: number) =>
    call((n % 2 ? app : second).url, 'PUT', `/v1/mail/drafts/${id}`, {
      key: key(),
      body: { revision: 1, subject: `Version ${n}` },
    })
  const results = await Promise.all(Array.from({ length: 10 }, (_, n) => change(n)))
  const won = results.filter(({ status }) => status === 200)
  expect(won).toHaveLength(1)
  expect(results.filter(({ body }) => body.error?.code === 'draft_changed')).toHaveLength(9)
  expect((await ask('GET', `/${id}`)).body).toEqual(won[0]!.body)
})

test('a draft is sent once, however often and wherever it is sent, and answers the same for ever', async () => {
  const { id } = await begin()
  const results = await Promise.all(Array.from({ length: 8 }, (_, n) => send(id, {}, n % 2 ? app : second)))
  expect(results.map(({ status }) => status)).toEqual(results.map(() => 201))
  const [first] = results
  for (const { body } of results) expect(body).toEqual(first!.body)
  expect(await messagesOf(id)).toHaveLength(1)
  const again = await send(id)
  expect(again.body).toEqual(first!.body)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  // Nothing of it is kept but that.
  expect((await ask('GET', `/${id}`)).body).toMatchObject({ status: 'sent', message_id: first!.body.id, to: [] })
  expectError(await ask('PUT', `/${id}`, { subject: 'Late' }), 409, 'wrong_status')
  const { drafts } = (await ask('GET', '?limit=100')).body
  expect(drafts.some((one: { id: string }) => one.id === id)).toBe(false)
})

test('of a change and a send one comes first', async () => {
  for (let n = 0; n < 8; n += 1) {
    const { id } = await begin()
    const [changed, sent] = await Promise.all([
      call(second.url, 'PUT', `/v1/mail/drafts/${id}`, { key: key(), body: { body_text: 'Changed.' } }),
      send(id),
    ])
    expect(sent.status).toBe(201)
    const text = (await get(`/v1/messages/${sent.body.id}/content`)).body_text
    expect([200, 409]).toContain(changed.status)
    expect(text).toBe(changed.status === 200 ? 'Changed.' : WHOLE.body_text)
  }
})

test('a refused draft has the revision that its writer knows', async () => {
  const { id } = await begin({ body_text: 'x', subject: 'x' })
  expectError(await send(id, { revision: 1 }), 422, 'invalid_destination')
  expect((await ask('GET', `/${id}`)).body).toMatchObject({ status: 'draft', revision: 1 })
  const corrected = await ask('PUT', `/${id}`, { revision: 1, to: 'ada@example.com' })
  expect(corrected.body).toMatchObject({ revision: 2, to: ['ada@example.com'] })
  expect((await send(id, { revision: 2 })).status).toBe(201)
})

test('a sent draft leaves no lock', async () => {
  const { id } = await begin()
  await send(id)
  expect(await app.app.models.system.collection.findOne({ _id: `draft:${id}` })).toBeNull()
})

describe('a test key', () => {
  let testKey: string
  beforeAll(async () => {
    testKey = await app.key('admin', true)
  })
  const trySend = (id: string, body: object = {}) =>
    call(app.url, 'POST', `/v1/mail/drafts/${id}/send`, { key: testKey, body })

  test('sends a draft for a test, once for each revision, and leaves it a draft', async () => {
    const { id } = await begin()
    const [first, same] = await Promise.all([trySend(id, { revision: 1 }), trySend(id, { revision: 1 })])
    expect(first.status).toBe(201)
    expect(same.body).toEqual(first.body)
    expect(await get(`/v1/messages/${first.body.id}`)).toMatchObject({ test_mode: true })
    expect((await ask('GET', `/${id}`)).body).toMatchObject({ ...WHOLE, to: [WHOLE.to], status: 'draft', revision: 1 })
    await ask('PUT', `/${id}`, { subject: 'Other' })
    expectError(await trySend(id, { revision: 1 }), 409, 'draft_changed')
    const second = await trySend(id)
    expect(second.body.id).not.toBe(first.body.id)
    const real = await send(id)
    expect(await get(`/v1/messages/${real.body.id}`)).toMatchObject({ test_mode: false, subject: 'Other' })
  })

  test('finds no draft that was sent for real', async () => {
    const { id } = await begin()
    await send(id)
    expectError(await trySend(id), 404, 'not_found')
  })
})

describe('a message that is written after its draft was opened again', () => {
  /** A draft whose first send has died, or so it seems, and what that send does later. */
  const changedMeanwhile = async () => {
    const { id } = await begin()
    const { models, services } = app.app
    await writeDraft(models, await findDraft(models, viewerOf(app.accountId), id), { $set: { status: 'sending' } })
    expect((await ask('PUT', `/${id}`, { body_text: 'Changed.' })).body).toMatchObject({ revision: 2 })
    const { keys } = (await app.call('GET', '/v1/keys', { key: key() })).body
    const caller = (await services.apiKeys.callerOf(keys.find((one: { scope: string }) => one.scope === 'admin').id))!
    const mail = { to: [WHOLE.to], subject: WHOLE.subject, body_text: WHOLE.body_text, idempotency_key: `draft-${id}` }
    const given = { draft: id, revision: 1 }
    const late = () => services.mailComposer.compose(caller, mail, { given, onReplay: () => undefined })
    return { id, late }
  }

  test('is the only one: the next send says so, and the changes are kept', async () => {
    const { id, late } = await changedMeanwhile()
    const { id: messageId } = await late()
    const refused = await send(id)
    expectError(refused, 409, 'draft_changed')
    expect(refused.body.error.message).toContain(messageId)
    expect(await messagesOf(id)).toHaveLength(1)
    expect((await ask('GET', `/${id}`)).body).toMatchObject({
      ...{ status: 'sent', message_id: messageId, body_text: 'Changed.' },
    })
  })

  test('is the only one also if the next send is refused for another reason', async () => {
    const { id, late } = await changedMeanwhile()
    const { id: messageId } = await late()
    const { threadId } = await receiveMail(app, { subject: 'Deleted soon' })
    await app.app.models.mailDrafts.collection.updateOne(
      { _id: id },
      { $set: { status: 'sending', kind: 'reply', thread_id: threadId } },
    )
    await app.app.models.mailThreads.collection.deleteOne({ _id: threadId })
    await send(id)
    expect((await ask('GET', `/${id}`)).body).toMatchObject({ status: 'sent', message_id: messageId })
    await send(id)
    expect(await messagesOf(id)).toHaveLength(1)
  })

  test('is not written once the draft was sent', async () => {
    const { id, late } = await changedMeanwhile()
    const sent = await send(id)
    expect(sent.status).toBe(201)
    await expect(late()).rejects.toMatchObject({ code: 'idempotency_key_reused' })
    expect(await messagesOf(id)).toHaveLength(1)
  })
})

test('an incomplete draft is refused by the name of the field, and is a draft as before', async () => {
  const { id } = await begin({ body_text: 'x', subject: 'x' })
  const refused = await send(id)
  expectError(refused, 422, 'invalid_destination')
  expect(refused.body.error.message).toMatch(/^to: /)
  expect((await ask('GET', `/${id}`)).body).toMatchObject({ status: 'draft', body_text: 'x' })
  await ask('PUT', `/${id}`, { to: 'ada@example.com', from: 'me@elsewhere.test' })
  expectError(await send(id), 422, 'from_not_verified')
  await ask('PUT', `/${id}`, { from: 'me@shop.test' })
  expect((await send(id)).status).toBe(201)
})

test('a suppressed recipient is replaced, and the draft is sent then', async () => {
  await app.call('POST', '/v1/suppressions', { body: { recipient: 'no@example.com', channel: 'email' } })
  const { id } = await begin({ ...WHOLE, to: 'no@example.com' })
  expectError(await send(id), 409, 'recipient_suppressed')
  await ask('PUT', `/${id}`, { to: 'ada@example.com' })
  expect((await send(id)).status).toBe(201)
})

test.each([
  ['before its mail was accepted', false],
  ['after its mail was accepted', true],
])('a send that died %s is finished by the next one', async (_title, isAccepted) => {
  const { id } = await begin()
  const { models } = app.app
  const before = await findDraft(models, viewerOf(app.accountId), id)
  const first = isAccepted ? await send(id) : null
  // The row as the dead process has left it.
  const row = await findDraft(models, viewerOf(app.accountId), id)
  const { _id, version: _old, ...content } = before
  const frozen = { ...content, status: 'sending' as const }
  await writeDraft(models, row, { $set: frozen, $unset: { message_id: 1, accepted: 1, expires_at: 1 } })
  const next = await send(id, { revision: 1 })
  expect(next.status).toBe(201)
  if (first) expect(next.body).toEqual(first.body)
  expect(await messagesOf(id)).toHaveLength(1)
  expect((await ask('GET', `/${id}`)).body).toMatchObject({ status: 'sent', message_id: next.body.id })
})

test('what was left while it was sent can be changed, unless its mail was accepted', async () => {
  const { models } = app.app
  const left = async (id: string) =>
    writeDraft(models, await findDraft(models, viewerOf(app.accountId), id), {
      $set: { status: 'sending', open: true },
      $unset: { message_id: 1, accepted: 1, expires_at: 1 },
    })
  const { id } = await begin()
  await left(id)
  expect((await ask('PUT', `/${id}`, { subject: 'Again' })).body).toMatchObject({ status: 'draft', subject: 'Again' })
  await send(id)
  await left(id)
  expectError(await ask('DELETE', `/${id}`), 409, 'wrong_status')
  expect(await messagesOf(id)).toHaveLength(1)
})

test('a mail that is undone is a draft again, and is sent as another mail', async () => {
  const { id } = await begin()
  const at = inAnHour()
  const first = await send(id, { scheduled_at: at })
  expect(first.body).toMatchObject({ status: 'scheduled', undo_until: at })
  expect((await cancel(first.body.id)).status).toBe(200)
  expect((await ask('GET', `/${id}`)).body).toMatchObject({
    status: 'draft',
    message_id: null,
    ...WHOLE,
    to: [WHOLE.to],
  })
  const next = await send(id)
  expect(next.body).toMatchObject({ status: 'queued' })
  expect(next.body.id).not.toBe(first.body.id)
  expect(await messagesOf(id)).toHaveLength(2)
})

test('a scheduler opens the draft of a message that a dead process has canceled', async () => {
  const { id } = await begin()
  const sent = await send(id, { scheduled_at: inAnHour() })
  await app.app.services.messages.cancel({ accountId: app.accountId, testMode: false }, sent.body.id)
  await app.app.models.messages.collection.updateOne({ _id: sent.body.id }, { $set: { file_at: new Date(0) } })
  await eventually('it is a draft', async () => (await ask('GET', `/${id}`)).body.status === 'draft')
})

test('drafts answer one, all, or somebody else, in the thread', async () => {
  const mail = { at: 'support@shop.test', from: 'ada@example.com', to: ['support@shop.test', 'bo@example.org'] }
  const { threadId } = await receiveMail(app, { ...mail, subject: 'Question' })
  for (const [kind, more, to, cc] of [
    ['reply', {}, ['ada@example.com'], []],
    ['reply_all', {}, ['ada@example.com'], ['bo@example.org']],
    ['forward', { to: 'cy@example.net' }, ['cy@example.net'], []],
  ] as const) {
    const { id } = await begin({ kind, thread_id: threadId, body_text: `A ${kind}.`, ...more })
    const { body } = await send(id)
    expect(await get(`/v1/messages/${body.id}`)).toMatchObject({ to, cc, from: 'support@shop.test' })
  }
  expect((await get(`/v1/mail/threads/${threadId}`)).message_count).toBe(4)
})

test('an answer leaves out entries of headers that are no addresses', async () => {
  const cc = ['Board <>', '=?utf-8?q?Carl?= <carl@example.net>', 'Team']
  const { threadId } = await receiveMail(app, {
    from: 'ada@example.com',
    replyTo: ['Support <>'],
    cc,
    subject: 'Header',
  })
  const { id } = await begin({ kind: 'reply_all', thread_id: threadId, body_text: 'Yes.' })
  const { status, body } = await send(id)
  expect(status, JSON.stringify(body)).toBe(201)
  expect(await get(`/v1/messages/${body.id}`)).toMatchObject({ to: ['ada@example.com'], cc: ['carl@example.net'] })
})

test('only a key that may read everything forwards', async () => {
  const { threadId } = await receiveMail(app, { subject: 'Secret' })
  const { id } = await begin({ kind: 'forward', thread_id: threadId, to: 'cy@example.net', body_text: 'x' })
  const sendKey = await app.key('send')
  expectError(await call(app.url, 'POST', `/v1/mail/drafts/${id}/send`, { key: sendKey, body: {} }), 403, 'forbidden')
})

test('a draft of a forward whose original is not kept any more stays a draft', async () => {
  const original = await receiveMail(app, { subject: 'Expired' })
  const { id } = await begin({ kind: 'forward', thread_id: original.threadId, to: 'cy@example.net', body_text: 'x' })
  await app.app.models.inboundContents.deleteOne({ _id: original.id })
  const refused = await send(id)
  expectError(refused, 400, 'invalid_request')
  expect(refused.body.error.details).toEqual([
    { path: 'thread_id', message: expect.stringContaining('not kept any more') },
  ])
  expect((await ask('GET', `/${id}`)).body.status).toBe('draft')
})

test('a draft outlives its thread, and follows one that is merged', async () => {
  const one = await receiveMail(app, { subject: 'Outlived' })
  const { id } = await begin({ thread_id: one.threadId, body_text: 'x' })
  await forgetMails(app.app.models, [one.id])
  const refused = await send(id)
  expectError(refused, 400, 'invalid_request')
  expect(refused.body.error.details[0].path).toBe('thread_id')
  expect((await ask('PUT', `/${id}`, { kind: 'new', ...WHOLE })).body).toMatchObject({ thread_id: null })
  expect((await send(id)).status).toBe(201)

  const parentId = `parent-${id}@example.com`
  const first = await receiveMail(app, { subject: 'Merged', messageId: `first-${id}@example.com` })
  const orphan = await receiveMail(app, { subject: 'Merged', inReplyTo: [parentId], from: 'x@else.test' })
  expect(orphan.threadId).not.toBe(first.threadId)
  const draft = await begin({ thread_id: orphan.threadId, body_text: 'x' })
  await receiveMail(app, { subject: 'Merged', messageId: parentId, inReplyTo: [`first-${id}@example.com`] })
  const { drafts } = (await ask('GET', `?thread_id=${first.threadId}`)).body
  expect(drafts).toMatchObject([{ id: draft.id }])
  const sent = await send(draft.id)
  const { messages } = await get(`/v1/mail/threads/${first.threadId}`)
  expect(messages.at(-1).id).toBe(sent.body.id)
})

test('lists have pages, and drafts of one inbox alone, which they are from', async () => {
  await app.app.models.domains.updateOne({ name: 'shop.test' }, { $set: { inbound_enabled: true } })
  const inbox = (await app.call('POST', '/v1/mail/inboxes', { body: { address: 'sales@shop.test' } })).body
  const ids: string[] = []
  for (let n = 0; n < 5; n += 1) ids.unshift((await begin({ ...WHOLE, inbox_id: inbox.id })).id)
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const { body } = await ask('GET', `?inbox_id=${inbox.id}&limit=2${cursor && `&cursor=${cursor}`}`)
    seen.push(...body.drafts.map((one: { id: string }) => one.id))
    cursor = body.next_cursor
    if (!cursor) break
  }
  expect(seen).toEqual(ids)
  const sent = await send(ids[0]!)
  expect((await get(`/v1/messages/${sent.body.id}`)).from).toBe('sales@shop.test')
})

test('whoever follows has the drafts of a list', async () => {
  const account = await anotherAccount(app, 'follower@postline.test')
  const as = (method: string, path: string, body?: object) =>
    call(app.url, method, path, { key: account.key, ...(body && { body }) })
  let cursor = (await as('GET', '/v1/mail/changes')).body.cursor
  const known = new Map<string, unknown>()
  const follow = async () => {
    const { body } = await as('GET', `/v1/mail/changes?cursor=${cursor}`)
    for (const { draft_id, draft } of body.changes as MailChange[])
      if (draft) known.set(draft_id!, draft)
      else known.delete(draft_id!)
    cursor = body.cursor
  }
  const listed = async () => (await as('GET', '/v1/mail/drafts')).body.drafts.toReversed()
  const ids: string[] = []
  for (let n = 0; n < 4; n += 1) ids.push((await as('POST', '/v1/mail/drafts', { subject: `${n}` })).body.id)
  await follow()
  expect([...known.values()]).toEqual(await listed())
  await as('PUT', `/v1/mail/drafts/${ids[0]}`, { subject: 'Other' })
  await as('DELETE', `/v1/mail/drafts/${ids[1]}`)
  // It is refused, and is a draft again.
  await as('POST', `/v1/mail/drafts/${ids[2]}/send`, {})
  await follow()
  expect([...known.values()]).toEqual(await listed())
  expect(known.size).toBe(3)
})

test('an erased address is in no draft', async () => {
  const email = 'gone@people.example'
  const file = { filename: `${email}.txt`, content_type: 'text/plain', content: 'YQ==' }
  const { id } = await begin({
    ...{ to: [`Gone <${email}>`, 'ada@example.com'], bcc: [email], subject: `For ${email}`, body_text: `${email}!` },
    attachments: [file],
  })
  expect((await app.call('POST', '/v1/recipients/erase', { body: { email } })).status).toBe(200)
  const { body } = await ask('GET', `/${id}`)
  expect(body).toMatchObject({ to: ['ada@example.com'], bcc: [], revision: 2 })
  expect(JSON.stringify(body)).not.toContain(email)
})

test('an answer whose recipients are erased goes to nobody else', async () => {
  const email = 'only@people.example'
  const { threadId } = await receiveMail(app, { subject: 'Whose?', from: 'Ada <ada@example.com>' })
  const { id } = await begin({ kind: 'reply', thread_id: threadId, to: [email], body_text: 'For your eyes only.' })
  expect((await app.call('POST', '/v1/recipients/erase', { body: { email } })).status).toBe(200)
  expect((await ask('GET', `/${id}`)).body).toMatchObject({ kind: 'new', thread_id: null, to: [] })
  expectError(await ask('POST', `/${id}/send`, {}), 422, 'invalid_destination')
})

test('a draft that is too large to store is refused', async () => {
  const { id } = await begin()
  const body_text = 'x'.repeat(7 * 1024 * 1024)
  expect((await ask('PUT', `/${id}`, { body_text })).status).toBe(200)
  expectError(await ask('PUT', `/${id}`, { body_html: body_text }), 413, 'payload_too_large')
  const to = [`${'x'.repeat(1_001)}@example.com`]
  expect(await ask('PUT', `/${id}`, { to })).toMatchObject({
    status: 400,
    body: { error: { details: [{ path: 'to' }] } },
  })
})

test('the drafts of an account have a limit together, exactly', async () => {
  const account = await anotherAccount(app, 'full@postline.test')
  const as = (method: string, path: string, body?: object, from = app) =>
    call(from.url, method, `/v1/mail/drafts${path}`, { key: account.key, ...(body && { body }) })
  const first = (await as('POST', '', { body_text: 'x'.repeat(1_000) })).body
  const own = { _id: first.id, account_id: account.accountId }
  const row = await findDraft(app.app.models, viewerOf(account.accountId), first.id)
  expect(row.size_bytes).toBe(1_000)
  const room = DRAFT_QUOTA_BYTES - 5_000
  await app.app.models.mailDrafts.collection.updateOne(own, { $set: { size_bytes: room } })
  const results = await Promise.all(
    Array.from({ length: 8 }, (_, n) => as('POST', '', { body_text: 'x'.repeat(1_000) }, n % 2 ? app : second)),
  )
  expect(results.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 201, 413, 413, 413])
  const refused = results.find(({ status }) => status === 413)!
  expectError(refused, 413, 'payload_too_large')
  expect(refused.body.error.message).toContain('1024 MiB in all')
  const { id } = results.find(({ status }) => status === 201)!.body
  expectError(await as('PUT', `/${id}`, { body_text: 'x'.repeat(1_001) }), 413, 'payload_too_large')
  expect((await as('PUT', `/${id}`, { body_text: 'x'.repeat(500) })).status).toBe(200)
  expect((await as('PUT', `/${id}`, { body_text: 'x'.repeat(1_000) })).status).toBe(200)
  // What is smaller than before always fits.
  expect((await as('PUT', `/${first.id}`, { body_text: 'x' })).status).toBe(200)
  expect((await as('POST', '', { body_text: 'x'.repeat(10_000) })).status).toBe(201)
})

test('drafts of others do not exist', async () => {
  const { id } = await begin()
  const other = await anotherAccount(app, 'stranger@postline.test')
  const as = (method: string, path: string, body?: object) =>
    call(app.url, method, `/v1/mail/drafts${path}`, { key: other.key, ...(body && { body }) })
  expect((await as('GET', '')).body.drafts).toEqual([])
  for (const [method, path, body] of [
    ['GET', `/${id}`, undefined],
    ['PUT', `/${id}`, { subject: 'x' }],
    ['DELETE', `/${id}`, undefined],
    ['POST', `/${id}/send`, {}],
  ] as const)
    expectError(await as(method, path, body), 404, 'not_found')
})

test('GraphQL has drafts too', async () => {
  const made = await askWell(
    app,
    'mutation { createDraft(input: { to: ["ada@example.com"], subject: "Hi", bodyText: "x" }) { id revision to } }',
  )
  const { id } = made.createDraft
  const { draft } = await askWell(app, `{ draft(id: "${id}") { subject bodyText status } }`)
  expect(draft).toMatchObject({ subject: 'Hi', bodyText: 'x' })
  const sent = await askWell(app, `mutation { sendDraft(id: "${id}") { id status undoUntil } }`)
  expect(sent.sendDraft).toMatchObject({ undoUntil: null })
})
