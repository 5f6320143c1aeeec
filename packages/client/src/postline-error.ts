import type { ErrorCode } from './procedures.js'

/** What is wrong with one field of a request. */
export interface FieldError {
  path: string
  message: string
}

/** The client's own codes, for requests without a response from the service. */
export type ClientErrorCode = 'timed_out' | 'connection_failed' | 'aborted' | 'unexpected_response'

/** The known codes; later versions of the service may return others. */
export type PostlineErrorCode = ErrorCode | ClientErrorCode | (string & Record<never, never>)

/** What an error has besides its code and message. */
interface ErrorFacts {
  status?: number
  details?: FieldError[]
  requestId?: string | null
  replayed?: boolean
  cause?: unknown
}

/** A request failed: the service refused it, could not complete it, or did not respond. */
export class PostlineError extends Error {
  override name = 'PostlineError'
  /**
   * What to branch on: a code of the API, like `recipient_suppressed`, or one of the client's own: `timed_out`,
   * `connection_failed`, `aborted`, or `unexpected_response` for a response that is not from Postline.
   */
  readonly code: PostlineErrorCode
  /** HTTP status; 0 without a response. */
  readonly status: number
  /** The wrong fields of an invalid request. */
  readonly details: FieldError[]
  /** Identifies the request in the logs of the service; null without a response. */
  readonly requestId: string | null
  /** Whether an earlier request with the same idempotency key was refused like this first. */
  readonly replayed: boolean
  /** The idempotency keys in the request, in order: one for a send, one for each item of a batch. */
  idempotencyKeys: readonly string[] = []

  constructor(
    code: PostlineErrorCode,
    message: string,
    { status = 0, details = [], requestId = null, replayed = false, cause }: ErrorFacts = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.status = status
    this.details = details
    this.requestId = requestId
    this.replayed = replayed
  }

  /**
   * The idempotency key of the send; null for other requests. To learn the result, repeat the send with this key and
   * body.
   */
  get idempotencyKey(): string | null {
    return this.idempotencyKeys[0] ?? null
  }
}

/** The error in a response with an error status. */
export function errorIn(response: Response, body: unknown): PostlineError {
  const fault = errorBodyOf(body)
  const { status } = response
  return new PostlineError(
    fault?.code ?? 'unexpected_response',
    fault?.message ?? `The response has status ${status} and is not an error of Postline.`,
    {
      status,
      details: fault?.details ?? [],
      requestId: response.headers.get('x-request-id'),
      replayed: isReplay(response),
    },
  )
}

/** Whether a response is that of an earlier request with the same idempotency key. */
export const isReplay = ({ headers }: Response): boolean => headers.get('idempotent-replayed') === 'true'

interface ErrorBody {
  code: string
  message: string
  details?: FieldError[]
}

/** The error in a body; null if it has none, for example because it is from a proxy. */
export function errorBodyOf(body: unknown): ErrorBody | null {
  const { error } = (body ?? {}) as { error?: Partial<ErrorBody> | null }
  return typeof error?.code === 'string' && typeof error.message === 'string' ? (error as ErrorBody) : null
}
