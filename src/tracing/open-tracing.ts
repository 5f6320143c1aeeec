import {
  type Attributes,
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base'
import type { Logger } from 'pino'
import { throttle } from '../lib/concurrency/throttle.js'
import { formatTraceParent, parseTraceParent } from '../lib/http/traceparent.js'
import { withoutEnd } from '../lib/text/trim.js'
import { VERSION } from '../version.js'
import type { Span, SpanAttributes, SpanRequest, Tracing } from './tracing.js'

/** Longest time for one request to the collector, in ms. Nobody waits for it but the process when it stops. */
const EXPORT_TIMEOUT_MS = 5_000
/** Spans that wait for the collector. More are dropped. */
const MAX_WAITING_SPANS = 10_000
const LOG_AGAIN_MS = 60_000
/** An address, plain or in a URL. */
const ADDRESS = /@|%40/i

const KINDS = { producer: SpanKind.PRODUCER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT }

/**
 * Opens tracing: spans are sent to a collector over OTLP/HTTP, in the background. If it is away, they are dropped, and
 * nothing else notices.
 * @param endpoint its base URL; spans go to `/v1/traces` below it.
 */
export function openTracing(endpoint: string, log: Logger): Tracing {
  const url = `${withoutEnd(endpoint, '/')}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'postline', 'service.version': VERSION }),
    spanProcessors: [new BatchSpanProcessor(logging(exporter, log), { maxQueueSize: MAX_WAITING_SPANS })],
  })
  const tracer = provider.getTracer('postline', VERSION)
  return {
    start({ kind, name, parent, follows, attributes = {} }: SpanRequest): Span {
      const before = toContext(follows)
      const links = before && isSampled(before) ? [{ context: before }] : []
      const options = { kind: KINDS[kind], links, attributes: clean(attributes) }
      const span = tracer.startSpan(name, options, contextOf(parent, before))
      return toSpan(span)
    },
    flush: () => provider.forceFlush(),
    close: () => provider.shutdown(),
  }
}

/** Of a chain that began unsampled, nothing is recorded: it goes on as a child of that. */
function contextOf(parent: string | null | undefined, before: SpanContext | null): Context {
  const remote = toContext(parent) ?? (before && !isSampled(before) ? before : null)
  return remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT
}

function toSpan(span: OtelSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    traceparent: formatTraceParent({ traceId, spanId, flags: traceFlags }),
    set: (attributes) => {
      span.setAttributes(clean(attributes))
    },
    end(errorType = null) {
      if (errorType !== null) span.setAttribute('error.type', errorType).setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

function toContext(traceparent: string | null | undefined): SpanContext | null {
  const found = parseTraceParent(traceparent)
  return found && { traceId: found.traceId, spanId: found.spanId, traceFlags: found.flags & 1, isRemote: true }
}

const isSampled = ({ traceFlags }: SpanContext) => (traceFlags & 1) === 1

/** Attributes that have a value and no address. */
function clean(attributes: SpanAttributes): Attributes {
  const found: Attributes = {}
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || (typeof value === 'string' && ADDRESS.test(value))) continue
    found[name] = value
  }
  return found
}

/** Logs that the collector is away, once a minute at most. */
function logging(exporter: SpanExporter, log: Logger): SpanExporter {
  const logFailure = throttle(LOG_AGAIN_MS, (err: Error) =>
    log.warn({ err }, 'traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT and were dropped'),
  )
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error) logFailure(result.error)
        done(result)
      })
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  }
}
