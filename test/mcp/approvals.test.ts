import { createHash } from 'node:crypto'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canonicalJson } from '../../src/lib/json/canonical-json.js'
import { ApprovalService, MAX_PENDING } from '../../src/services/sending/approvals/approval-service.js'
import { callTool, mcpClient, toolNames } from '../support/mcp-client.js'
import { anotherProcess } from '../support/more-processes.js'
import { eventually, startApp, type TestApp } from '../support/start-app.js'

const settings = { MCP_SEND_APPROVAL: 'true' }

let app: TestApp
let agent: Client
let agentKey: string
beforeAll(async () => {
  app = await startApp(settings)
  agentKey = await app.key('send')
})
afterAll(() => app.close())

const mail = (subject: string) => ({
  destination: { email: app.ownerEmail },
  payload: { subject, body_text: 'It works.' },
})

/** A model asks to send a mail. */
async function ask(subject: string, key = agentKey) {
  agent = await mcpClient(app.url, key)
  const { json } = await callTool(agent, 'messages_send', mail(subject))
  expect(json).toMatchObject({ status: 'pending', approval_id: expect.stringMatching(/^apr_/) })
  return json as { approval_id: string; digest: string; expires_at: string }
}

const decide = (id: string, what: 'approve' | 'refuse', key = app.adminKey) =>
  app.call('POST', `/v1/approvals/${id}/${what}`, { key })
async function sentWith(subject: string): Promise<number> {
  const { body } = await app.call('GET', '/v1/messages?limit=100')
  return body.messages.filter((message: { subject: string }) => message.subject === subject).length
}

test('a mail of a model waits for a person, who sees all of it, and is sent once it is approved', async () => {
  const { approval_id: id, digest } = await ask('Wait')
  expect(await sentWith('Wait')).toBe(0)
  const shown = await app.call('GET', `/v1/approvals/${id}`)
  expect(shown.body).toMatchObject({ id, status: 'pending', operation: 'messages.send', input: mail('Wait'), digest })
  expect(digest).toBe(
    createHash('sha256')
      .update(canonicalJson(['messages.send', mail('Wait')]))
      .digest('hex'),
  )
  expect((await app.call('GET', '/v1/approvals?status=pending&limit=1')).body.approvals).toEqual([
    { ...shown.body, input: null },
  ])

  const { status, body } = await decide(id, 'approve')
  expect({ status, body }).toMatchObject({ status: 200, body: { status: 'sent', input: null, error: null } })
  const message = await eventually('the mail is delivered', async () => {
    const found = await app.call('GET', `/v1/messages/${body.message_id}`)
    return found.body.status === 'delivered' ? found.body : null
  })
  expect(message).toMatchObject({ subject: 'Wait', idempotency_key: id })
  const seen = await callTool(agent, 'approvals_get', { id })
  expect(seen.json).toMatchObject({ status: 'sent', message_id: body.message_id })
  const { body: log } = await app.call('GET', '/v1/audit-log?limit=1')
  expect(log.entries[0]).toMatchObject({ operation: 'approvals.approve', target: id })
})

test('a refused mail is gone, and stays refused', async () => {
  const { approval_id: id } = await ask('No')
  expect((await decide(id, 'refuse')).body).toMatchObject({ status: 'refused', input: null })
  expect((await decide(id, 'refuse')).body).toMatchObject({ status: 'refused' })
  expect(await decide(id, 'approve')).toMatchObject({ status: 409, body: { error: { code: 'approval_decided' } } })
  expect((await callTool(agent, 'approvals_get', { id })).json).toMatchObject({ status: 'refused' })
  expect(await sentWith('No')).toBe(0)
})

test('a model cannot decide, whatever it calls', async () => {
  const { approval_id: id } = await ask('Mine')
  expect(await toolNames(await mcpClient(app.url, app.adminKey))).not.toContain('approvals_approve')
  await expect(callTool(agent, 'approvals_approve', { id })).rejects.toThrow('There is no tool')
  expect((await decide(id, 'approve', agentKey)).status).toBe(403)
  expect((await decide(id, 'approve', await app.key('read'))).status).toBe(403)
  // A test key decides on test mail alone.
  expect((await decide(id, 'approve', await app.testKey())).status).toBe(404)
  const other = await app.app.services.accounts.create('stranger@approvals.test')
  expect((await decide(id, 'approve', other.key)).status).toBe(404)
  expect((await decide(id, 'refuse', other.key)).status).toBe(404)
  expect(await sentWith('Mine')).toBe(0)
})

