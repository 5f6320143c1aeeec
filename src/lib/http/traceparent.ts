/** The place of a span, as in the header `traceparent` (W3C Trace Context). */
export interface TraceParent {
  traceId: string
  spanId: string
  /** Bit 0: whether the span is sampled, that is recorded. */
  flags: number
}

const SHAPE = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/

/** Reads a `traceparent`; null if it is malformed. Later versions begin like the first. */
export function parseTraceParent(text: string | null | undefined): TraceParent | null {
  const [, traceId, spanId, flags = ''] = SHAPE.exec(text ?? '') ?? []
  return traceId && spanId ? { traceId, spanId, flags: Number.parseInt(flags, 16) } : null
}

/** Writes a `traceparent`: 55 characters. */
export function formatTraceParent({ traceId, spanId, flags }: TraceParent): string {
  return `00-${traceId}-${spanId}-${(flags & 1).toString(16).padStart(2, '0')}`
}
