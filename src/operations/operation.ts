import type { z } from 'zod'
import type { Config } from '../config.js'
import type { KeyScope } from '../contract/api-keys.js'
import type { ErrorCode } from '../errors.js'
import type { Caller } from '../services/caller.js'
import type { Services } from '../services/index.js'

/** What an operation has at hand. */
export interface OperationContext {
  caller: Caller
  services: Services
  facts: RunFacts
}

/** What a run tells its door beside its output. */
export interface RunFacts {
  /** Whether what should be created was there already. */
  existed?: boolean
  /** What it was done to, for the audit log, where neither input nor output say so. */
  target?: string
}

/** What a public operation has at hand: whoever calls may have shown no key. */
export interface PublicContext extends Omit<OperationContext, 'caller'> {
  caller: Caller | null
}

/** What a key needs: `any` takes every valid key, and `public` none at all. */
export type OperationScope = KeyScope | 'any' | 'public'

/** A `query` reads, a `mutation` writes, a `subscription` answers a stream of its outputs. */
export type OperationKind = 'query' | 'mutation' | 'subscription'

/** What a run answers: one output, or a stream of them. */
export type Answer<K extends OperationKind, T> = K extends 'subscription' ? AsyncIterable<T> : Promise<T>

/**
 * One thing the product does, listed once for all doors.
 *
 * `name` is its tRPC path. `scope` is what a key needs; `admin` keys may do everything. What is public is so over REST;
 * the other doors take no request without a key.
 */
export interface Operation<
  N extends string = string,
  K extends OperationKind = OperationKind,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  S extends OperationScope = OperationScope,
> extends Definition<N, K, I, O, S> {
  /** How many operations were declared before it: documentation lists them in the order of their files. */
  place: number
}

/** What an operation says of itself. */
interface Definition<
  N extends string = string,
  K extends OperationKind = OperationKind,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  S extends OperationScope = OperationScope,
> {
  name: N
  kind: K
  scope: S
  /** What it does, in one sentence of the API's documentation. */
  summary: string
  /** Codes it answers beside those that every operation can. */
  errors: readonly ErrorCode[]
  /** How it is reached over REST. Only a subscription has no route. */
  rest?: RestBinding<z.output<O>>
  input: I
  output: O
  /** Requests and the answers to them: the documentation shows them, and a test holds them against the schemas. */
  examples?: readonly Example<I, O>[]
  /** False for a mutation that the audit log leaves out, because what it does is recorded elsewhere. */
  audited?: false
  /** What it is done to, for the audit log; the `id` of its output or else of its input when omitted. */
  target?: (input: z.output<I>, output: z.input<O>) => string | null
  /** Largest request that carries it, in bytes, where that is more than other operations may have. */
  maxBodyBytes?: number
  /** Whether this deployment has it: where it has not, the operation answers `not_found`. */
  enabled?: (config: Config) => boolean
  run(
    context: S extends 'public' ? PublicContext : OperationContext,
    input: z.output<I>,
    signal?: AbortSignal,
  ): Answer<K, z.input<O>>
}

/** An input of an operation as a client writes it, and the answer to it. */
export interface Example<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** What it shows, in a few words. */
  summary: string
  input: z.input<I>
  /** Null where the answer is not JSON. */
  output: z.output<O> | null
}

/** The route of an operation. */
export interface RestBinding<Result = never> extends RestOptions<Result> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path with parameters as `:name`; they become fields of the input. */
  path: string
}

/** What a route says beside its method and path. */
export interface RestOptions<Result> {
  /** Status of success. 200 when omitted. */
  status?: number
  /** Status of success where nothing had to be created; 200 when omitted. */
  statusIfExisted?: number
  /** Field of the input that the whole body becomes. Without it the body's fields are the input's. */
  bodyField?: string
  /** The body is one file of at most so many bytes (multipart/form-data), the field `file` of the input. */
  file?: { maxBytes: number }
  /** The query parameter with which this operation answers the route, instead of the one that has it otherwise. */
  whenQuery?: string
  /** The answer, where it is not the output as JSON. */
  answer?: { mediaType: string; content: (result: Result) => string | Uint8Array }
}

const bound =
  (method: RestBinding['method']) =>
  <Result>(path: string, options: RestOptions<Result> = {}): RestBinding<Result> => ({ method, path, ...options })

export const get = bound('GET')
export const post = bound('POST')
export const put = bound('PUT')
export const del = bound('DELETE')

/** A section of the documentation: that of every operation whose name begins like those of its file. */
export interface Tag {
  title: string
  description: string
  /** Its place among the sections; those without one come last. */
  order?: number
}

let declared = 0

/** Declares an operation. The types of `run` and of its examples follow from the rest. */
export function operation<
  const N extends string,
  const K extends OperationKind,
  I extends z.ZodType,
  O extends z.ZodType,
  const S extends OperationScope,
>(definition: Definition<N, K, I, O, S>): Operation<N, K, I, O, S> {
  return { ...definition, place: declared++ }
}

/** Marks an operation that has no procedure: files are sent over REST alone. */
export interface RestOnly {
  restOnly: true
}

/** An operation that only REST has. */
export function restOnly<Op extends object>(definition: Op): Op & RestOnly {
  return { ...definition, restOnly: true }
}
