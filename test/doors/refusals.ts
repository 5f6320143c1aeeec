import type { ErrorCase } from './case.js'

/*
 * Refusals that operations have in common.
 */

/** The id of a resource that does not exist. */
export const unknownId = (operation: string, input: Record<string, unknown>): ErrorCase => ({
  title: 'an unknown id',
  operation,
  input,
  code: 'not_found',
})

/** A key with another scope. */
export const forbidden = (operation: string, key: 'send' | 'read', input: Record<string, unknown> = {}): ErrorCase => ({
  title: `a key that ${key}s`,
  operation,
  key,
  input,
  code: 'forbidden',
})

/** An input with an invalid field. */
export const invalid = (
  operation: string,
  field: string,
  title: string,
  input: Record<string, unknown>,
): ErrorCase => ({ title, operation, input, code: 'invalid_request', field })

/** A cursor that a loop would never get past. */
export const emptyCursor = (operation: string): ErrorCase =>
  invalid(operation, 'cursor', 'an empty cursor', { cursor: '' })

/** An invalid cursor. */
export const unknownCursor = (operation: string): ErrorCase =>
  invalid(operation, 'cursor', 'an unknown cursor', { cursor: 'x' })
