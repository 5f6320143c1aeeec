import { expect } from 'vitest'
import { ERROR_TABLE, type ErrorCode } from '../../src/errors.js'
import type { CallResult } from './start-app.js'

/**
 * Expects an error of the contract: its status, and a body with only `code`, `message`, `status` and possibly
 * `details`. With `path`, the details and the message name that field.
 */
export function expectError(result: CallResult, status: number, code: string, path?: string): void {
  const shown = `${result.status} ${JSON.stringify(result.body)}`
  expect(result.status, shown).toBe(status)
  expect(result.headers.get('content-type'), shown).toBe('application/json; charset=utf-8')
  expect(result.headers.get('x-request-id'), shown).toBeTruthy()
  expect(Object.keys(result.body), shown).toEqual(['error'])
  expectErrorObject(result.body.error, status, code, path)
}

/** The same for only the error object, as in an item of a batch. */
export function expectErrorObject(error: unknown, status: number, code: string, path?: string): void {
  const shown = JSON.stringify(error)
  expect(ERROR_TABLE[code as ErrorCode]?.status, `${code} is in the table`).toBe(status)
  expect(error, shown).toMatchObject({ code, status, message: expect.stringMatching(/\S/) })
  const { details, ...rest } = error as { details?: { path: string; message: string }[]; message: string }
  expect(Object.keys(rest).sort(), shown).toEqual(['code', 'message', 'status'])
  if (path === undefined) return
  expect(
    details?.map((detail) => detail.path),
    shown,
  ).toContain(path)
  for (const detail of details ?? []) expect(detail.message, shown).toMatch(/\S/)
  expect(rest.message, shown).toContain(path)
}
