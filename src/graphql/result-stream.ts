import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type ExecutionResult, GraphQLError } from 'graphql'
import { isAsyncIterable, type Plugin } from 'graphql-yoga'
import { isLargeJson, jsonPieces } from '../lib/json/json-pieces.js'

/** The results of a subscription, as they come. */
export type Results = AsyncIterable<ExecutionResult>

const HEADERS = {
  'content-type': 'text/event-stream',
  // Compressing would hold events back.
  'content-encoding': 'none',
  // Tells proxies not to buffer events.
  'x-accel-buffering': 'no',
}

/**
 * Leaves the results of a subscription to {@link sendResults}. As a stream of the Fetch API they would pass through four
 * more queues, and each subscriber would take 6 KiB more.
 */
export function useResultStreams(): Plugin<object, { results: Results | null }> {
  return {
    onResultProcess({ result, setResultProcessor, serverContext }) {
      if (!isAsyncIterable(result)) return
      serverContext.results = result as Results
      setResultProcessor((_results, { Response }) => new Response(null), 'text/event-stream')
    },
  }
}

/**
 * Sends results as server-sent events until they end or the connection closes (GraphQL over SSE, distinct connections
 * mode).
 * @param signal aborts when the connection closes, which also ends the results.
 */
export async function sendResults(response: ServerResponse, results: Results, signal: AbortSignal): Promise<void> {
  response.writeHead(200, HEADERS)
  // Some browsers do not tell a page about a response before its first bytes.
  response.write(':\n\n')
  try {
    for await (const result of results) {
      if (response.destroyed) return
      await send(response, publicResult(result), signal)
    }
    if (!response.destroyed) response.end('event: complete\ndata:\n\n')
  } catch (error) {
    response.destroy()
    if (!signal.aborted) throw error
  }
}

/** Writes an event; a large one piece by piece. */
async function send(response: ServerResponse, result: object, signal: AbortSignal): Promise<void> {
  const write = async (text: string) => {
    if (!response.write(text)) await once(response, 'drain', { signal })
  }
  if (!isLargeJson(result)) return write(`event: next\ndata: ${JSON.stringify(result)}\n\n`)
  await write('event: next\ndata: ')
  for await (const piece of jsonPieces(result)) await write(piece)
  await write('\n\n')
}

/** A result without what its errors say to this server about the HTTP response. */
function publicResult(result: ExecutionResult): object {
  if (!result.errors) return result
  const errors = result.errors.map((error) => {
    const { http: _http, ...extensions } = error.extensions ?? {}
    return { ...(error instanceof GraphQLError ? error.toJSON() : error), extensions }
  })
  return { ...result, errors }
}
