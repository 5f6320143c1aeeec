import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inAnHour } from '../doors/case.js'
import { receiveMail } from '../support/file-mail.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { callTool, mcpClient, toolNames } from '../support/mcp-client.js'
import { eventually, startApp, type TestApp } from '../support/start-app.js'

/*
 * An agent with a key that is bound to one inbox works on its mail by the tools alone, and people approve what it sends.
 */

const DOMAIN = 'agent.test'
const OURS = `support@${DOMAIN}`
const OTHER = `board@${DOMAIN}`
/** Stands in the mail that only the other inbox has. */
const SECRET = 'secretword'

let app: TestApp
let key: { id: string; key: string }
let inbox: { id: string }
beforeAll(async () => {
  app = await startApp({ MCP_SEND_APPROVAL: 'true' })
  await inboundDomain({ models: app.app.models, accountId: app.accountId }, DOMAIN)
  const make = async (path: string, body: object) => (await app.call('POST', path, { body })).body
  inbox = await make('/v1/mail/inboxes', { address: OURS })
  const other = await make('/v1/mail/inboxes', { address: OTHER })
  await receiveMail(app, { at: OTHER, inboxId: other.id, subject: SECRET, text: SECRET })
  key = await make('/v1/keys', { scope: 'admin', inbox_ids: [inbox.id] })
})
afterAll(() => app.close())

/** What the agent gets from a tool, which has nothing of the other inbox. */
async function use(agent: Client, tool: string, input: object = {}) {
  const { json, isError, texts } = await callTool(agent, tool, input)
  expect(texts.join('\n'), tool).not.toContain(SECRET)
  return { ...json, isError }
}

const question = (subject: string) =>
  receiveMail(app, { at: OURS, inboxId: inbox.id, subject, from: 'Ada <ada@example.com>', text: 'Where is it?' })
const decide = (id: string, what = 'approve') => app.call('POST', `/v1/approvals/${id}/${what}`)
const get = async (path: string) => (await app.call('GET', path)).body

/** A draft of an agent, and the approval that it has asked for. */
async function asked(subject: string, agentKey = key.key) {
  const { threadId } = await question(subject)
  const agent = await mcpClient(app.url, agentKey)
  const answer = { thread_id: threadId, to: ['ada@example.com'], body_text: 'On its way.' }
  const draft = await use(agent, 'mail_drafts_create', answer)
  const asks = await use(agent, 'mail_drafts_send', { id: draft.id, revision: draft.revision })
  expect(asks).toMatchObject({ status: 'pending', isError: false })
  return { agent, threadId, draft, approvalId: asks.approval_id as string }
}

/** What happens next is a millisecond later than what was before. */
const later = () => {
  const before = Date.now()
  return eventually('the next millisecond', () => Date.now() > before)
}

const messagesOf = (draftId: string) =>
  app.app.models.messages.countDocuments({
    account_id: app.accountId,
    idempotency_key: new RegExp(`^draft-${draftId}`),
  })

test('an agent answers an open mail of its inbox, a person approves it, and it is delivered', async () => {
  await question('Where is my order?')
  const agent = await mcpClient(app.url, key.key)
  const { threads } = await use(agent, 'mail_threads_list', { q: 'is:unread' })
  expect(threads.map(({ subject }: { subject: string }) => subject)).toEqual(['Where is my order?'])
  const thread = await use(agent, 'mail_threads_get', { id: threads[0].id })
  expect(thread.messages).toMatchObject([{ from: 'Ada <ada@example.com>' }])
  await use(agent, 'mail_notes_create', { id: thread.id, text: 'I answer that it is on its way.', author: 'Agent' })

  const answer = { thread_id: thread.id, to: ['ada@example.com'], body_text: 'It is on its' }
  const { id } = await use(agent, 'mail_drafts_create', answer)
  const draft = await use(agent, 'mail_drafts_update', { id, revision: 1, body_text: 'It is on its way.' })
  // What it has read may not be what is there.
  const blind = await use(agent, 'mail_drafts_send', { id })
  expect(blind.error).toMatchObject({ code: 'invalid_request', details: [{ path: 'revision' }] })
  expect((await use(agent, 'mail_drafts_send', { id, revision: 1 })).error.code).toBe('draft_changed')
  const asks = await use(agent, 'mail_drafts_send', { id, revision: draft.revision })
  expect(asks).toMatchObject({ status: 'pending' })
  expect(await messagesOf(id)).toBe(0)

  const shown = await get(`/v1/approvals/${asks.approval_id}`)
  expect(shown).toMatchObject({ operation: 'mail.drafts.send', digest: asks.digest, input: { id } })
  expect(shown.draft).toMatchObject({ id, from: OURS, to: ['ada@example.com'], body_text: 'It is on its way.' })
  expect((await get('/v1/approvals?status=pending')).approvals[0]).toMatchObject({ input: null, draft: null })
  const approved = await decide(asks.approval_id)
  expect(approved.body).toMatchObject({ status: 'sent', input: null, draft: null, error: null })

  const { message_id } = await use(agent, 'approvals_get', { id: asks.approval_id })
  expect(message_id).toBe(approved.body.message_id)
  await eventually('it is delivered', async () => {
    const { status } = await use(agent, 'messages_get', { id: message_id })
    return status === 'delivered'
  })
  const { messages } = await use(agent, 'mail_threads_get', { id: thread.id })
  expect(messages.map(({ from }: { from: string }) => from)).toEqual(['Ada <ada@example.com>', OURS])
  expect((await use(agent, 'mail_threads_list', { q: 'is:unread' })).threads).toEqual([])
  // It may be decided, but not by an agent; and it sends nothing else.
  expect(await toolNames(agent)).not.toContain('approvals_approve')
  expect(await messagesOf(id)).toBe(1)
})

