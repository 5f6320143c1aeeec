import { type JSONRPCMessage, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import {
  INTERNAL_ERROR,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCRequest,
} from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { messageOf } from '../../lib/errors/unknown-error.js'

/** How long requests are waited for after stdin has ended, in ms. */
const TIMEOUT_MS = 30_000

/**
 * Passes messages of the Model Context Protocol on between stdin and stdout and a server, until stdin ends and what was asked
 * is answered. It understands none of them, so the server alone decides which tools there are.
 */
export async function relayStdio({ url, key }: { url: URL; key: string }): Promise<void> {
  const client = new StdioServerTransport()
  const server = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  })
  const unanswered = new Unanswered()
  const ended = new Promise<void>((resolve) => {
    client.onclose = resolve
  })
  const answer = (message: JSONRPCMessage) => {
    // The transport writes nothing more once stdin has ended.
    process.stdout.write(`${JSON.stringify(message)}\n`)
    if ('id' in message) unanswered.delete(message.id)
  }
  client.onmessage = (message) => {
    if (isJSONRPCRequest(message)) unanswered.add(message.id)
    server.send(message).catch((error: unknown) => {
      // Notifications have no answer.
      if (isJSONRPCRequest(message)) answer(failureOf(message, error))
    })
  }
  server.onmessage = (message) => {
    const version = isJSONRPCResultResponse(message) && message.result.protocolVersion
    // Of a client of 2025: it is to be in the headers from then on.
    if (typeof version === 'string') server.setProtocolVersion(version)
    answer(message)
  }
  await server.start()
  await client.start()
  await ended
  await unanswered.none(TIMEOUT_MS)
  await server.close()
}

/** The requests that have no answer yet. */
class Unanswered {
  readonly #ids = new Set<unknown>()
  #onNone: () => void = () => undefined

  add(id: unknown): void {
    this.#ids.add(id)
  }

  delete(id: unknown): void {
    this.#ids.delete(id)
    if (this.#ids.size === 0) this.#onNone()
  }

  /** Resolves once all are answered, or after some time. */
  none(timeoutMs: number): Promise<void> {
    if (this.#ids.size === 0) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs)
      this.#onNone = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

/** The answer to a request that did not reach the server, or that it refused. */
function failureOf({ id }: JSONRPCRequest, error: unknown): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message: messageOf(error) } }
}
