import { type ClientRequest, request } from 'node:http'

/**
 * Opens a GraphQL subscription over SSE. Resolves once the response has begun.
 * @param onEvent called with each message of the stream that has an event.
 */
export function openEventStream(
  url: string,
  key: string,
  query: string,
  onEvent: (text: string) => void,
): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const stream = request(
      `${url}/graphql?query=${encodeURIComponent(query)}`,
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
