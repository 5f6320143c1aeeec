import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Client, type Schemas, verifyWebhook, type WebhookEvent } from '@postline/client'
import { type WaitOptions, waitFor } from './wait-for.js'

export interface ReceiverOptions {
  /** The events to receive. All by default. */
  eventTypes?: Schemas['WebhookEventType'][]
}

/** Which event is meant. Everything that is given must match. */
export interface EventQuery {
  type?: WebhookEvent['event_type']
  messageId?: string
}

/** An endpoint on loopback with its own subscription. */
export interface WebhookReceiver {
  url: string
  /** Id of its subscription. */
  subscriptionId: string
  /** The events so far, oldest first. Their signatures are right, and each is there once. */
  readonly events: readonly WebhookEvent[]
  /** Answers the next requests with these statuses, in order, and with 200 again after them. */
  answerNext(...statuses: number[]): void
  /**
   * The first event that matches, as soon as it has come.
   * @throws Error with the events that have come instead
   */
  waitFor(query: EventQuery & WaitOptions): Promise<WebhookEvent>
  /** Deletes the subscription and closes the endpoint. May be called more than once. */
  close(): Promise<void>
}

const SUCCESS = 200
const REFUSED = 400

/** Starts an endpoint and subscribes it. */
export async function receiveWebhooks(client: Client, { eventTypes }: ReceiverOptions): Promise<WebhookReceiver> {
  const events: WebhookEvent[] = []
  const statuses: number[] = []
  const server = createServer((request, response) => {
    void receive(request, response)
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/webhooks`
  // The first event may come before the response with the secret.
  const subscribing = client.POST('/v1/webhooks', {
    body: { endpoint_url: url, ...(eventTypes && { event_types: eventTypes }) },
  })

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { data } = await subscribing
      const event = await verifyWebhook(await bodyOf(request), request.headers, data.signing_secret)
      const status = statuses.shift() ?? SUCCESS
      if (status < 300 && !events.some(({ event_id }) => event_id === event.event_id)) events.push(event)
      response.writeHead(status).end()
    } catch {
      response.writeHead(REFUSED).end()
    }
  }

  let closing: Promise<void> | undefined
  async function close(id: string): Promise<void> {
    await client.DELETE('/v1/webhooks/{id}', { params: { path: { id } } }).catch(() => undefined)
    server.closeAllConnections()
    server.close()
  }

  const { id } = (await subscribing).data
  return {
    url,
    subscriptionId: id,
    events,
    answerNext: (...next) => void statuses.push(...next),
    waitFor: ({ timeoutMs, ...query }) =>
      waitFor(
        () => events.find((event) => matches(event, query)),
        { timeoutMs },
        () => `No event came with ${JSON.stringify(query)}. These have come: ${summary(events)}`,
      ),
    close: () => {
      closing ??= close(id)
      return closing
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

const matches = (event: WebhookEvent, { type, messageId }: EventQuery) =>
  (type === undefined || event.event_type === type) && (messageId === undefined || event.message_id === messageId)

const summary = (events: WebhookEvent[]) =>
  events.map((event) => `${event.event_type} of ${event.message_id}`).join(', ') || 'none.'
