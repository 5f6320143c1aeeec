/*
 * Traces of messages, for OpenTelemetry. Off unless OTEL_EXPORTER_OTLP_ENDPOINT is set; then this is null in the
 * dependencies, no row has a `trace`, and no library is loaded.
 *
 * A message takes minutes or weeks, so its steps are not spans of one trace. Each step has its own trace, linked to the
 * step before. The link is a `traceparent` on the row, so it survives restarts and an emptied Redis.
 *
 * No attribute contains an address, a subject or a query: only ids, types and counts.
 */

/** What a span says. Texts that look like an address are left out. */
export type SpanAttributes = Record<string, string | number | boolean | null | undefined>

export interface SpanRequest {
  kind: 'producer' | 'consumer' | 'client'
  name: string
  /** A `traceparent` that the span continues, such as that of a request. */
  parent?: string | null | undefined
  /** A `traceparent` that the span follows: what caused it, at another time. */
  follows?: string | null | undefined
  attributes?: SpanAttributes
}

/** A span that has begun. */
export interface Span {
  /** Its `traceparent`, for those that follow it. */
  readonly traceparent: string
  set(attributes: SpanAttributes): void
  /** @param errorType a short, fixed word such as an error code; null if it succeeded. */
  end(errorType?: string | null): void
}

export interface Tracing {
  start(request: SpanRequest): Span
  /** Sends what is waiting. */
  flush(): Promise<void>
  /** Sends what is waiting, and stops. */
  close(): Promise<void>
}

/** The step of a message as messaging conventions name it; the destination is the topic of the work. */
export const messagingAttributes = (
  operation: 'send' | 'process',
  topic: string,
  messageId?: string,
): SpanAttributes => ({
  'messaging.system': 'postline',
  'messaging.operation.name': operation,
  'messaging.operation.type': operation,
  'messaging.destination.name': topic,
  'messaging.message.id': messageId,
})

/** An error as the type of a span's error: a code, or `_OTHER` for a text that may say more. */
export const errorTypeOf = (text: unknown): string =>
  typeof text === 'string' && /^[a-z][a-z0-9_]{0,63}$/.test(text) ? text : '_OTHER'

/** Begins the span of work on a row; null while tracing is off. */
export function startProcess(
  tracing: Tracing | null,
  topic: string,
  { messageId, follows }: { messageId: string; follows: string | undefined },
): Span | null {
  if (!tracing) return null
  const attributes = messagingAttributes('process', topic, messageId)
  return tracing.start({ kind: 'consumer', name: `process ${topic}`, follows, attributes })
}

/** Ends a span with the work, and with its error if it fails. */
export async function traced<T>(span: Span | null, work: () => Promise<T>): Promise<T> {
  if (!span) return work()
  let errorType: string | null = '_OTHER'
  try {
    const result = await work()
    errorType = null
    return result
  } catch (error) {
    errorType = errorTypeOf((error as { code?: unknown }).code)
    throw error
  } finally {
    span.end(errorType)
  }
}
