import type { ErrorBody } from './app-router.js'

/**
 * The error of the API in a failed call; null if the call failed in another way, such as a broken connection.
 *
 * It checks the shape, because each copy of tRPC has its own error class: that of your client is not ours.
 */
export function apiErrorOf(error: unknown): ErrorBody | null {
  const { apiError } = fieldsOf(fieldsOf(error).data)
  const { code, message, status } = fieldsOf(apiError)
  const isOurs = typeof code === 'string' && typeof message === 'string' && typeof status === 'number'
  return isOurs ? (apiError as ErrorBody) : null
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
