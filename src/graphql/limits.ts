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

/** What one request may ask for. Each refusal names its limit. */
export const LIMITS = {
  /** Characters of a document. Big values belong into variables. */
  documentChars: 128 * 1024,
  /** Tokens of a document. */
  tokens: 2_000,
  /** Fields inside each other. */
  depth: 10,
  /** Objects in an answer, about: a connection counts as `first` objects, another list as 10. */
  cost: 20_000,
  aliases: 30,
  /** Operations in one request. */
  batch: 10,
  /** Body of a request, in bytes: a batch of messages with attachments fits. */
  bodyBytes: 64 * 1024 * 1024,
} as const

/** Length that a list without a page size is taken to have. */
export const ASSUMED_LIST_SIZE = 10

const refusal = (text: string) => new GraphQLError(text)

/** Refuses documents that are too long before any work is done on them. */
export function useDocumentLimits(): Plugin {
  return {
    onParse({ setParseFn }) {
      setParseFn((source: string | { body: string }, options?: object) => {
        const text = typeof source === 'string' ? source : source.body
        if (text.length > LIMITS.documentChars) {
          throw refusal(
            `The document has ${text.length} characters; at most ${LIMITS.documentChars} are allowed. Pass big values as variables.`,
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
      context?.reportError(refusal(`The operation uses more than ${LIMITS.aliases} aliases, which is the limit.`)),
  ],
})

/** Refuses operations that ask for too much, before any of it is looked up. */
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

/** Which limit an operation is over: why it is refused, or null. */
export function overLimit({ schema, document, operationName, variableValues, contextValue }: ExecutionArgs) {
  const operation = getOperationAST(document, operationName)
  // Execution itself says what is wrong.
  if (!operation) return null
  const chosen: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [operation, ...document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)],
  }
  try {
    const { depth, complexity } = complexityFromQuery(chosen, {
      schema,
      ctx: contextValue as object,
      variables: { ...variableValues },
    })
    if (depth > LIMITS.depth) {
      return refusal(`The query is ${depth} fields deep; the limit of depth is ${LIMITS.depth}.`)
    }
    if (complexity > LIMITS.cost) {
      return refusal(
        `The query costs ${complexity}; the limit of cost is ${LIMITS.cost}. Ask for smaller pages (\`first\`) or for less below them.`,
      )
    }
    return null
  } catch (error) {
    return error as GraphQLError
  }
}
