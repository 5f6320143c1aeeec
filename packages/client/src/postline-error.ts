import type { ErrorCode } from './procedures.js'

/** What is wrong with one field of a request. */
export interface FieldFault {
  path: string
  message: string
}

/** Codes of the client itself, for requests that got no answer of the service. */
export type ClientErrorCode = 'timed_out' | 'connection_failed' | 'aborted' | 'unexpected_response'

/** The codes that are known now; a later version of the service may answer others. */
export type PostlineErrorCode = ErrorCode | ClientErrorCode | (string & Record<never, never>)

/** What an error says beside its code and message. */
interface ErrorFacts {
  status?: number
  details?: FieldFault[]
  requestId?: string | null
  cause?: unknown
}

/** A request failed: the service refused it, could not complete it, or did not answer. */
export class PostlineError extends Error {
  override name = 'PostlineError'
  /**
   * What to branch on. A code of the API, like `recipient_suppressed`, or one of the client's own: `timed_out`,
   * `connection_failed`, `aborted`, or `unexpected_response` for an answer that is not the service's.
   */
  readonly code: PostlineErrorCode
  /** HTTP status; 0 if no answer came. */
  readonly status: number
  /** The fields that are wrong, if the request did not have the right shape. */
  readonly details: FieldFault[]
  /** Identifies the request in the logs of the service; null if no answer came. */
  readonly requestId: string | null
  /** The idempotency keys of the mails in the request, in order: one for a send, one for each item of a batch. */
  idempotencyKeys: readonly string[] = []

  constructor(
    code: PostlineErrorCode,
    message: string,
    { status = 0, details = [], requestId = null, cause }: ErrorFacts = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.status = status
    this.details = details
    this.requestId = requestId
  }

  /** The idempotency key of the send. Repeat it with the same body to learn what became of it; null for other requests. */
  get idempotencyKey(): string | null {
    return this.idempotencyKeys[0] ?? null
  }
}

/** The error in an answer whose status says that the request failed. */
export function errorIn(response: Response, body: unknown): PostlineError {
  const fault = faultIn(body)
  const { status } = response
  return new PostlineError(
    fault?.code ?? 'unexpected_response',
    fault?.message ?? `The response has status ${status} and is not an error of Postline.`,
    { status, details: fault?.details ?? [], requestId: response.headers.get('x-request-id') },
  )
}

interface Fault {
  code: string
  message: string
  details?: FieldFault[]
}

/** The error in an envelope; null if the body, from a proxy perhaps, has none. */
export function faultIn(body: unknown): Fault | null {
  const { error } = (body ?? {}) as { error?: Partial<Fault> | null }
  return typeof error?.code === 'string' && typeof error.message === 'string' ? (error as Fault) : null
}
