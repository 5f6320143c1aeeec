import type { z } from 'zod'
import type { Config } from '../config.js'
import type { KeyScope } from '../models/api-key.js'
import type { Caller } from '../services/caller.js'
import type { Services } from '../services/index.js'

/** What an operation has at hand. */
export interface OperationContext {
  caller: Caller
  services: Services
}

/**
 * One thing the product does, listed once for all doors.
 *
 * `name` is its tRPC path. `scope` is what a key needs; `admin` keys may do everything, and `any` takes every
 * valid key. `query` reads, `mutation` writes. `enabled` says whether this deployment has it: where it has not,
 * the operation answers `not_found`.
 */
export interface Operation<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  name: string
  kind: 'query' | 'mutation'
  scope: KeyScope | 'any'
  input: I
  output: O
  enabled?: (config: Config) => boolean
  run(context: OperationContext, input: z.output<I>): Promise<z.input<O>>
}

/** Declares an operation; its only use is that the types of `run` follow from the schemas. */
export function operation<I extends z.ZodType, O extends z.ZodType>(definition: Operation<I, O>): Operation<I, O> {
  return definition
}
