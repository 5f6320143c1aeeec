import type { ApiError, ErrorCode } from '../../errors.js'
import type { AnsweredRequest } from '../common/api.js'

/** Names of Resend for errors of ours, where the status does not say it. */
const NAMES: Partial<Record<ErrorCode, string>> = {
  forbidden: 'restricted_api_key',
  bound_key: 'restricted_api_key',
  idempotency_key_reused: 'invalid_idempotent_request',
  spend_cap_exceeded: 'monthly_quota_exceeded',
  test_send_daily_limit: 'daily_quota_exceeded',
}

const NAMES_BY_STATUS: Partial<Record<number, string>> = {
  401: 'invalid_api_key',
  404: 'not_found',
  429: 'rate_limit_exceeded',
  500: 'internal_server_error',
  501: 'application_error',
  503: 'application_error',
}

/** An error as Resend sends it, with our code and the id of the request beside it. */
export function answerError(error: ApiError, request: AnsweredRequest) {
  const { code, message, details } = error.toBody()
  const body = {
    statusCode: error.status,
    name: nameOf(error, request),
    message,
    code,
    request_id: request.id,
    ...(details && { details }),
  }
  return { status: error.status, body }
}

function nameOf({ code, status }: ApiError, { headers }: AnsweredRequest): string {
  if (status === 401 && headers.authorization === undefined) return 'missing_api_key'
  return NAMES[code] ?? NAMES_BY_STATUS[status] ?? 'validation_error'
}
