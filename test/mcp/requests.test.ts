import { expect, onTestFinished, test } from 'vitest'
import { tools } from '../../src/operations/tools.js'
import { callTool, mcpClient, toolNames } from '../support/mcp-client.js'
import { type Settings, startApp, type TestApp } from '../support/start-app.js'

async function running(settings: Settings = {}): Promise<TestApp> {
  const app = await startApp(settings)
  onTestFinished(() => app.close())
  return app
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

function post({ url }: TestApp, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

test('only a key lets a client in, and only from our own pages or none', async () => {
  const app = await running({ CORS_ORIGINS: 'https://app.example.com' })
  const authorization = `Bearer ${app.adminKey}`
  const without = await post(app, INITIALIZE)
  expect(without.status).toBe(401)
  expect(without.headers.get('www-authenticate')).toBe('Bearer')
  expect((await post(app, INITIALIZE, { authorization: 'Bearer sk_live_wrong' })).status).toBe(401)

  // A browser session has the rights of its key elsewhere.
  const session = await fetch(`${app.url}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key: app.adminKey }),
  })
  const cookie = session.headers.get('set-cookie')!.split(';', 1)[0]!
  expect((await post(app, INITIALIZE, { cookie })).status).toBe(401)

  const foreign = await post(app, INITIALIZE, { authorization, origin: 'https://evil.example' })
  expect(foreign.status).toBe(403)
  expect(await foreign.json()).toMatchObject({ error: { code: 'forbidden' } })
  for (const origin of ['https://app.example.com', new URL(app.app.config.baseUrl).origin]) {
    expect((await post(app, INITIALIZE, { authorization, origin })).status).toBe(200)
  }
  await app.app.services.accounts.suspend(app.accountId)
  expect((await post(app, INITIALIZE, { authorization })).status).toBe(403)
})

test('bad requests are refused with a clear error', async () => {
  const app = await running()
  const authorization = `Bearer ${app.adminKey}`
  const list = await post(app, [INITIALIZE], { authorization })
  expect(list.status).toBe(400)
  expect(await list.json()).toMatchObject({ error: { code: 'invalid_request' } })
  expect((await post(app, '{"jsonrpc":', { authorization })).status).toBe(400)
  expect((await post(app, '', { authorization })).status).toBe(400)
  expect((await post(app, { jsonrpc: '2.0', id: 1, method: 7 }, { authorization })).status).toBe(400)
  const large = await post(app, { ...INITIALIZE, padding: 'x'.repeat(11 * 1024 * 1024) }, { authorization })
  expect(large.status).toBe(413)
  const stream = await fetch(`${app.url}/mcp`, { headers: { authorization, accept: 'text/event-stream' } })
  expect(stream.status).toBe(405)
})

test('each request counts against the rate limit of the account', async () => {
  const app = await running({ RATE_LIMIT_PER_SECOND: '2' })
  const statuses = await Promise.all(
    Array.from(
      { length: 12 },
      async () => (await post(app, INITIALIZE, { authorization: `Bearer ${app.adminKey}` })).status,
    ),
  )
  expect(statuses).toContain(429)
})

test('MCP=false turns the tools off', async () => {
  const app = await running({ MCP: 'false' })
  expect((await post(app, INITIALIZE, { authorization: `Bearer ${app.adminKey}` })).status).toBe(404)
})

test('MCP_READ_ONLY=true offers and runs only what reads', async () => {
  const app = await running({ MCP_READ_ONLY: 'true' })
  const client = await mcpClient(app.url, app.adminKey)
  const names = await toolNames(client)
  expect(names).toEqual([...tools].filter(([, { kind }]) => kind === 'query').map(([name]) => name))
  expect(names.length).toBeGreaterThan(30)
  const refused = await callTool(client, 'contacts_create', { email: 'ada@example.com' })
  expect(refused.json.error).toMatchObject({ code: 'forbidden', message: expect.stringContaining('MCP_READ_ONLY') })
  expect((await app.call('GET', '/v1/contacts')).body.contacts).toEqual([])
})

test('tools of a part that the deployment does not have are not listed', async () => {
  const app = await running({ MAIL_APP_ENABLED: 'false' })
  const names = await toolNames(await mcpClient(app.url, app.adminKey))
  expect(names).toContain('messages_send')
  expect(names.filter((name) => name.startsWith('mail_'))).toEqual([])
})
