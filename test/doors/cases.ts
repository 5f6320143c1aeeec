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
