import type {
  TRPC_ERROR_CODE_KEY,
  TRPCBuiltRouter,
  TRPCErrorShape,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
  TRPCRouterRecord,
  TRPCSubscriptionProcedure,
} from '@trpc/server'
import type { ErrorCode, Procedures } from './procedures.js'
import type { components } from './schema.js'

/** The error of the API: its code, message and status, and the fields that are wrong. */
export type ErrorBody = components['schemas']['ErrorBody'] & { code: ErrorCode }

/** Every procedure of the service, for your own tRPC clients. */
export type AppRouter = TRPCBuiltRouter<Root, Nested<{ [Name in keyof Procedures]: ProcedureOf<Procedures[Name]> }>>

interface Root {
  // biome-ignore lint/suspicious/noExplicitAny: clients do not see the context of a request
  ctx: any
  meta: object
  errorShape: TRPCErrorShape<{ code: TRPC_ERROR_CODE_KEY; httpStatus: number; path?: string; apiError: ErrorBody }>
  transformer: false
}

/** An item of a subscription, with the id to resume after if it has one. */
type Item<T> = T extends { id: string } | { update_cursor: string } ? { id: string; data: T } : T

type ProcedureOf<P> = P extends { kind: infer Kind; input: infer Input; output: infer Output }
  ? Kind extends 'query'
    ? TRPCQueryProcedure<Definition<Input, Output>>
    : Kind extends 'mutation'
      ? TRPCMutationProcedure<Definition<Input, Output>>
      : TRPCSubscriptionProcedure<Definition<Input, AsyncIterable<Item<Output>, void>>>
  : never

interface Definition<Input, Output> {
  /** An input without required fields may be left out. */
  input: Record<never, never> extends Input ? Input | undefined : Input
  output: Output
  meta: unknown
}

/** Procedures by the parts of their names: `messages.send` is `send` in `messages`. */
export type Nested<Flat> = {
  [Head in HeadOf<keyof Flat & string>]: Head extends keyof Flat ? Flat[Head] : Nested<Below<Flat, Head>>
} extends infer Tree extends TRPCRouterRecord
  ? Tree
  : never
type HeadOf<Name extends string> = Name extends `${infer Head}.${string}` ? Head : Name
type Below<Flat, Head extends string> = {
  [Name in keyof Flat as Name extends `${Head}.${infer Rest}` ? Rest : never]: Flat[Name]
}
