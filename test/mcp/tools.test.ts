import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operationList } from '../../src/operations/list.js'
import { takesIdempotencyKey, toolHints, toolName, tools, whyNoTool } from '../../src/operations/tools.js'
import { callTool, mcpClient, type Revision, toolNames } from '../support/mcp-client.js'
import { startApp, type TestApp } from '../support/start-app.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const mail = (subject: string) => ({
  destination: { email: app.ownerEmail },
  payload: { subject, body_text: 'It works.' },
})

const FILES = 'it is about a file'
const STREAM = 'it is a stream, and a tool has one result'
const MONEY = 'it concerns money, or all that is stored about a person'
const SECRET = 'its result has a secret'
const ACCESS = 'it decides who may use the account'

test('every operation is a tool, or is left out for a reason that is named here', () => {
  const leftOut = operationList.flatMap((operation) => {
    const reason = whyNoTool(operation)
    return reason === null ? [] : [[operation.name, reason]]
  })
  expect(Object.fromEntries(leftOut)).toEqual({
    'events.live': STREAM,
    'broadcasts.progress': STREAM,
    'mail.threadUpdated': STREAM,
    'mail.changed': STREAM,
    'mail.presence.live': STREAM,
    'messages.raw': FILES,
    'messages.attachment': FILES,
    'messages.exportCsv': FILES,
    'messages.exportNdjson': FILES,
    'domains.zonefile': FILES,
    'domains.uploadLogo': FILES,
    'inbound.raw': FILES,
    'inbound.attachment': FILES,
    'suppressions.importFile': FILES,
    'suppressions.export': FILES,
    'contacts.export': FILES,
    'uploads.create': FILES,
    'outbox.get': FILES,
    'mail.exportMbox': FILES,
    'mail.export': 'its result is more than a model can read',
    'messages.sendBatch': 'models send one mail at a time',
    'webhooks.create': SECRET,
    'webhooks.rotateSecret': SECRET,
    'inbound.routes.create': SECRET,
    'inbound.routes.rotateSecret': SECRET,
    'keys.create': SECRET,
    'keys.rotate': SECRET,
    'keys.list': ACCESS,
    'keys.revoke': ACCESS,
    'approvals.approve': 'a person decides',
    'approvals.refuse': 'a person decides',
    'spendCaps.set': MONEY,
    'spendCaps.delete': MONEY,
    'billing.checkout': MONEY,
    'billing.portal': MONEY,
    'recipients.erase': MONEY,
    'testRecipients.verify': 'it is for people without a key',
  })
  expect(tools.size).toBe(operationList.length - leftOut.length)
})

test('a tool that can send mail says so', () => {
  const senders = [...tools.values()].filter(
    (operation) => operation.kind === 'mutation' && (operation.scope === 'send' || takesIdempotencyKey(operation)),
  )
  const silent = senders.filter(({ sends }) => !sends).map(({ name }) => name)
  expect(silent).toEqual(['messages.cancel', 'messages.validate'])
})

test('hints follow from the route: GET reads, DELETE and PUT destroy, and what takes a key can be repeated', () => {
  const hintsOf = (name: string) => toolHints(tools.get(name)!)
  expect(hintsOf('messages_list')).toMatchObject({ readOnlyHint: true, destructiveHint: false, idempotentHint: true })
  expect(hintsOf('contacts_delete')).toMatchObject({ readOnlyHint: false, destructiveHint: true, idempotentHint: true })
  expect(hintsOf('contacts_create')).toMatchObject({
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
  })
  expect(hintsOf('messages_send')).toEqual({
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  })
})

describe.each<Revision>(['new', 'old'])('to a client of the %s revision', (revision) => {
  test('lists the tools of the scope of its key, with complete schemas', async () => {
    const client = await mcpClient(app.url, app.adminKey, revision)
    const { tools: listed } = await client.listTools()
    expect(listed.map(({ name }) => name)).toEqual([...tools.keys()])
    for (const { name, description, inputSchema } of listed) {
      expect(name).toMatch(/^[a-z][a-z0-9_]{0,63}$/)
      expect(description).toMatch(/\.$/)
      expect(inputSchema.type).toBe('object')
      const named = Object.keys((inputSchema as { $defs?: object }).$defs ?? {})
      const asked = [...JSON.stringify(inputSchema).matchAll(/"#\/\$defs\/([^"]+)"/g)].map(([, target]) => target)
      expect(named).toEqual(expect.arrayContaining(asked))
    }
    const scopes = { read: ['read', 'any'], send: ['send', 'any'] } as const
    for (const scope of ['read', 'send'] as const) {
      const names = await toolNames(await mcpClient(app.url, await app.key(scope), revision))
      const expected = [...tools.values()].filter((operation) =>
        (scopes[scope] as readonly string[]).includes(operation.scope),
      )
      expect(names).toEqual(expected.map(toolName))
    }
  })

  test('a mail is sent and followed', async () => {
    const client = await mcpClient(app.url, app.adminKey, revision)
    const sent = await callTool(client, 'messages_send', mail(`Followed, ${revision}`))
    expect(sent.json).toMatchObject({ status: 'queued' })
    const found = await callTool(client, 'messages_get', { id: sent.json.id })
    expect(found.json).toMatchObject({ id: sent.json.id, subject: `Followed, ${revision}` })
    const listed = await app.call('GET', '/v1/messages?limit=1')
    expect(listed.body.messages[0].id).toBe(sent.json.id)
  })
})

