import type { ErrorCase } from './case.js'

/*
 * Refusals that operations have in common.
 */

/** Nothing has this id. */
export const unknownId = (operation: string, input: Record<string, unknown>): ErrorCase => ({
  title: 'an unknown id',
  operation,
  input,
  code: 'not_found',
})

/** A key of another scope may not call it. */
export const forbidden = (operation: string, key: 'send' | 'read', input: Record<string, unknown> = {}): ErrorCase => ({
  title: `a key that ${key}s`,
  operation,
  key,
  input,
  code: 'forbidden',
})

/** The contract refuses a field of this input. */
export const invalid = (
  operation: string,
  field: string,
  title: string,
  input: Record<string, unknown>,
): ErrorCase => ({ title, operation, input, code: 'invalid_request', field })

/** No page ends at this cursor. */
export const unknownCursor = (operation: string): ErrorCase =>
  invalid(operation, 'cursor', 'an unknown cursor', { cursor: 'x' })