test('a key that can only send sees its own requests', async () => {
  const { approval_id: id } = await ask('Own')
  const other = await mcpClient(app.url, await app.key('send'))
  expect((await callTool(other, 'approvals_get', { id })).json.error.code).toBe('not_found')
  expect((await app.call('GET', '/v1/approvals', { key: agentKey })).status).toBe(403)
})

test('whoever asks again for the same mail gets the same approval, also at the same moment', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => ask('Same')))
  expect(new Set(all.map(({ approval_id }) => approval_id)).size).toBe(1)
  expect((await ask('Other')).approval_id).not.toBe(all[0]!.approval_id)
})

test('whoever asks again once it is approved gets the same approval, and another with a key of its own', async () => {
  const { approval_id: id } = await ask('Lost')
  await decide(id, 'approve')
  const again = (input: object) => callTool(agent, 'messages_send', { ...mail('Lost'), ...input })
  const repeated = await again({})
  expect(repeated.json).toMatchObject({ approval_id: id, status: 'sent' })
  expect(repeated.texts.join()).toContain('approved this mail before')
  const named = await again({ idempotency_key: 'once-more' })
  expect(named.json).toMatchObject({ status: 'pending' })
  await decide(named.json.approval_id, 'approve')
  expect((await again({ idempotency_key: 'once-more' })).json).toMatchObject({ status: 'sent' })
  expect(await sentWith('Lost')).toBe(2)
  // What was refused can be asked for again.
  const { approval_id: refused } = await ask('Not yet')
  await decide(refused, 'refuse')
  expect((await ask('Not yet')).approval_id).not.toBe(refused)
})

test('however many decide at once in two processes, one decision counts and one mail is sent', async () => {
  const second = await anotherProcess(app, { ...settings, ROLES: 'api' })
  try {
    for (const round of [1, 2, 3, 4]) {
      const { approval_id: id } = await ask(`Race ${round}`)
      const post = async (index: number, what: string) => {
        const response = await fetch(`${index % 2 ? app.url : second.url}/v1/approvals/${id}/${what}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${app.adminKey}` },
        })
        return { what, status: response.status }
      }
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_none, index) => post(index, index % 3 === 2 ? 'refuse' : 'approve')),
      )
      const { body } = await app.call('GET', `/v1/approvals/${id}`)
      const winner = body.status === 'sent' ? 'approve' : 'refuse'
      for (const { what, status } of answers)
        expect({ what, status }).toEqual({ what, status: what === winner ? 200 : 409 })
      expect(await sentWith(`Race ${round}`)).toBe(winner === 'approve' ? 1 : 0)
    }
  } finally {
    await second.close()
  }
})

test('an approval that a crash interrupted is finished by the next one, and sent once', async () => {
  const { approval_id: id } = await ask('Crash')
  const { services, models } = app.app
  const by = (await services.apiKeys.authenticate(`Bearer ${app.adminKey}`))!
  // The process ends after the decision, then, for another approver, after the mail was accepted.
  const crash = { send: () => Promise.reject(new Error('the process ended')), sentDraft: () => Promise.resolve(null) }
  await expect(services.approvals.approve(by, id, crash)).rejects.toThrow('the process ended')
  expect((await app.call('GET', `/v1/approvals/${id}`)).body).toMatchObject({
    status: 'approved',
    input: mail('Crash'),
  })
  expect((await decide(id, 'refuse')).status).toBe(409)
  const sent = await decide(id, 'approve')
  expect(sent.body.status).toBe('sent')
  await models.approvals.updateOne(
    { _id: id },
    { $set: { status: 'approved', message_id: null, input: JSON.stringify(mail('Crash')) } },
  )
  expect((await decide(id, 'approve')).body).toMatchObject({ status: 'sent', message_id: sent.body.message_id })
  expect(await sentWith('Crash')).toBe(1)
})

test('a mail that was accepted before a crash is sent, also if its key is revoked by then', async () => {
  const key = await app.app.services.apiKeys.create({ accountId: app.accountId, testMode: false }, { scope: 'send' })
  const { approval_id: id } = await ask('Accepted', key.key)
  const sent = await decide(id, 'approve')
  const left = { status: 'approved', message_id: null, input: JSON.stringify(mail('Accepted')) }
  await app.app.models.approvals.updateOne({ _id: id }, { $set: left })
  await app.call('DELETE', `/v1/keys/${key.id}`)
  expect((await decide(id, 'approve')).body).toMatchObject({ status: 'sent', message_id: sent.body.message_id })
  expect(await sentWith('Accepted')).toBe(1)
})

test('what is not the mail that was shown is never sent', async () => {
  const { approval_id: id } = await ask('Shown')
  await app.app.models.approvals.updateOne({ _id: id }, { $set: { input: JSON.stringify(mail('Swapped')) } })
  expect((await decide(id, 'approve')).status).toBe(500)
  expect(await sentWith('Swapped')).toBe(0)
})

