import type { ErrorCode } from '../../src/errors.js'
import type { TestApp } from '../support/start-app.js'

/** A call that succeeds: each door returns the same result, except for values that are new each time. */
export interface SuccessCase {
  operation: string
  input: (app: TestApp) => Record<string, unknown> | Promise<Record<string, unknown>>
  key?: 'test'
}

/** A call that each door refuses with the same code, status and fields. */
export interface ErrorCase {
  title: string
  operation: string
  input: Record<string, unknown> | ((app: TestApp) => Record<string, unknown> | Promise<Record<string, unknown>>)
  /** The key of the call; a live admin key by default. */
  key?: 'full' | 'verified' | 'test' | 'send' | 'read' | 'none' | 'revoked' | 'capped'
  code: ErrorCode
  /** The status, if it differs from the error table. */
  status?: number
  /** The field that the error names. */
  field?: string
}

/** A future time. */
export const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

/** Creates a resource over REST for a case. */
export async function post(app: TestApp, path: string, body: unknown, testMode = true) {
  const response = await app.call('POST', path, { key: testMode ? await app.testKey() : app.adminKey, body })
  if (response.status >= 300) throw new Error(JSON.stringify(response.body))
  return response.body
}
