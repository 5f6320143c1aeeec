/** A row of the error table: its HTTP status and its default message. */
interface ErrorKind {
  status: number
  message: string
}

/**
 * Every error of the service, in all APIs. Codes are stable; messages may change. New codes may be added, so clients
 * should treat an unknown code like its status class.
 */
export const ERROR_TABLE = {
  invalid_request: { status: 400, message: 'The request is malformed.' },
  invalid_template: { status: 400, message: 'The template has a syntax error.' },
  invalid_layout: { status: 400, message: 'Each body of a layout must have {{ content }} in it exactly once.' },
  missing_variable: { status: 400, message: 'A required template variable is missing.' },
  invalid_token: { status: 400, message: 'The link is invalid, already used or expired. Request a new one.' },
  unauthorized: {
    status: 401,
    message:
      'The API key is missing, malformed, unknown, revoked or expired. Send it as `Authorization: Bearer <API_KEY>`.',
  },
  spend_cap_exceeded: {
    status: 402,
    message: 'The send would exceed the hard spend cap of the account or its key for this month.',
  },
  payment_failed: {
    status: 402,
    message: 'The payment for the new plan failed, so nothing has changed. Update the payment method in the portal.',
  },
  invalid_signature: { status: 403, message: 'The signature of the callback is missing, wrong or too old.' },
  domain_limit_reached: { status: 403, message: 'The account has 100 domains. Delete one to add another.' },
  forbidden: { status: 403, message: 'The scope or the mode of this API key does not allow the operation.' },
  bound_key: {
    status: 403,
    message: 'This API key is bound to inboxes, and the operation concerns more than their mail. Use another key.',
  },
  recipient_not_allowed: { status: 403, message: 'This API key may not write to the recipient: see its send_to.' },
  recipient_not_verified: { status: 403, message: 'The recipient is not a verified test recipient.' },
  account_suspended: { status: 403, message: 'The account is suspended. Contact the operator of this service.' },
  not_found: { status: 404, message: 'The resource does not exist.' },
  template_not_found: { status: 404, message: 'The account has no active template with this id or slug.' },
  recipient_suppressed: { status: 409, message: 'The recipient is on the suppression list.' },
  idempotency_key_reused: {
    status: 409,
    message: 'This idempotency key was used with another body. Use a new key, or repeat the first body unchanged.',
  },
  message_not_sent: {
    status: 409,
    message:
      'The message still waits to be sent. Delete its content afterwards, or cancel it first if it is scheduled.',
  },
  inbox_exists: { status: 409, message: 'The account has an inbox with this address.' },
  saved_reply_exists: {
    status: 409,
    message: 'The account has a saved reply with this name. Case does not count.',
  },
  label_exists: { status: 409, message: 'The account has a label with this name. Case does not count.' },
  template_exists: { status: 409, message: 'The account has a template with this slug.' },
  layout_in_use: { status: 409, message: 'Templates have this layout. Give them another one, or delete them first.' },
  duplicate_contact: { status: 409, message: 'The account has a contact with this address.' },
  duplicate_member: { status: 409, message: 'The contact is in the list already.' },
  list_in_use: { status: 409, message: 'Filters of dynamic lists name this list. Change or delete them first.' },
  wrong_folder: {
    status: 409,
    message: 'A thread in spam or trash cannot be snoozed, merged or split. Move it to the inbox first.',
  },
  already_merged: { status: 409, message: 'One of the threads was already merged into another.' },
  only_mail: { status: 409, message: 'The mail is the only one of its thread, so there is nothing to split.' },
  wrong_status: { status: 409, message: 'The status does not allow this.' },
  approval_decided: { status: 409, message: 'Somebody has decided about this mail already.' },
  draft_changed: {
    status: 409,
    message: 'The draft was changed since this revision. Read it again, and repeat the change if it still applies.',
  },
  last_admin_key: {
    status: 409,
    message: 'This is the last live admin key of the account. Create another one before you revoke it.',
  },
  domain_in_use: { status: 409, message: 'Another account has verified this domain.' },
  changes_expired: {
    status: 409,
    message:
      'Changes after this cursor are no longer kept. Get a new cursor by a request without one, then list everything.',
  },
  payload_too_large: { status: 413, message: 'The request body is too large.' },
  batch_too_large: { status: 413, message: 'A batch can have at most 1,000 send requests.' },
  from_required: {
    status: 422,
    message: 'The account has a verified domain, so metadata.from_email is required.',
  },
  domain_not_verified: { status: 422, message: 'The DNS records of the sender domain are not verified yet.' },
  from_not_verified: {
    status: 422,
    message: 'The domain of the sender is not a verified sending domain of the account.',
  },
  no_verified_domain: { status: 422, message: 'The account has no verified sending domain.' },
  invalid_destination: { status: 422, message: 'The destination has no valid address.' },
  recipient_undeliverable: { status: 422, message: 'The recipient domain has no MX, A or AAAA record.' },
  channel_not_enabled: { status: 422, message: 'This channel is not enabled; only `email` is.' },
  invalid_channel_payload: {
    status: 422,
    message: 'An email needs a subject and body_html, body_text or both.',
  },
  invalid_schedule: {
    status: 422,
    message: 'scheduled_at must be no more than 1 minute in the past and no more than 90 days in the future.',
  },
  template_error: { status: 422, message: 'The template failed to render with these variables.' },
  too_many_test_recipients: { status: 422, message: 'An account has at most 3 test recipients. Delete one first.' },
  too_many_webhooks: {
    status: 422,
    message: 'The account has as many webhooks as its plan allows. Delete one to create another.',
  },
  too_many_inbound_routes: {
    status: 422,
    message: 'The account has as many inbound routes as its plan allows. Delete one to create another.',
  },
  too_many_templates: {
    status: 422,
    message: 'The account has as many templates as its plan allows. Delete one to create another.',
  },
  too_many_api_keys: {
    status: 422,
    message: 'The account has as many active keys as its plan allows. Revoke one to create another.',
  },
  too_many_approvals: {
    status: 422,
    message: 'The account has 100 mails that wait for a person. Ask again when some are decided.',
  },
  domain_not_ready: { status: 422, message: 'The domain is not verified, or does not receive mail.' },
  thread_too_large: { status: 422, message: 'Together the threads would have more than 1,000 mails.' },
  too_many_inboxes: {
    status: 422,
    message: 'The account has as many inboxes as its plan allows. Delete one to create another.',
  },
  too_many_labels: {
    status: 422,
    message: 'The account has as many labels as its plan allows. Delete one to create another.',
  },
  too_many_saved_replies: {
    status: 422,
    message: 'The account has as many saved replies as its plan allows. Delete one to create another.',
  },
  too_many_notes: {
    status: 422,
    message: 'The thread has 500 notes, the most that it can have. Delete one to write another.',
  },
  too_many_drafts: {
    status: 422,
    message: 'The account has as many drafts as its plan allows. Send or delete one to create another.',
  },
  too_many_blocked_senders: {
    status: 422,
    message: 'The account has as many blocked senders as its plan allows. Unblock one to block another.',
  },
  too_many_contact_lists: {
    status: 422,
    message: 'The account has as many contact lists as its plan allows. Delete one to create another.',
  },
  too_many_topics: {
    status: 422,
    message: 'An account can have at most 200 topics. Delete a list that is a topic, or turn its topic setting off.',
  },
  too_many_contacts: {
    status: 422,
    message: 'The account has as many contacts as its plan allows. Delete some to add others.',
  },
  too_many_list_members: {
    status: 422,
    message: 'The lists of the account have as many members as its plan allows. Remove some to add others.',
  },
  list_not_found: {
    status: 422,
    message: 'The filter of the dynamic list names a list that does not exist. Change the filter.',
  },
  cannot_delete_sandbox: { status: 422, message: 'The built-in sandbox domain cannot be deleted.' },
  rate_limit_exceeded: { status: 429, message: 'Too many requests. Wait for the number of seconds in Retry-After.' },
  test_send_daily_limit: {
    status: 429,
    message: 'Ten test sends to this recipient were accepted today (UTC). Try again tomorrow.',
  },
  internal_error: { status: 500, message: 'An unexpected error. You can safely retry with the same idempotency key.' },
  not_supported: {
    status: 501,
    message: 'This API of another service cannot do that here. The message says what to use.',
  },
  test_send_not_configured: { status: 503, message: 'Test sends are disabled on this deployment.' },
  provider_unavailable: {
    status: 503,
    message: 'The mail provider is unavailable at the moment. Repeat the request.',
  },
  billing_not_configured: { status: 503, message: 'Billing is not set up on this deployment.' },
  billing_unavailable: {
    status: 503,
    message: 'The billing provider is unavailable at the moment. Repeat the request.',
  },
  validation_not_configured: { status: 503, message: 'Address validation is not available.' },
  stream_overflow: {
    status: 503,
    message: 'Events arrive faster than you read them. Reconnect with the id of the last event you saw; none is lost.',
  },
  stream_interrupted: {
    status: 503,
    message: 'The server is stopping. Reconnect with the id of the last event you saw; none is lost.',
  },
  overloaded: { status: 503, message: 'The service is busy. Retry with the same idempotency key.' },
} as const satisfies Record<string, ErrorKind>

