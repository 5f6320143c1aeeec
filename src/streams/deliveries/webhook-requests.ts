import { WeightedCache } from '../../lib/collections/weighted-cache.js'
import type { Header, PostResult } from '../../lib/http/guarded-http.js'
import { signInSlices, signPayload, signStandard } from '../../lib/http/webhook-signature.js'
import type { DeliveryAttemptDoc, WebhookDeliveryDoc } from '../../models/webhook.js'
import type { WholeMails } from '../../services/receiving/whole-mails.js'
import { bodyIn, receivedFormat, signIn } from '../../services/tracking/webhooks/dialects/dialects.js'
import type { ReceivedFormat, ReceivedSigning } from '../../services/tracking/webhooks/dialects/received-request.js'
import { VERSION } from '../../version.js'
import type { WorkerDeps } from '../worker-deps.js'
import type { Destination } from './destinations.js'
import { ReceivedRequests } from './received-requests.js'

/** The error of the HTTP client during shutdown, which is not the endpoint's fault. */
export const SHUTTING_DOWN = 'shutting down'

/** The error while the whole mails of other requests have the memory. */
export const TOO_BUSY = 'busy'

const NOT_MADE = { status: null, retryAfter: null, headers: [], body: '', durationMs: 0, sent: [] }

/** Most secrets that are kept open. */
const MAX_OPENED = 1_000

/** One request of a delivery. */
export interface WebhookRequest {
  row: WebhookDeliveryDoc
  destination: Destination
  /** In our own format; it is sent in that of the row. */
  body: string
  at: Date
}

/** What came of a request, with the headers that it had. */
export interface WebhookResult extends PostResult {
  sent: Header[]
}

type WebhookRequestDeps = Pick<WorkerDeps, 'config' | 'http' | 'sealer' | 'tracing'> & {
  wholeMails: Pick<WholeMails, 'read' | 'sizeOf'>
}

/** Signs webhook requests and makes them. */
export class WebhookRequests {
  readonly #deps: WebhookRequestDeps
  readonly #received: ReceivedRequests
  /** The secret of each endpoint with its stored form. Another stored form replaces it, so a rotation leaves nothing. */
  readonly #opened = new WeightedCache<{ stored: string; secret: string }>({ maxWeight: MAX_OPENED })

  constructor(deps: WebhookRequestDeps) {
    this.#deps = deps
    this.#received = new ReceivedRequests(deps)
  }

  async post(request: WebhookRequest): Promise<WebhookResult> {
    const { tracing } = this.#deps
    if (!tracing) return this.#post(request)
    const { row, destination } = request
    const span = tracing.start({
      kind: 'client',
      name: 'POST',
      follows: row.trace,
      attributes: {
        ...urlAttributes(destination.endpoint.endpoint_url),
        'http.request.method': 'POST',
        'http.request.resend_count': row.attempt_count || null,
        'postline.message.id': row.message_id,
        'postline.event.id': row.event_id,
        'postline.event.type': row.event_type,
      },
    })
    const result = await this.#post(request, { traceparent: span.traceparent })
    const { status } = result
    span.set({ 'http.response.status_code': status })
    span.end(status === null ? '_OTHER' : status >= 400 ? String(status) : null)
    return result
  }

  async #post(request: WebhookRequest, trace: Record<string, string> = {}): Promise<WebhookResult> {
    const signing = { secret: this.#secretOf(request.destination), timestamp: Math.floor(request.at.getTime() / 1_000) }
    const format = receivedFormat(request.row.format, request.row.event_type)
    return format ? this.#postMail(request, format, signing, trace) : this.#postEvent(request, signing, trace)
  }

  #postEvent(
    { row, destination, body: stored }: WebhookRequest,
    signing: ReceivedSigning,
    trace: Record<string, string>,
  ) {
    const { secret, timestamp } = signing
    const written = bodyIn(row.format, stored)
    const { headers, body = written } = signIn(row.format, { ...signing, eventId: row.event_id, body: written })
    const signatures = {
      payload: signPayload(secret, timestamp, body),
      standard: signStandard(secret, row.event_id, timestamp, body),
    }
    const own = this.#headersOf(row, 'application/json', timestamp, signatures)
    return this.#exchange(destination, { ...own, ...headers, ...trace }, body)
  }

  async #postMail(
    { row, destination, body: stored }: WebhookRequest,
    format: ReceivedFormat,
    signing: ReceivedSigning,
    trace: Record<string, string>,
  ) {
    const made = await this.#received.make(row, stored, format, signing)
    if (!made) return { ...NOT_MADE, error: TOO_BUSY }
    const { contentType, body, headers, release } = made
    try {
      const signatures = await signInSlices(signing.secret, row.event_id, signing.timestamp, body)
      const own = this.#headersOf(row, contentType, signing.timestamp, signatures)
      return await this.#exchange(destination, { ...own, ...headers, ...trace }, body)
    } finally {
      release()
    }
  }

  #headersOf(
    { event_id, event_type }: WebhookDeliveryDoc,
    contentType: string,
    timestamp: number,
    { payload, standard }: { payload: string; standard: string },
  ): Record<string, string> {
    const prefix = this.#deps.config.headerPrefix
    return {
      'Content-Type': contentType,
      'User-Agent': `Postline/${VERSION}`,
      [`${prefix}-Event-Id`]: event_id,
      [`${prefix}-Event-Type`]: event_type,
      [`${prefix}-Timestamp`]: String(timestamp),
      [`${prefix}-Signature`]: payload,
      'webhook-id': event_id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': standard,
    }
  }

  async #exchange({ endpoint }: Destination, headers: Record<string, string>, body: string | Buffer) {
    const { config, http } = this.#deps
    const result = await http.post(endpoint.endpoint_url, headers, body, config.webhookTimeoutMs)
    return { ...result, sent: Object.entries(headers).map(([name, value]) => ({ name, value })) }
  }

  #secretOf({ endpoint: { _id, signing_secret: stored }, secretField }: Destination): string {
    const known = this.#opened.get(_id)
    if (known?.stored === stored) return known.secret
    const secret = this.#deps.sealer.open(secretField, _id, stored)
    this.#opened.set(_id, { stored, secret })
    return secret
  }
}

/** The attempt as the log keeps it. */
export function attemptOf(
  { status, error, sent, headers, body, durationMs }: WebhookResult,
  attemptedAt: Date,
): DeliveryAttemptDoc {
  return {
    attempted_at: attemptedAt,
    response_status: status,
    error,
    duration_ms: durationMs,
    request_headers: sent,
    response_headers: headers,
    response_body: status === null ? null : body,
  }
}

/** Where a request goes, without user, password and query. */
function urlAttributes(text: string) {
  const { origin, pathname, hostname, port, protocol } = new URL(text)
  return {
    'url.full': origin + pathname,
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
  }
}