test('a mail that is refused as a send has failed, with its reason', async () => {
  const { json } = await callTool(await mcpClient(app.url, agentKey), 'messages_send', {
    ...mail('Failed'),
    metadata: { from_email: 'me@unverified.example' },
  })
  const { body } = await decide(json.approval_id, 'approve')
  expect(body).toMatchObject({ status: 'failed', input: null, message_id: null })
  expect(body.error.code).toBe('no_verified_domain')
  expect((await decide(json.approval_id, 'approve')).body.error.code).toBe('approval_decided')
})

test('a key that is revoked meanwhile sends nothing', async () => {
  const key = await app.app.services.apiKeys.create({ accountId: app.accountId, testMode: false }, { scope: 'send' })
  const { approval_id: id } = await ask('Revoked', key.key)
  await app.call('DELETE', `/v1/keys/${key.id}`)
  expect((await decide(id, 'approve')).body).toMatchObject({ status: 'failed', error: { code: 'unauthorized' } })
  expect(await sentWith('Revoked')).toBe(0)
})

test('after its time a mail can be neither seen nor approved', async () => {
  const { approval_id: id, expires_at } = await ask('Late')
  expect(new Date(expires_at).getTime() - Date.now()).toBeGreaterThan(23 * 3_600_000)
  await app.app.models.approvals.updateOne({ _id: id }, { $set: { expires_at: new Date(Date.now() - 1) } })
  expect((await decide(id, 'approve')).status).toBe(404)
  expect((await decide(id, 'refuse')).status).toBe(404)
  expect((await app.call('GET', `/v1/approvals/${id}`)).status).toBe(404)
  // Whoever asks again gets a new one.
  expect((await ask('Late')).approval_id).not.toBe(id)
})

test('invalid mail is refused at once, and what could change until it is approved is no tool', async () => {
  const client = await mcpClient(app.url, app.adminKey)
  const invalid = await callTool(client, 'messages_send', { destination: { email: 7 } })
  expect(invalid.json.error).toMatchObject({ code: 'invalid_request', details: [{ path: 'destination.email' }] })
  const names = await toolNames(client)
  expect(names).toEqual(
    expect.arrayContaining([
      'messages_send',
      'mail_compose',
      'mail_threads_reply',
      'mail_drafts_send',
      'approvals_get',
    ]),
  )
  const stored = ['messages_resend', 'mail_threads_forward', 'test_recipients_create']
  const later = ['broadcasts_send', 'broadcasts_create', 'broadcasts_update', 'inbound_routes_update']
  for (const name of [...stored, ...later]) {
    expect(names).not.toContain(name)
    expect((await callTool(client, name, { id: 'x' })).json.error.code).toBe('forbidden')
  }
})

test('a mail names all that a person has to see: recipients and sender, and no signature that may change', async () => {
  const client = await mcpClient(app.url, app.adminKey)
  const all = { id: 'thr_00000000000000000000000000', to: 'ada@example.com', from: 'me@shop.test', body_text: 'Yes.' }
  const refusedFor = async (tool: string, input: object) => (await callTool(client, tool, input)).json.error.details
  const { to: _to, ...withoutTo } = all
  const { from: _from, ...withoutFrom } = all
  expect(await refusedFor('mail_threads_reply', withoutTo)).toMatchObject([{ path: 'to' }])
  expect(await refusedFor('mail_threads_reply', withoutFrom)).toMatchObject([{ path: 'from' }])
  expect(await refusedFor('mail_threads_reply', { ...all, signature: true })).toMatchObject([{ path: 'signature' }])
  const mail = { to: 'ada@example.com', subject: 'Hello', body_text: 'Yes.' }
  expect(await refusedFor('mail_compose', mail)).toMatchObject([{ path: 'from' }])
  expect((await callTool(client, 'mail_threads_reply', all)).json).toMatchObject({ status: 'pending' })
})

test('an account has at most 100 mails that wait', async () => {
  const other = await app.app.services.accounts.create('many@approvals.test')
  const caller = (await app.app.services.apiKeys.authenticate(`Bearer ${other.key}`))!
  expect(app.app.services.approvals).toBeInstanceOf(ApprovalService)
  for (let index = 0; index < MAX_PENDING; index += 1) {
    await app.app.services.approvals.request(caller, 'messages.send', { index })
  }
  const client = await mcpClient(app.url, other.key)
  const refused = await callTool(client, 'messages_send', mail('One more'))
  expect(refused.json.error).toMatchObject({ code: 'too_many_approvals', status: 422 })
})