/** An error code. */
export type ErrorCode = keyof typeof ERROR_TABLE

/** A problem with one field: its path in the request (`payload.subject`) and what to do about it. */
export interface ErrorDetail {
  path: string
  message: string
}

/** An error in the format that all APIs share. */
export interface ErrorBody {
  code: ErrorCode
  message: string
  status: number
  details?: ErrorDetail[]
}

/** The only error that services throw for callers to see. Every other error is a bug and is masked. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly details: ErrorDetail[] | undefined
  /** Seconds to wait before a retry, for 429 and 503. */
  readonly retryAfterSeconds: number | undefined
  /** The HTTP status: that of the table, unless the contract says otherwise for this case. */
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

  /** The error as it is sent. Only a malformed request (400) has details; other messages name the field. */
  toBody(): ErrorBody {
    const { code, message, status, details } = this
    return details && status === 400 ? { code, message, status, details } : { code, message, status }
  }
}

/**
 * An error about one field, named in its message and in its details.
 *
 * @param path of the field (`payload.subject`).
 * @param status if the contract gives the code another status here.
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
  return details.map(({ path, message }) => (path ? `${path}: ${message}` : `The input ${message}`)).join('; ')
}

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.code === 'not_found'

/** For `catch`: null in place of what is gone. */
export function nullIfGone(error: unknown): null {
  if (isNotFound(error)) return null
  throw error
}

/** Masks unexpected errors, so that no detail leaves the service. */
export function maskError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('internal_error')
}
