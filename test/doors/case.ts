import type { ErrorCode } from '../../src/errors.js'
import type { TestApp } from '../support/start-app.js'

/** A call that succeeds: each door answers the same, but for what is new each time. */
export interface SuccessCase {
  operation: string
  input: (app: TestApp) => Record<string, unknown> | Promise<Record<string, unknown>>
  key?: 'test'
}

/** A call that is refused: by each door with the same code, status and fields. */
export interface ErrorCase {
  title: string
  operation: string
  input: Record<string, unknown> | ((app: TestApp) => Record<string, unknown> | Promise<Record<string, unknown>>)
  /** Which key calls; a live admin key when omitted. */
  key?: 'full' | 'verified' | 'test' | 'send' | 'read' | 'none' | 'revoked' | 'capped'
  code: ErrorCode
  /** Its status, where that is not the one of the table. */
  status?: number
  /** Field that the error names. */
  field?: string
}

/** A moment to come. */
export const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

/** Makes something over REST for a case. */
export async function post(app: TestApp, path: string, body: unknown, testMode = true) {
  const response = await app.call('POST', path, { key: await app.key('admin', testMode), body })
  if (response.status >= 300) throw new Error(JSON.stringify(response.body))
  return response.body
}