test('the same mail is sent once a day without an idempotency key, and again with another one', async () => {
  const client = await mcpClient(app.url, app.adminKey)
  const input = mail('Once')
  const [one, other] = await Promise.all([
    callTool(client, 'messages_send', input),
    callTool(client, 'messages_send', input),
  ])
  expect(other.json).toEqual(one.json)
  const later = await callTool(client, 'messages_send', input)
  expect(later.json).toEqual(one.json)
  expect(later.texts[0]).toContain('nothing was sent again')
  const again = await callTool(client, 'messages_send', { ...input, idempotency_key: 'again' })
  expect(again.json.id).not.toBe(one.json.id)
  const changed = await callTool(client, 'messages_send', mail('Once more'))
  expect(changed.json.id).not.toBe(one.json.id)
})

test('errors have the words, the code and the request id of the service', async () => {
  const client = await mcpClient(app.url, app.adminKey)
  const missing = await callTool(client, 'messages_get', { id: 'msg_00000000000000000000000000' })
  expect(missing).toMatchObject({ isError: true, json: { error: { code: 'not_found', status: 404 } } })
  expect(missing.json.error.request_id).toMatch(/^[0-9a-f-]{36}$/)
  const invalid = await callTool(client, 'messages_send', { ...mail('x'), payload: { subject: 7 } })
  expect(invalid.json.error).toMatchObject({ code: 'invalid_request', details: [{ path: 'payload.subject' }] })
  const misspelled = await callTool(client, 'messages_list', { limits: 1 })
  expect(misspelled.json.error.details).toEqual([
    { path: 'limits', message: 'is not a field here. Did you mean limit?' },
  ])
  await expect(callTool(client, 'no_such_tool')).rejects.toThrow('There is no tool no_such_tool.')
})

test('a tool outside the scope of the key is refused, and the refusal is in the audit log', async () => {
  const client = await mcpClient(app.url, await app.key('read'))
  const refused = await callTool(client, 'messages_send', mail('Refused'))
  expect(refused.json.error).toMatchObject({ code: 'forbidden', status: 403 })
  const { body } = await app.call('GET', '/v1/audit-log?limit=1')
  expect(body.entries[0]).toMatchObject({ operation: 'messages.send.refuse' })
})

test('a change by a tool is in the audit log', async () => {
  const client = await mcpClient(app.url, app.adminKey)
  const { json } = await callTool(client, 'contacts_create', { email: 'gone@example.com' })
  expect(json).toMatchObject({ email: 'gone@example.com' })
  const { body } = await app.call('GET', '/v1/audit-log?limit=1')
  expect(body.entries[0]).toMatchObject({ operation: 'contacts.create', target: json.id })
})

test('lists go on with their own cursors', async () => {
  const client = await mcpClient(app.url, app.adminKey)
  for (const number of [1, 2, 3]) await callTool(client, 'messages_send', mail(`Page ${number}`))
  const first = await callTool(client, 'messages_list', { limit: 2 })
  const second = await callTool(client, 'messages_list', { limit: 2, cursor: first.json.next_cursor })
  const subjects = [...first.json.messages, ...second.json.messages].map(({ subject }) => subject)
  expect(subjects.slice(0, 3)).toEqual(['Page 3', 'Page 2', 'Page 1'])
})

test('what another account has is not found', async () => {
  const { json } = await callTool(await mcpClient(app.url, app.adminKey), 'messages_send', mail('Mine'))
  const other = await app.app.services.accounts.create('stranger@example.com')
  const client = await mcpClient(app.url, other.key)
  expect((await callTool(client, 'messages_get', { id: json.id })).json.error.code).toBe('not_found')
})
