import { type ClientRequest, request } from 'node:http'

/** A subscription as clients send it: one document for all, and what differs in variables. */
export interface StreamQuery {
  query: string
  variables?: Record<string, unknown>
}

/**
 * Opens a GraphQL subscription over SSE. Resolves once the response has begun.
 * @param onEvent called with each message of the stream that has an event.
 */
export function openEventStream(
  url: string,
  key: string,
  { query, variables = {} }: StreamQuery,
  onEvent: (text: string) => void,
): Promise<ClientRequest> {
  const search = new URLSearchParams({ query, variables: JSON.stringify(variables) })
  return new Promise((resolve, reject) => {
    const stream = request(
      `${url}/graphql?${search}`,
      { agent: false, headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' } },
      (response) => {
        if (response.statusCode !== 200) reject(new Error(`a stream was refused with ${response.statusCode}`))
        let rest = ''
        response.setEncoding('utf8').on('data', (chunk: string) => {
          const parts = (rest + chunk).split('\n\n')
          rest = parts.pop()!
          for (const part of parts) if (part.includes('event: next')) onEvent(part)
        })
        resolve(stream)
      },
    )
    stream.on('error', reject)
    stream.end()
  })
}
