import type { z } from 'zod'
import type { Config } from '../config.js'
import type { KeyScope } from '../contract/api-keys.js'
import type { ErrorCode } from '../errors.js'
import type { Caller } from '../services/caller.js'
import type { Services } from '../services/index.js'

/** The context of an operation. */
export interface OperationContext {
  caller: Caller
  services: Services
  facts: RunFacts
}

/** Additional results of a run for the door. */
export interface RunFacts {
  /** Whether the resource to create already existed. */
  existed?: boolean
  /** The audit target, if neither input nor output contain it. */
  target?: string
}

/** The context of a public operation: the caller may have no key. */
export interface PublicContext extends Omit<OperationContext, 'caller'> {
  caller: Caller | null
}

/** The required scope: `any` accepts every valid key, `public` needs none. */
export type OperationScope = KeyScope | 'any' | 'public'

/** A `query` reads, a `mutation` writes, a `subscription` returns a stream of outputs. */
export type OperationKind = 'query' | 'mutation' | 'subscription'

/** The result of a run: one output, or a stream of them. */
export type Answer<K extends OperationKind, T> = K extends 'subscription' ? AsyncIterable<T> : Promise<T>

/**
 * Something the product does, defined once for all doors.
 *
 * `name` is its tRPC path. `scope` is the scope that a key needs; `admin` keys may do everything. Public operations are
 * public only over REST; the other doors require a key for every request.
 */
export interface Operation<
  N extends string = string,
  K extends OperationKind = OperationKind,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  S extends OperationScope = OperationScope,
> {
  name: N
  kind: K
  scope: S
  /** What it does, in one sentence for the documentation. */
  summary: string
  /** Its error codes besides those that every operation has. */
  errors: readonly ErrorCode[]
  /** Its REST route. Only subscriptions have none. */
  rest?: RestBinding<z.output<O>>
  input: I
  output: O
  /** Example requests and responses for the documentation; a test checks them against the schemas. */
  examples?: readonly Example<I, O>[]
  /** False for a mutation without audit entries, because its effect is recorded elsewhere. */
  audited?: false
  /** The audit target. Defaults to the `id` of its output or else of its input. */
  target?: (input: z.output<I>, output: z.input<O>) => string | null
  /** Whether its answers carry a secret, which no cache may keep. */
  secret?: true
  /** Largest request in bytes, if larger than for other operations. */
  maxBodyBytes?: number
  /** For an operation that concerns money: what it does, like `change spend caps`. Test keys are refused. */
  liveDeed?: string
  /** Whether this deployment has it; otherwise it is `not_found`. */
  enabled?: (config: Config) => boolean
  run(
    context: S extends 'public' ? PublicContext : OperationContext,
    input: z.output<I>,
    signal?: AbortSignal,
  ): Answer<K, z.input<O>>
}

/** An example input with its response. */
export interface Example<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** A short title. */
  summary: string
  input: z.input<I>
  /** Null if the response is not JSON. */
  output: z.output<O> | null
}

/** The route of an operation. */
export interface RestBinding<Result = never> extends RestOptions<Result> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path with parameters as `:name`; they become fields of the input. */
  path: string
}

/** Options of a route. */
export interface RestOptions<Result> {
  /** Success status. Defaults to 200. */
  status?: number
  /** Success status if nothing had to be created. Defaults to 200. */
  statusIfExisted?: number
  /** Input field for the whole body. By default, the fields of the body are input fields. */
  bodyField?: string
  /** The body is one file of at most this many bytes (multipart/form-data), the input field `file`. */
  file?: { maxBytes: number }
  /** With this query parameter, this operation serves the route instead of the other one. */
  whenQuery?: string
  /** The response, if it is not the output as JSON. */
  answer?: { mediaType: string; content: (result: Result) => string | Uint8Array }
}

const bound =
  (method: RestBinding['method']) =>
  <Result>(path: string, options: RestOptions<Result> = {}): RestBinding<Result> => ({ method, path, ...options })

export const get = bound('GET')
export const post = bound('POST')
export const put = bound('PUT')
export const del = bound('DELETE')

/** A section of the documentation, for all operations whose names start like those of its file. */
export interface Tag {
  title: string
  description: string
  /** Its position among the sections; sections without one come last. */
  order?: number
}

/** Declares an operation. The types of `run` and the examples are derived from the rest. */
export function operation<
  const N extends string,
  const K extends OperationKind,
  I extends z.ZodType,
  O extends z.ZodType,
  const S extends OperationScope,
>(definition: Operation<N, K, I, O, S>): Operation<N, K, I, O, S> {
  return definition
}

/** Marks an operation without a tRPC procedure: files can only be sent over REST. */
export interface RestOnly {
  restOnly: true
}

/** An operation that only REST has. */
export function restOnly<Op extends object>(definition: Op): Op & RestOnly {
  return { ...definition, restOnly: true }
}
