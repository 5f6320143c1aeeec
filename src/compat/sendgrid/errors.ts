import type { ApiError } from '../../errors.js'
import type { AnsweredRequest } from '../common/api.js'

/** An error as SendGrid sends it, one for each field, with our code and the id of the request beside it. */
export function answerError(error: ApiError, request: AnsweredRequest) {
  const details = error.details ?? [{ path: '', message: error.message }]
  const errors = details.map(({ path, message }) => ({ message, field: path || null, help: null }))
  return { status: error.status, body: { errors, code: error.code, request_id: request.id } }
}
