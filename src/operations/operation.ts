import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Config } from '../config.js'
import type { ApiKeyWithSecret, KeyScope } from '../contract/api-keys.js'
import type { ApprovedDraft } from '../contract/approvals.js'
import type { ErrorCode } from '../errors.js'
import type { Caller } from '../services/caller.js'
import type { Services } from '../services/index.js'
import type { Page } from '../services/platform/pages.js'
import type { BodySize } from './body-sizes.js'

/** The context of an operation. */
export interface OperationContext {
  caller: Caller
  services: Services
  facts: RunFacts
  /** The input as it was given, with fields that the schema does not know. */
  given: unknown
  /** Runs another operation under the same rules, for another caller. */
  runAs: RunAs
}

/** See {@link OperationContext.runAs}. */
export type RunAs = <I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<string, 'mutation', I, O, 'send'>,
  caller: Caller,
  input: unknown,
  facts?: RunFacts,
) => Promise<z.output<O>>

/** It sends a message, which names the key that sent it. */
export const OWN_RECORD = 'own record'
/** It writes nothing. */
export const NOTHING_CHANGED = 'nothing changed'
/** It marks what a reader has seen or wants to find again. With entries, every mail that somebody opens would have one. */
export const READER_STATE = 'state of a reader'
/** Why a mutation has no entry. */
export type UnauditedReason = typeof OWN_RECORD | typeof NOTHING_CHANGED | typeof READER_STATE

/** Its result has a secret, which would stay in the history of a model. */
export const SHOWS_A_SECRET = 'its result has a secret'
/** It decides who may use the account. */
export const DECIDES_ON_ACCESS = 'it decides who may use the account'
/** It returns thousands of items at once. */
export const MORE_THAN_A_MODEL_READS = 'its result is more than a model can read'
/** It sends many mails at once. */
export const MANY_MAILS = 'models send one mail at a time'
/** A person decides, not the model that is decided about. */
export const FOR_A_PERSON = 'a person decides'
/** Why an operation is no tool for models, if nothing else says so: see `whyNoTool`. */
export type NoToolReason =
  | typeof SHOWS_A_SECRET
  | typeof DECIDES_ON_ACCESS
  | typeof MORE_THAN_A_MODEL_READS
  | typeof MANY_MAILS
  | typeof FOR_A_PERSON

/** What a door tells a run, and what a run tells the door besides its result. */
export interface RunFacts {
  /** From the door: the request changes nothing, not even what was read. HEAD and GraphQL's queries are such. */
  onlyLooks?: boolean
  /** From the SMTP door: what a submitted mail has besides its request. Its recipients may be hidden ones alone. */
  submitted?: { rfcMessageId: string | null }
  /** From an approval: the draft as a person has approved it. */
  approved?: ApprovedDraft
  /** From an approval: names the mail instead of the `idempotency_key` of the input, which callers may not choose like this. */
  idempotencyKey?: string
  /** Whether the resource to create already existed, or is complete, so that the response has that status. */
  existed?: boolean
  /** Whether an earlier request with the same idempotency key got this result first. */
  replayed?: boolean
  /** The page that the output was made of, with a cursor for each item. */
  page?: Page<unknown> | undefined
  /** The whole key that was rotated: it cannot be read again with its secret. */
  rotatedKey?: ApiKeyWithSecret
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
  /** Whether more items than it takes are `invalid_request` with status 422, not 400. */
  refusesTooMany?: true
  /** Its REST route. Only subscriptions have none. */
  rest?: RestBinding<z.output<O>>
  input: I
  output: O
  /** Example requests and responses for the documentation; a test checks them against the schemas. */
  examples?: readonly Example<I, O>[]
  /** Why a mutation leaves no entry in the audit log: one of the reasons above. */
  unaudited?: UnauditedReason
  /** The audit target. Defaults to the `id` of its output or else of its input. */
  target?: (input: z.output<I>, output: z.input<O>) => string | null
  /** How large a request may be, if not as most are: see `BODY_SIZES`. */
  body?: BodySize
  /** For an operation that concerns money or live data as a whole: what it does, like `change spend caps`. Test keys are refused. */
  liveAction?: string
  /** For an operation that makes mail go to anybody, now or later: what it does, like `create an API key`. Keys with `send_to` are refused. */
  reachesAnyone?: string
  /**
   * Whether a key that is bound to inboxes may run it: only if it shows and changes nothing but their mail, or what is no
   * secret within the account. Others are refused.
   */
  forBoundKeys?: true
  /** Why models do not get it as a tool. */
  noTool?: NoToolReason
  /**
   * It sends mail: what its input says, a draft, or what is stored elsewhere and may still change. A person can be asked
   * before a model sends the first two, and sees the draft as it is then; models that have to ask do not get the third.
   */
  sends?: 'input' | 'draft' | 'stored'
  /** Fields that are optional elsewhere, and that models have to give. */
  fromModels?: readonly string[]
  /**
   * For mail that a person is asked about, so that he sees what is sent: fields that have to be given, which the service would
   * fill in later, and fields that cannot be, because they name what may change.
   */
  toApprove?: { required?: readonly string[]; refused?: readonly string[] }
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
  /** What the documentation says of that status. Defaults to `It already existed.` */
  existedMeans?: string
  /** Input field for the whole body. By default, the fields of the body are input fields. */
  bodyField?: string
  /** The media type of the body, if it is not JSON. It is the `bodyField`, as bytes. */
  bodyType?: string
  /** The body is one file of at most this many bytes (multipart/form-data), the input field `file`. */
  file?: { maxBytes: number }
  /** The route of another operation that this one serves too, for requests with this query parameter, or this value. */
  also?: { path: string; whenQuery: string; is?: string }
  /** The response, if it is not the output as JSON. */
  answer?: RestAnswer<Result>
  /** Runs instead of `run`: gives the output as JSON text, piece by piece, because it may be too large for memory. */
  inPieces?: (context: OperationContext, input: never) => Promise<AsyncIterable<string>>
}

/** A response that is not JSON. */
export interface RestAnswer<Result> {
  mediaType: string
  content: (result: Result) => string | Uint8Array | Readable
  /** Further headers, or the type of this result, if not all have the same. */
  headers?: (result: Result) => Record<string, string>
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
