import { type JSONRPCMessage, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import {
  INTERNAL_ERROR,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCRequest,
} from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { messageOf } from '../../lib/unknown-error.js'

/**
 * Passes messages of the Model Context Protocol on between stdin and stdout and a server, until stdin ends. It understands
 * none of them, so the server alone decides which tools there are.
 */
export async function passOn({ url, key }: { url: URL; key: string }): Promise<void> {
  const client = new StdioServerTransport()
  const server = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  })
  const ended = new Promise<void>((resolve) => {
    client.onclose = resolve
  })
  client.onmessage = (message) => {
    server.send(message).catch(async (error: unknown) => {
      // Notifications have no answer.
      if (isJSONRPCRequest(message)) await client.send(failureOf(message, error))
    })
  }
  server.onmessage = (message) => {
    const version = isJSONRPCResultResponse(message) && message.result.protocolVersion
    // Of a client of 2025: it is to be in the headers from then on.
    if (typeof version === 'string') server.setProtocolVersion(version)
    void client.send(message)
  }
  await server.start()
  await client.start()
  await ended
  await server.close()
}

/** The answer to a request that did not reach the server, or that it refused. */
function failureOf({ id }: JSONRPCRequest, error: unknown): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message: messageOf(error) } }
}