test('a draft that was changed after it was shown is not sent, and its approval is over', async () => {
  const { agent, draft, approvalId } = await asked('Changed')
  await app.call('PUT', `/v1/mail/drafts/${draft.id}`, { body: { body_text: 'Something else.' } })
  const { status, body } = await decide(approvalId)
  expect({ status, body }).toMatchObject({ status: 200, body: { status: 'failed', error: { code: 'draft_changed' } } })
  expect((await decide(approvalId)).body.error.code).toBe('approval_decided')
  expect(await messagesOf(draft.id)).toBe(0)
  expect(await get(`/v1/mail/drafts/${draft.id}`)).toMatchObject({ status: 'draft', body_text: 'Something else.' })
  // The next approval is of what is there now.
  const { revision } = await use(agent, 'mail_drafts_get', { id: draft.id })
  const again = await use(agent, 'mail_drafts_send', { id: draft.id, revision })
  expect(again.approval_id).not.toBe(approvalId)
  expect((await decide(again.approval_id)).body.status).toBe('sent')
})

test('a draft that a person has sent with other words is not called sent by its approval', async () => {
  const { draft, approvalId } = await asked('By hand')
  await app.call('PUT', `/v1/mail/drafts/${draft.id}`, { body: { body_text: 'By hand.' } })
  await app.call('POST', `/v1/mail/drafts/${draft.id}/send`, { body: {} })
  expect((await decide(approvalId)).body).toMatchObject({ status: 'failed', error: { code: 'draft_changed' } })
  expect(await messagesOf(draft.id)).toBe(1)
})

test('several who approve a draft at once send it once', async () => {
  const { draft, approvalId } = await asked('At once')
  const all = await Promise.all(Array.from({ length: 5 }, () => decide(approvalId)))
  expect(all.map(({ body }) => body.status)).toEqual(all.map(() => 'sent'))
  expect(new Set(all.map(({ body }) => body.message_id)).size).toBe(1)
  expect(await messagesOf(draft.id)).toBe(1)
})

test('what was accepted before a crash is sent, also if its key was revoked meanwhile, or its draft undone', async () => {
  const { approvals } = app.app.models
  const other = (await app.call('POST', '/v1/keys', { body: { scope: 'admin', inbox_ids: [inbox.id] } })).body
  const { draft, approvalId } = await asked('Crash', other.key)
  const before = (await approvals.collection.findOne({ _id: approvalId }))!
  const sent = (await decide(approvalId)).body
  // As the process has left it that ended then.
  const left = { status: 'approved' as const, input: before.input, draft: before.draft, message_id: null }
  await approvals.collection.updateOne({ _id: approvalId }, { $set: left })
  await app.call('DELETE', `/v1/keys/${other.id}`)
  expect((await decide(approvalId)).body).toMatchObject({ status: 'sent', message_id: sent.message_id })
  expect(await messagesOf(draft.id)).toBe(1)
})

test('a draft that was sent and taken back before its approval is sent once it is approved', async () => {
  const { draft, approvalId } = await asked('Taken back')
  const path = `/v1/mail/drafts/${draft.id}/send`
  const byHand = (await app.call('POST', path, { body: { scheduled_at: inAnHour() } })).body
  await app.call('POST', `/v1/messages/${byHand.id}/cancel`)
  await later()
  const { body } = await decide(approvalId)
  expect(body).toMatchObject({ status: 'sent', error: null })
  expect(body.message_id).not.toBe(byHand.id)
  expect(await get(`/v1/messages/${body.message_id}`)).not.toMatchObject({ status: 'canceled' })
  expect(await messagesOf(draft.id)).toBe(2)
})

