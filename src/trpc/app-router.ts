import type {
  TRPCBuiltRouter,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
  TRPCRouterRecord,
  TRPCSubscriptionProcedure,
} from '@trpc/server'
import type { z } from 'zod'
import type { Operations } from '../operations/list.js'
import type { Operation, OperationKind, RestOnly } from '../operations/operation.js'
import type { Root } from './root.js'
import type { Wire } from './wire.js'

/*
 * The type of the router, computed from the table of operations: names are split at dots, kinds become queries,
 * mutations and subscriptions, and the schemas give inputs and outputs.
 */

/** All procedures of the service, for typed clients. */
export type AppRouter = TRPCBuiltRouter<Root, RecordOf<Operations>>

/** The procedures of some operations, nested by the parts of their names. */
export type RecordOf<Ops> = Nested<{ [Op in OperationIn<Ops> as Op['name']]: ProcedureOf<Op> }>

/** An item of a subscription, with the id after which a client resumes. */
interface Tracked<T> {
  id: string
  data: T
}

// biome-ignore lint/suspicious/noExplicitAny: of the variance of `run`, nothing narrower matches all operations
type OperationIn<T> = T extends RestOnly ? never : T extends Operation<string, OperationKind, any, any> ? T : never

type ProcedureOf<Op> =
  Op extends Operation<string, infer Kind, infer In, infer Out>
    ? Kind extends 'query'
      ? TRPCQueryProcedure<Definition<In, Wire<z.output<Out>>>>
      : Kind extends 'mutation'
        ? TRPCMutationProcedure<Definition<In, Wire<z.output<Out>>>>
        : TRPCSubscriptionProcedure<Definition<In, AsyncIterable<Tracked<z.output<Out>>, void>>>
    : never

interface Definition<In extends z.ZodType, Output> {
  input: InputOf<z.input<In>>
  output: Output
  meta: unknown
}

/** An input without required fields may be omitted. */
type InputOf<Input> = Record<never, never> extends Input ? Input | undefined : Input

type Nested<Flat> = {
  [Head in HeadOf<keyof Flat & string>]: Head extends keyof Flat ? Flat[Head] : Nested<Below<Flat, Head>>
} extends infer Tree extends TRPCRouterRecord
  ? Tree
  : never
type HeadOf<Name extends string> = Name extends `${infer Head}.${string}` ? Head : Name
type Below<Flat, Head extends string> = {
  [Name in keyof Flat as Name extends `${Head}.${infer Rest}` ? Rest : never]: Flat[Name]
}
