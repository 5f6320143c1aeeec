import type { ApiError } from '../../errors.js'
import type { AnsweredRequest } from '../common/api.js'

/** An error as Mailgun sends it, with our code and the id of the request beside it. Mailgun has no 409, 413 and 422. */
export function answerError(error: ApiError, request: AnsweredRequest) {
  const { code, message, details } = error.toBody()
  const status = [409, 413, 422].includes(error.status) ? 400 : error.status
  return { status, body: { message, code, request_id: request.id, ...(details && { details }) } }
}