test('so is one that is taken back by a process that dies before it opens the draft', async () => {
  const { draft, approvalId } = await asked('Died')
  const path = `/v1/mail/drafts/${draft.id}/send`
  const byHand = (await app.call('POST', path, { body: { scheduled_at: inAnHour() } })).body
  await app.app.services.messages.cancel({ accountId: app.accountId, testMode: false }, byHand.id)
  // So that no scheduler is faster.
  await app.app.models.messages.collection.updateOne({ _id: byHand.id }, { $unset: { file_at: 1 } })
  expect(await get(`/v1/mail/drafts/${draft.id}`)).toMatchObject({ status: 'sent' })
  await later()
  expect((await decide(approvalId)).body).toMatchObject({
    status: 'sent',
    message_id: expect.not.stringMatching(byHand.id),
  })
})

test('a draft that is taken back after its approval is not sent by who approves it again after a crash', async () => {
  const { approvals } = app.app.models
  const { agent, draft } = await asked('Taken back later')
  const scheduled_at = inAnHour()
  const asks = await use(agent, 'mail_drafts_send', { id: draft.id, revision: draft.revision, scheduled_at })
  const before = (await approvals.collection.findOne({ _id: asks.approval_id }))!
  const sent = (await decide(asks.approval_id)).body
  await later()
  await app.call('POST', `/v1/messages/${sent.message_id}/cancel`)
  const left = { status: 'approved' as const, input: before.input, draft: before.draft, message_id: null }
  await approvals.collection.updateOne({ _id: asks.approval_id }, { $set: left })
  expect((await decide(asks.approval_id)).body).toMatchObject({ status: 'sent', message_id: sent.message_id })
  expect(await messagesOf(draft.id)).toBe(1)
})

test('a draft without a sender is refused at once', async () => {
  const { id } = (await app.call('POST', '/v1/mail/drafts', { body: { to: ['ada@example.com'], body_text: 'x' } })).body
  const agent = await mcpClient(app.url, app.adminKey)
  const refused = await use(agent, 'mail_drafts_send', { id, revision: 1 })
  expect(refused.error).toMatchObject({ code: 'invalid_request', details: [{ path: 'id' }] })
  expect(refused.error.message).toContain('without a sender')
})

test('an approved draft is from the address that it showed, also if its inbox is deleted by then', async () => {
  const gone = (await app.call('POST', '/v1/mail/inboxes', { body: { address: `gone@${DOMAIN}` } })).body
  const mail = { to: ['ada@example.com'], subject: 'From', body_text: 'x', inbox_id: gone.id }
  const { id } = (await app.call('POST', '/v1/mail/drafts', { body: mail })).body
  const agent = await mcpClient(app.url, app.adminKey)
  const { approval_id } = await use(agent, 'mail_drafts_send', { id, revision: 1 })
  await app.call('DELETE', `/v1/mail/inboxes/${gone.id}`)
  const { body } = await decide(approval_id)
  expect(body).toMatchObject({ status: 'sent' })
  expect(await get(`/v1/messages/${body.message_id}`)).toMatchObject({ from: `gone@${DOMAIN}` })
})

test('a draft that does not say all of the mail is refused at once', async () => {
  const { threadId } = await question('Whole')
  const agent = await mcpClient(app.url, key.key)
  for (const [given, word] of [
    [{}, '`to`'],
    [{ kind: 'reply_all', to: ['ada@example.com'] }, '`cc`'],
    [{ kind: 'forward', to: ['ada@example.com'] }, 'a forward'],
  ] as const) {
    const { id } = await use(agent, 'mail_drafts_create', { thread_id: threadId, body_text: 'x', ...given })
    const refused = await use(agent, 'mail_drafts_send', { id, revision: 1 })
    expect(refused.error).toMatchObject({ code: 'invalid_request', details: [{ path: 'id' }] })
    expect(refused.error.message).toContain(word)
  }
})

test('a mail that the account may not send now stays approved, and is sent once it may', async () => {
  const { draft, approvalId } = await asked('Capped')
  const { id } = (await app.call('PUT', '/v1/spend-caps', { body: { hard_limit_micros: 0 } })).body
  const refused = await decide(approvalId)
  expect(refused).toMatchObject({ status: 402, body: { error: { code: 'spend_cap_exceeded' } } })
  expect(refused.body.error.message).toContain('still approved')
  expect(await get(`/v1/approvals/${approvalId}`)).toMatchObject({ status: 'approved', draft: { id: draft.id } })
  await app.call('DELETE', `/v1/spend-caps/${id}`)
  expect((await decide(approvalId)).body).toMatchObject({ status: 'sent', error: null })
  expect(await messagesOf(draft.id)).toBe(1)
})
