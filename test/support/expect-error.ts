import { expect } from 'vitest'
import { ERROR_TABLE, type ErrorCode } from '../../src/errors.js'
import type { CallResult } from './start-app.js'

/**
 * Expects an error of the contract: its status, and a body with only `code`, `message`, `status` and possibly
 * for a 400, `details`. With `path`, the message and the details name that field.
 */
export function expectError(result: CallResult, status: number, code: string, path?: string): void {
  const shown = `${result.status} ${JSON.stringify(result.body)}`
  expect(result.status, shown).toBe(status)
  expect(result.headers.get('content-type'), shown).toBe('application/json; charset=utf-8')
  expect(result.headers.get('x-request-id'), shown).toBeTruthy()
  expect(result.headers.get('www-authenticate'), shown).toBe(status === 401 ? 'Bearer' : null)
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
  for (const detail of details ?? []) expect(detail.message, shown).toMatch(/\S/)
  if (status !== 400) expect(details, shown).toBeUndefined()
  if (path === undefined) return
  expect(rest.message, shown).toContain(path)
  const named = details?.map((detail) => detail.path)
  if (status === 400) expect(named, shown).toContain(path)
}
