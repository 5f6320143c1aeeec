import type { Pattern } from './list-patterns.mjs'

/** A pattern that is safe for a reason that no tool can see. */
export interface Exception {
  file: string
  /** The beginning of its source, or of the expression that makes it. */
  begins: string
  /** Most characters that it ever gets; null if its time is proportional to any length. */
  bound: number | null
  /** Why that is so. */
  reason: string
}

export const EXCEPTIONS: readonly Exception[]

/** The exception that a pattern is, if it is one. */
export function exceptionOf(pattern: Pattern): Exception | undefined
