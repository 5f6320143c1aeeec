/** What is wrong with one field of a request. */
export interface FieldFault {
  path: string
  message: string
}

/** The service refused a request, or failed at it. */
export class PostlineError extends Error {
  override name = 'PostlineError'
  /** What to branch on, like `recipient_suppressed`; `unexpected_response` when the answer is not the service's own. */
  readonly code: string
  /** HTTP status. */
  readonly status: number
  /** The fields that are wrong, when the request did not have the right shape. */
  readonly details: FieldFault[]
  /** Names the request in the logs of the service. */
  readonly requestId: string | null

  constructor(response: Response, body: unknown) {
    const fault = faultIn(body)
    super(fault?.message ?? `The answer has status ${response.status} and is not an error of Postline.`)
    this.code = fault?.code ?? 'unexpected_response'
    this.status = response.status
    this.details = fault?.details ?? []
    this.requestId = response.headers.get('x-request-id')
  }
}

interface Fault {
  code: string
  message: string
  details?: FieldFault[]
}

/** The error in an envelope; null when the body, from a proxy perhaps, is none. */
export function faultIn(body: unknown): Fault | null {
  const { error } = (body ?? {}) as { error?: Partial<Fault> | null }
  return typeof error?.code === 'string' && typeof error.message === 'string' ? (error as Fault) : null
}
