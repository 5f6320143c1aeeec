import { ENDPOINT, HEADERS } from './client'

/** The server answered, and not with a stream. */
export class Refused extends Error {
  readonly status: number

  constructor(status: number) {
    super(`The server answered with ${status}.`)
    this.status = status
  }
}

/** The server ended a stream with an error. */
export class Failed extends Error {
  /** As in the table of error codes, like `changes_expired`. */
  readonly code: string | undefined

  constructor(code: string | undefined) {
    super(`The stream ended with ${code ?? 'an error'}.`)
    this.code = code
  }
}

interface Answer<Data> {
  data?: Data | null
  errors?: readonly { extensions?: { code?: string } }[]
}

interface Sink<Data> {
  /** Called when the stream is open. */
  onOpen: () => void
  onData: (data: Data) => void
}

/**
 * Reads a subscription by server-sent events, as the GraphQL over SSE protocol has them in its distinct connections mode.
 * @returns resolves when the server says that it is complete; rejects when it was refused, failed, or the connection is lost.
 */
export async function readEvents<Data>(
  body: { query: string; variables: object },
  signal: AbortSignal,
  { onOpen, onData }: Sink<Data>,
): Promise<void> {
  const response = await fetch(ENDPOINT, {
    method: 'POST',
    headers: { ...HEADERS, accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  })
  if (!response.ok || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
    throw new Refused(response.status)
  }
  if (signal.aborted) return
  onOpen()
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) throw new Error('The stream was cut off.')
    const events = (text + value).split('\n\n')
    // The last one may go on in the next piece.
    text = events.pop()!
    for (const event of events) {
      const fields = new Map(event.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string]))
      if (fields.get('event') === 'complete') return
      const { data, errors } = JSON.parse(fields.get('data') || '{}') as Answer<Data>
      if (data) onData(data)
      else if (errors) throw new Failed(errors[0]?.extensions?.code)
    }
  }
}
