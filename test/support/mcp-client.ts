import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'

/** The revision of the protocol that a client speaks: that of 2026, or those of 2025. */
export type Revision = 'new' | 'old'

/** What a tool returned, as its texts. */
export interface ToolAnswer {
  isError: boolean
  texts: string[]
  /** The JSON in it. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever JSON comes back
  json: any
}

/** A client of the SDK that is connected to a running service. */
export async function mcpClient(url: string, key: string, revision: Revision = 'new'): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  })
  return connected(transport, revision)
}

/** Connects a client, which is closed after the test. */
export async function connected(transport: Parameters<Client['connect']>[0], revision: Revision): Promise<Client> {
  const mode = revision === 'new' ? { pin: '2026-07-28' } : 'legacy'
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return client
}

/** The names of the tools that a client lists. */
export async function toolNames(client: Client): Promise<string[]> {
  return (await client.listTools()).tools.map(({ name }) => name)
}

/** Calls a tool. */
export async function callTool(client: Client, name: string, input: object = {}): Promise<ToolAnswer> {
  const result = await client.callTool({ name, arguments: { ...input } })
  const texts = result.content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`))
  return { isError: result.isError === true, texts, json: jsonIn(texts.at(-1) ?? '') }
}

function jsonIn(text: string): unknown {
  const json = /<(outside-\w+)>\n(.*)\n<\/\1>$/s.exec(text)?.[2] ?? text
  return json.startsWith('{') || json.startsWith('[') ? JSON.parse(json) : json
}
