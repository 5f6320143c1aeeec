import { type AnyTRPCProcedure, type AnyTRPCRouter, type TRPCCreateRouterOptions, tracked } from '@trpc/server'
import { z } from 'zod'
import { isRestOnly, operationList } from '../operations/list.js'
import {
  type AnyOperation,
  assertAllowed,
  openSubscription,
  type RunnerDeps,
  runAllowed,
} from '../operations/runner.js'
import { type TrpcContext, t } from './root.js'
import { toWire } from './wire.js'

/**
 * Creates the router, with a procedure for each operation except those that only REST has. Its type for clients is
 * generated: `AppRouter` of the client package.
 */
export function createRouter(deps: RunnerDeps, table: readonly AnyOperation[] = operationList): AnyTRPCRouter {
  const root: TRPCCreateRouterOptions = {}
  for (const operation of table) {
    if (!isRestOnly(operation)) plant(root, operation.name.split('.'), procedureOf(deps, operation))
  }
  return t.router(root)
}

function plant(branch: TRPCCreateRouterOptions, [head, ...rest]: string[], procedure: AnyTRPCProcedure): void {
  if (rest.length === 0) {
    branch[head!] = procedure
    return
  }
  branch[head!] ??= {}
  plant(branch[head!] as TRPCCreateRouterOptions, rest, procedure)
}

/** Passes the input on as it is: operations check it themselves, with the same schema for all APIs. */
const procedure = t.procedure.input((raw: unknown) => raw)

function procedureOf(deps: RunnerDeps, operation: AnyOperation): AnyTRPCProcedure {
  const run = async ({ ctx: { caller, allowed, inputs, answer }, input }: { ctx: TrpcContext; input: unknown }) => {
    const output = await answer.run(async () => {
      const known = allowed?.operation === operation ? allowed : await assertAllowed(deps, operation, caller)
      return runAllowed(deps, known, inputs.take(input))
    })
    return answer.count(toWire(output))
  }
  if (operation.kind === 'query') return procedure.query(run)
  if (operation.kind === 'mutation') return procedure.mutation(run)
  return procedure.subscription(async function* ({ ctx, input, signal }) {
    const given = withoutResumption(operation, ctx.inputs.take(input))
    const items = await openSubscription(deps, operation, ctx.caller, given, signal!)
    for await (const item of items) {
      const id = item.update_cursor ?? item.id
      yield id === undefined ? item : tracked(id, item)
    }
  })
}

/** Clients that reconnect name the last event that they got, also to streams that always begin now. */
function withoutResumption({ input }: AnyOperation, given: unknown): unknown {
  if (!(input instanceof z.ZodObject) || 'lastEventId' in input.shape) return given
  if (typeof given !== 'object' || given === null || !('lastEventId' in given)) return given
  const { lastEventId: _, ...rest } = given
  return rest
}
