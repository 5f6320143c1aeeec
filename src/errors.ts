/** One row of the error table: what a program branches on, its HTTP status, and what it means by default. */
interface ErrorKind {
  status: number
  message: string
}

/**
 * Every error the service answers, through every door. The code is stable; the wording may change.
 * New codes may be added, so clients treat an unknown one as its status class.
 */
export const ERROR_TABLE = {
  invalid_request: { status: 400, message: 'The request is malformed.' },
  invalid_template: { status: 400, message: 'The template has malformed syntax.' },
  missing_variable: { status: 400, message: 'A required template variable is missing.' },
  invalid_token: { status: 400, message: 'The link is invalid, used already or expired. Ask for a new one.' },
  unauthorized: {
    status: 401,
    message:
      'The API key is missing, malformed, unknown, revoked or expired. Send it as `Authorization: Bearer <API_KEY>`.',
  },
  spend_cap_exceeded: {
    status: 402,
    message: 'The send would exceed the hard spend cap of the account or its key for this month.',
  },
  invalid_signature: { status: 403, message: 'The signature of the callback is missing, wrong or too old.' },
  domain_limit_reached: { status: 403, message: 'The account holds 100 domains. Delete one to add another.' },
  forbidden: { status: 403, message: 'The scope of this API key does not permit the operation.' },
  recipient_not_verified: { status: 403, message: 'The recipient is not a verified test recipient.' },
  account_suspended: { status: 403, message: 'The account is suspended. Contact the operator of this service.' },
  not_found: { status: 404, message: 'There is no such resource.' },
  template_not_found: { status: 404, message: 'The account has no active template with this id.' },
  recipient_suppressed: { status: 409, message: 'The recipient is on the suppression list.' },
  idempotency_key_reused: {
    status: 409,
    message: 'This idempotency key was used with another body. Use a new key, or repeat the first body unchanged.',
  },
  domain_in_use: { status: 409, message: 'The domain is verified by another account.' },
  payload_too_large: { status: 413, message: 'The request body is too large.' },
  batch_too_large: { status: 413, message: 'A batch holds at most 1,000 send requests.' },
  from_required: {
    status: 422,
    message: 'The account has a verified domain: name the sender in metadata.from_email.',
  },
  domain_not_verified: { status: 422, message: 'The DNS records of the sender domain are not verified yet.' },
  from_not_verified: { status: 422, message: 'The sender domain is not a verified sending domain of the account.' },
  no_verified_domain: { status: 422, message: 'The account has no verified sending domain.' },
  invalid_destination: { status: 422, message: 'The destination lacks a valid address.' },
  recipient_undeliverable: { status: 422, message: 'The recipient domain has no MX, A or AAAA record.' },
  channel_not_enabled: { status: 422, message: 'This channel is not enabled; only `email` is sent.' },
  invalid_channel_payload: {
    status: 422,
    message: 'An email needs a subject and at least one of body_html and body_text.',
  },
  invalid_schedule: {
    status: 422,
    message: 'scheduled_at must be no more than 1 minute in the past and no more than 90 days in the future.',
  },
  template_error: { status: 422, message: 'The template failed to render with these variables.' },
  too_many_test_recipients: { status: 422, message: 'An account has at most 3 test recipients. Delete one first.' },
  cannot_delete_sandbox: { status: 422, message: 'The built-in sandbox domain cannot be deleted.' },
  rate_limit_exceeded: { status: 429, message: 'Too many requests. Wait for the seconds in Retry-After.' },
  test_send_daily_limit: { status: 429, message: 'Ten test sends went to this recipient today (UTC).' },
  internal_error: { status: 500, message: 'An unexpected failure. A retry with the same idempotency key is safe.' },
  test_send_not_configured: { status: 503, message: 'Test sending is not configured on this deployment.' },
  provider_unavailable: {
    status: 503,
    message: 'The mail provider cannot be used at the moment. The request can be repeated.',
  },
  validation_not_configured: { status: 503, message: 'Address validation is not available.' },
  stream_overflow: {
    status: 503,
    message: 'Events come faster than you read them. Reconnect with the id of the last one you saw; none is lost.',
  },
  stream_interrupted: {
    status: 503,
    message:
      'The stream was cut off because the server stops. Reconnect with the id of the last event you saw; none is lost.',
  },
  overloaded: { status: 503, message: 'The service is busy. Retry with the same idempotency key.' },
} as const satisfies Record<string, ErrorKind>

/** A code of the error table. */
export type ErrorCode = keyof typeof ERROR_TABLE

/** What is wrong with one field: its path in the request (`payload.subject`) and what to do about it. */
export interface ErrorDetail {
  path: string
  message: string
}

/** An error as every door shows it. */
export interface ErrorBody {
  code: ErrorCode
  message: string
  status: number
  details?: ErrorDetail[]
}

/** The one error that services throw for a caller to see. Everything else is a defect and is masked. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly details: ErrorDetail[] | undefined
  /** Seconds after which a retry may succeed, for 429 and 503. */
  readonly retryAfterSeconds: number | undefined
  /** The HTTP status: that of the table, but where the contract gives a code another one. */
  readonly status: number

  constructor(
    code: ErrorCode,
    message?: string,
    more: {
      details?: ErrorDetail[] | undefined
      retryAfterSeconds?: number | undefined
      status?: number | undefined
    } = {},
  ) {
    super(message ?? ERROR_TABLE[code].message)
    this.code = code
    this.details = more.details
    this.retryAfterSeconds = more.retryAfterSeconds
    this.status = more.status ?? ERROR_TABLE[code].status
  }

  /** The same error about the same fields, under the paths that a door knows them by. */
  withPaths(rename: (path: string) => string): ApiError {
    if (!this.details) return this
    const { message, details } = renameFields(this.details, rename)
    return new ApiError(this.code, message, {
      details,
      retryAfterSeconds: this.retryAfterSeconds,
      status: this.status,
    })
  }

  /** The error as it goes over the wire. */
  toBody(): ErrorBody {
    const { code, message, status, details } = this
    return details ? { code, message, status, details } : { code, message, status }
  }
}

/**
 * The error that names one field of the request, in its message and in its details.
 *
 * @param path where the field is (`payload.subject`).
 * @param status where the contract gives the code another one here.
 */
export function fieldError(code: ErrorCode, path: string, message: string, status?: number): ApiError {
  return fieldErrors(code, [{ path, message }], status)
}

/** The same for any number of fields. */
export function fieldErrors(code: ErrorCode, details: ErrorDetail[], status?: number): ApiError {
  return new ApiError(code, describeFields(details), { details, status })
}

/** Details under other paths, and the message that they make. */
export function renameFields(given: readonly ErrorDetail[], rename: (path: string) => string) {
  const details = given.map(({ path, message }) => ({ path: rename(path), message }))
  return { message: describeFields(details), details }
}

function describeFields(details: readonly ErrorDetail[]): string {
  return details.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ')
}

/** The error that stands for any failure nobody foresaw: no detail leaves the service. */
export function maskError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('internal_error')
}
