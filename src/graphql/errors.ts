import { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Logger } from 'pino'
import { ApiError, type ErrorBody, fieldError } from '../errors.js'

/** What a GraphQL error carries of the error table, beside the message. */
export type ErrorExtensions = Omit<ErrorBody, 'message'>

/** The body that answers a request of which nothing was executed. */
export function errorsBody(error: ApiError): { errors: { message: string; extensions: ErrorExtensions }[] } {
  const { message, ...extensions } = error.toBody()
  return { errors: [{ message, extensions }] }
}

/**
 * Gives every error the codes of the table. What nobody foresaw is logged, once, and masked.
 *
 * Errors of a field leave the HTTP status at 200. Those of a whole request set it, where the media type of the
 * answer lets them: with `application/json` it stays 200, as GraphQL over HTTP demands.
 */
export function createErrorMask(log: Logger): (failure: unknown) => GraphQLError {
  const masked = new WeakSet<object>()
  return (failure) => {
    if (typeof failure === 'object' && failure !== null && masked.has(failure)) return failure as GraphQLError
    const error = failure instanceof GraphQLError ? failure : null
    const known = knownError(failure)
    if (!known) log.error({ err: rootOf(failure), path: error?.path?.join('.') }, 'a GraphQL field failed')
    const { message, ...extensions } = (known ?? new ApiError('internal_error')).toBody()
    const result = new GraphQLError(message, {
      nodes: error?.nodes,
      source: error?.source,
      positions: error?.positions,
      path: error?.path,
      extensions: {
        ...extensions,
        // The one word that clients with persisted queries wait for, to send the query in full.
        ...(error?.extensions.code === PERSISTED_QUERY_NOT_FOUND && { code: PERSISTED_QUERY_NOT_FOUND }),
        ...(!error?.path && { http: httpOf(error) ?? { status: extensions.status, spec: true } }),
      },
    })
    masked.add(result)
    return result
  }
}

const PERSISTED_QUERY_NOT_FOUND = 'PERSISTED_QUERY_NOT_FOUND'

const httpOf = (error: GraphQLError | null) => error?.extensions.http as object | undefined

/** Masks the errors that come about before anything is executed. */
export function useErrorMask(mask: (failure: unknown) => GraphQLError): Plugin {
  return {
    onExecutionResult({ result, setResult }) {
      if (result && 'errors' in result && result.errors) setResult({ ...result, errors: result.errors.map(mask) })
    },
  }
}

/** The error of the table that a failure stands for; null when it is a defect of ours. */
function knownError(failure: unknown): ApiError | null {
  const root = rootOf(failure)
  if (root instanceof ApiError) return root
  if (!(root instanceof GraphQLError)) return null
  // Behind a path, the fault is the caller's only when it lies in what the query says at some place.
  const isOfRequest = !(failure as GraphQLError).path || Boolean(root.nodes?.length)
  return isOfRequest ? invalidRequest((failure as GraphQLError).message) : null
}

/** GraphQL says in words at which place of a variable a value is wrong; here the place is told as the other doors do. */
function invalidRequest(text: string): ApiError {
  const [, place, message] = /^Variable "\$\w+" got invalid value .* at "([^"]+)"; (.+)$/s.exec(text) ?? []
  if (!place || !message) return new ApiError('invalid_request', text)
  const path = place.replace(/\[(\d+)\]/g, '.$1')
  return fieldError('invalid_request', path, message)
}

function rootOf(failure: unknown): unknown {
  let root = failure
  while (root instanceof GraphQLError && root.originalError) root = root.originalError
  return root
}
