import { type ExecutionArgs, type ExecutionResult, GraphQLError, getOperationAST } from 'graphql'
import { isAsyncIterable, type Plugin } from 'graphql-yoga'
import { yieldToEventLoop } from '../lib/concurrency/time-slices.js'
import { jsonSize } from '../lib/json/json-size.js'
import type { RequestContext } from './context.js'
import { introspectionIn } from './introspection.js'
import { LIMITS } from './limits.js'

/**
 * Refuses descriptions of the schema whose text costs more than the operations of the request have left. Each is made
 * in a separate turn of the event loop: making one waits for nothing, so those of many requests would otherwise share
 * one turn.
 */
export function useDescriptionLimits(): Plugin {
  return {
    onExecute: async ({ args }) => {
      if (describes(args)) await yieldToEventLoop()
      return {
        onExecuteDone({ result, setResult }) {
          const chars = isAsyncIterable(result) ? 0 : describedChars(args, result)
          const cost = Math.ceil(chars / LIMITS.descriptionChars)
          const left = (args.contextValue as unknown as RequestContext).cost.take(cost)
          if (cost > left) setResult({ errors: [refusal(chars, left)] })
        },
      }
    },
  }
}

function describes({ schema, document, operationName }: ExecutionArgs): boolean {
  const operation = getOperationAST(document, operationName)
  return operation != null && introspectionIn(schema, operation, document).names.size > 0
}

/** About how many characters of a result describe the schema. */
function describedChars({ schema, document, operationName }: ExecutionArgs, { data }: ExecutionResult): number {
  const operation = getOperationAST(document, operationName)
  if (!operation || !data) return 0
  let chars = 0
  for (const name of introspectionIn(schema, operation, document).names) chars += jsonSize(data[name])
  return chars
}

const refusal = (chars: number, left: number) =>
  new GraphQLError(
    `The description of the schema has about ${chars} characters; the cost that is left allows ${left * LIMITS.descriptionChars}. Ask for less of it, or for the whole schema with the usual introspection query, alone.`,
  )
