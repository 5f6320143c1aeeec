import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { startHttpEndpoint } from './endpoint.js'

/* A customer's endpoint, written only from the documentation for receivers. It shares no code with the service. */

/** What the endpoint does with a request. By default it responds with 200 at once. */
export interface Answer {
  status?: number
  body?: string
  headers?: Record<string, string>
  /** Delay before the response, in ms. */
  delayMs?: number
  /** Never responds. */
  hang?: boolean
  /** Breaks the connection instead of responding. */
  reset?: boolean
}

/** One received request. */
export interface Hit {
  at: number
  method: string
  path: string
  headers: IncomingHttpHeaders
  rawBody: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever JSON came in
  body: any
  eventId: string
  /** Whether its raw bytes are signed with this secret, at most 5 minutes ago. */
  isSignedWith(secret: string, now?: Date): boolean
}

export interface WebhookReceiver {
  /** The URL to subscribe; any path below it works too. */
  url: string
  /** Every request, oldest first. */
  hits: Hit[]
  /** Responses to the next requests, in order; after them `fallback` is used. */
  next: Answer[]
  fallback: Answer | ((hit: Hit) => Answer)
  /** The number of open requests, and its maximum so far. */
  open: number
  mostOpen: number
  close(): Promise<void>
}

/** Starts an endpoint on loopback. */
export async function startWebhookReceiver({ headerPrefix = 'Svc' } = {}): Promise<WebhookReceiver> {
  const prefix = headerPrefix.toLowerCase()
  const endpoint = await startHttpEndpoint((request, response) => {
    void receive(request, response)
  })
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${endpoint.port}/hook`,
    hits: [],
    next: [],
    fallback: {},
    open: 0,
    mostOpen: 0,
    close: () => endpoint.close(),
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    receiver.open += 1
    receiver.mostOpen = Math.max(receiver.mostOpen, receiver.open)
    response.on('close', () => {
      receiver.open -= 1
    })
    const hit = await readHit(request, prefix)
    receiver.hits.push(hit)
    const { fallback } = receiver
    const answer = receiver.next.shift() ?? (typeof fallback === 'function' ? fallback(hit) : fallback)
    if (answer.delayMs) await new Promise((resolve) => setTimeout(resolve, answer.delayMs))
    if (answer.hang) return
    if (answer.reset) request.socket.destroy()
    else response.writeHead(answer.status ?? 200, answer.headers).end(answer.body ?? 'ok')
  }

  return receiver
}

async function readHit(request: IncomingMessage, prefix: string): Promise<Hit> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const rawBody = Buffer.concat(chunks)
  const header = (name: string) => String(request.headers[`${prefix}-${name}`] ?? '')
  return {
    at: Date.now(),
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    rawBody,
    body: parse(rawBody),
    eventId: header('event-id'),
    isSignedWith(secret, now = new Date()) {
      const timestamp = header('timestamp')
      if (!/^\d+$/.test(timestamp) || Math.abs(now.getTime() / 1_000 - Number(timestamp)) > 300) return false
      const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest('hex')
      const given = Buffer.from(header('signature'))
      return given.length === expected.length && timingSafeEqual(given, Buffer.from(expected))
    },
  }
}

function parse(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'))
  } catch {
    return null
  }
}
