import { startHttpEndpoint } from './endpoint.js'

/* An OpenTelemetry collector, written from the description of OTLP/HTTP with JSON. It shares no code with the SDK. */

/** A received span. */
export interface CollectedSpan {
  traceId: string
  spanId: string
  parentSpanId: string
  name: string
  /** 3 for a client, 4 for a producer, 5 for a consumer. */
  kind: number
  attributes: Record<string, unknown>
  links: { traceId: string; spanId: string }[]
  isError: boolean
}

interface OtlpSpan extends Omit<CollectedSpan, 'attributes' | 'links' | 'isError'> {
  attributes?: { key: string; value: Record<string, unknown> }[]
  links?: { traceId: string; spanId: string }[]
  status?: { code?: number }
}

export type Collector = Awaited<ReturnType<typeof startCollector>>

/** @param hang never answers. */
export async function startCollector({ hang = false } = {}) {
  const spans: CollectedSpan[] = []
  const bodies: string[] = []
  const endpoint = await startHttpEndpoint((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      bodies.push(body)
      if (request.url === '/v1/traces') spans.push(...spansOf(JSON.parse(body)))
      if (!hang) response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  return { url: `http://127.0.0.1:${endpoint.port}`, close: endpoint.close, spans, bodies }
}

function spansOf({ resourceSpans }: { resourceSpans: { scopeSpans: { spans: OtlpSpan[] }[] }[] }): CollectedSpan[] {
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map(({ attributes = [], links = [], status, ...span }) => ({
      ...span,
      attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
      links: links.map(({ traceId, spanId }) => ({ traceId, spanId })),
      isError: status?.code === 2,
    }))
}
