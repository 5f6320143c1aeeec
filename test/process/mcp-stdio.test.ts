import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postlineHere } from '../cli/support.js'
import { callTool, connected, type Revision, toolNames } from '../support/mcp-client.js'
import { makeScratch } from '../support/scratch.js'
import { sharedProgram } from '../support/shared-program.js'
import { type Settings, startApp, type TestApp } from '../support/start-app.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** A client that starts the program, as the applications of models do. */
async function stdioClient(env: Settings, revision: Revision) {
  const program = join(await sharedProgram(), 'dist/cli/postline.js')
  return connected(new StdioClientTransport({ command: process.execPath, args: [program, 'mcp'], env }), revision)
}

describe.each<Revision>(['new', 'old'])('with a client of the %s revision', (revision) => {
  test('the program passes tools and results on', async () => {
    const file = join(await makeScratch('mcp'), 'key')
    await writeFile(file, `${await app.key('send')}\n`)
    const client = await stdioClient({ POSTLINE_URL: app.url, POSTLINE_API_KEY_FILE: file }, revision)
    expect(await toolNames(client)).toContain('messages_send')
    expect(await toolNames(client)).not.toContain('messages_list')
    const sent = await callTool(client, 'messages_send', {
      destination: { email: app.ownerEmail },
      payload: { subject: `By stdio, ${revision}`, body_text: 'It works.' },
    })
    const found = await app.call('GET', `/v1/messages/${sent.json.id}`)
    expect(found.body.subject).toBe(`By stdio, ${revision}`)
  })
})

test('what was asked before stdin ended is answered', async () => {
  const program = join(await sharedProgram(), 'dist/cli/postline.js')
  const env = { POSTLINE_URL: app.url, POSTLINE_API_KEY: app.adminKey }
  const child = spawn(process.execPath, [program, 'mcp'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const initialize = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1.0.0' },
  }
  child.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'initialize', params: initialize })}\n`)
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  expect(code).toBe(0)
  expect(JSON.parse(output)).toMatchObject({ id: 7, result: { serverInfo: { name: 'postline' } } })
})

test('a client whose key is refused, or whose server is gone, gets an answer that says so', async () => {
  const unknown = { POSTLINE_URL: app.url, POSTLINE_API_KEY: 'sk_live_unknown' }
  await expect(stdioClient(unknown, 'old')).rejects.toThrow(/unauthorized|401/i)
  const gone = { POSTLINE_URL: 'http://127.0.0.1:9', POSTLINE_API_KEY: app.adminKey }
  await expect(stdioClient(gone, 'old')).rejects.toThrow(/fetch failed|ECONNREFUSED|bad port/)
})

test('without a sound key or URL it ends with an error that names the setting', async () => {
  const none = await postlineHere({}, 'mcp')
  expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('POSTLINE_API_KEY') })
  const both = await postlineHere({ POSTLINE_API_KEY: 'sk', POSTLINE_API_KEY_FILE: '/x' }, 'mcp')
  expect(both.stderr).toContain('are both set')
  const unreadable = await postlineHere({ POSTLINE_API_KEY_FILE: '/no/such/file' }, 'mcp')
  expect(unreadable.stderr).toContain('POSTLINE_API_KEY_FILE names a file that cannot be read')
  const url = await postlineHere({ POSTLINE_API_KEY: 'sk', POSTLINE_URL: 'mail.example.com' }, 'mcp')
  expect(url).toMatchObject({ code: 1, stderr: expect.stringContaining('POSTLINE_URL') })
})
