import { ApiError } from '../../errors.js'

/** @returns what is made, or why it is refused. */
export function orRefusal<T>(make: () => T): T | ApiError {
  try {
    return make()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

/** @returns what an operation finds; null if there is no such thing (404). */
export async function ifFound<T>(finding: Promise<T>): Promise<T | null> {
  try {
    return await finding
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/**
 * @returns why one of several operations is refused; null if it is not.
 * @throws errors that a later retry may resolve (429 and above): they end the whole call.
 */
export async function refusalOf(running: Promise<unknown>): Promise<ApiError | null> {
  try {
    await running
    return null
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 429) throw error
    return error
  }
}
