import { WeightedCache } from '../../lib/collections/weighted-cache.js'
import type { Header, PostResult } from '../../lib/http/guarded-http.js'
import { signPayload, signStandard } from '../../lib/signature.js'
import type { DeliveryAttemptDoc, WebhookDeliveryDoc } from '../../models/webhook.js'
import { bodyIn, signIn } from '../../services/tracking/webhooks/dialects/dialects.js'
import { VERSION } from '../../version.js'
import type { WorkerDeps } from '../worker-deps.js'
import type { Destination } from './destinations.js'

/** The error of the HTTP client during shutdown, which is not the endpoint's fault. */
export const SHUTTING_DOWN = 'shutting down'

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

/** Signs webhook requests and makes them. */
export class WebhookRequests {
  readonly #deps: Pick<WorkerDeps, 'config' | 'http' | 'sealer' | 'tracing'>
  /** The secret of each endpoint with its stored form. Another stored form replaces it, so a rotation leaves nothing. */
  readonly #opened = new WeightedCache<{ stored: string; secret: string }>({ maxWeight: MAX_OPENED })

  constructor(deps: Pick<WorkerDeps, 'config' | 'http' | 'sealer' | 'tracing'>) {
    this.#deps = deps
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

  async #post(
    { row, destination, body: stored, at }: WebhookRequest,
    trace: Record<string, string> = {},
  ): Promise<WebhookResult> {
    const { config, http } = this.#deps
    const { endpoint } = destination
    const secret = this.#secretOf(destination)
    const timestamp = Math.floor(at.getTime() / 1_000)
    const prefix = config.headerPrefix
    const written = bodyIn(row.format, stored)
    const { headers: theirs, body = written } = signIn(row.format, {
      ...{ secret, timestamp, eventId: row.event_id, body: written },
    })
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': `Postline/${VERSION}`,
      [`${prefix}-Event-Id`]: row.event_id,
      [`${prefix}-Event-Type`]: row.event_type,
      [`${prefix}-Timestamp`]: String(timestamp),
      [`${prefix}-Signature`]: signPayload(secret, timestamp, body),
      'webhook-id': row.event_id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signStandard(secret, row.event_id, timestamp, body),
      ...theirs,
      ...trace,
    }
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
