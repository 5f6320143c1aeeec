import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases'
import { complexityFromQuery } from '@pothos/plugin-complexity'
import {
  type DocumentNode,
  type ExecutionArgs,
  GraphQLError,
  getOperationAST,
  Kind,
  parse,
  type ValidationRule,
} from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { yieldToEventLoop } from '../lib/concurrency/time-slices.js'
import type { RequestContext } from './context.js'
import { CostBudget } from './cost-budget.js'
import { introspectionIn } from './introspection.js'
import { assertVariables } from './variables.js'

/** Limits of one request. Each refusal names its limit. */
export const LIMITS = {
  /** Most characters of a document. Large values should be variables. */
  documentChars: 128 * 1024,
  /** Most tokens of a document. Validation compares each field of an object with each other one. */
  tokens: 1_000,
  /** Most levels of nested fields. */
  depth: 10,
  /** Most objects in a response, approximately: a connection counts as `first` objects, another list as 10. */
  cost: 20_000,
  /** Characters of the description of the schema that cost as much as an object. */
  descriptionChars: 100,
  aliases: 30,
  /** Most operations in one request. */
  batch: 10,
} as const

/** Assumed length of a list without a page size. */
export const ASSUMED_LIST_SIZE = 10

const refusal = (text: string) => new GraphQLError(text)

/** Takes the operations of a batch in different turns of the event loop. */
export function useTurns(): Plugin<object, RequestContext> {
  return {
    onParams: async ({ context }) => {
      if (context.isBatch) await yieldToEventLoop()
    },
  }
}

/** Refuses too long documents before any work is done on them. */
export function useDocumentLimits(): Plugin {
  return {
    onParse({ setParseFn }) {
      setParseFn((source: string | { body: string }, options?: object) => {
        const text = typeof source === 'string' ? source : source.body
        if (text.length > LIMITS.documentChars) {
          throw refusal(
            `The document has ${text.length} characters; at most ${LIMITS.documentChars} are allowed. Pass large values as variables.`,
          )
        }
        return parse(source as string, { ...options, maxTokens: LIMITS.tokens })
      })
    },
    onValidate({ addValidationRule }) {
      addValidationRule(limitAliases)
    },
  }
}

const limitAliases: ValidationRule = maxAliasesRule({
  n: LIMITS.aliases,
  propagateOnRejection: false,
  onReject: [
    (context) =>
      context?.reportError(refusal(`The operation has more than ${LIMITS.aliases} aliases, which is the limit.`)),
  ],
})

/** Refuses too expensive operations before anything is looked up. */
export function useCostLimits(): Plugin {
  const check = ({
    args,
    setResultAndStopExecution,
  }: {
    args: ExecutionArgs
    setResultAndStopExecution: (result: { errors: GraphQLError[] }) => void
  }) => {
    const error = overLimit(args)
    if (error) setResultAndStopExecution({ errors: [error] })
  }
  return {
    onExecute: (payload) => check(payload as never),
    onSubscribe: (payload) =>
      check({ ...payload, setResultAndStopExecution: payload.setResultAndStopExecution as never } as never),
  }
}

/** The limit that an operation exceeds; null if none. */
export function overLimit({ schema, document, operationName, variableValues, contextValue }: ExecutionArgs) {
  const operation = getOperationAST(document, operationName)
  // The execution reports the problem.
  if (!operation) return null
  const chosen: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [operation, ...document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)],
  }
  try {
    assertVariables(schema, operation, variableValues ?? {})
    const { depth, complexity } = complexityFromQuery(chosen, {
      schema,
      ctx: contextValue as object,
      variables: { ...variableValues },
    })
    if (depth > LIMITS.depth) {
      return refusal(`The query has a depth of ${depth}; the limit is ${LIMITS.depth}.`)
    }
    const cost = Math.ceil(complexity + introspectionIn(schema, operation, document).objects)
    const budget = (contextValue as { cost?: CostBudget } | undefined)?.cost ?? new CostBudget(LIMITS.cost)
    const left = budget.take(cost)
    if (cost <= left) return null
    const limit = left < LIMITS.cost ? `the operations before it in the batch leave ${left}` : `the limit is ${left}`
    return refusal(
      `The query has a cost of ${cost}; ${limit}. Request smaller pages (\`first\`) or fewer fields below them; ask for the whole schema with the usual introspection query, alone.`,
    )
  } catch (error) {
    return error as GraphQLError
  }
}
