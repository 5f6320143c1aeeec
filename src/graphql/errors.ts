import { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Logger } from 'pino'
import { ApiError, type ErrorBody, fieldError } from '../errors.js'
import type { RequestContext } from './context.js'

/** The `extensions` of a GraphQL error: the error without its message. */
export type ErrorExtensions = Omit<ErrorBody, 'message'>

/** The body for a request that was not executed. */
export function errorsBody(error: ApiError): { errors: { message: string; extensions: ErrorExtensions }[] } {
  const { message, ...extensions } = error.toBody()
  return { errors: [{ message, extensions }] }
}

/**
 * Maps errors to the error table. Unexpected errors are logged once and masked.
 *
 * Errors of fields leave the HTTP status at 200. Errors of a whole request set it, if the media type allows: with
 * `application/json` it stays 200, as GraphQL over HTTP requires.
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
        // Clients of persisted queries wait for exactly this code to send the full query.
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

/** Masks errors from before the execution, and notes all errors for the log. */
export function useErrorMask(mask: (failure: unknown) => GraphQLError): Plugin<object, RequestContext> {
  return {
    onExecutionResult({ result, setResult, context }) {
      if (!result || !('errors' in result) || !result.errors) return
      const errors = result.errors.map(mask)
      for (const { extensions } of errors) context.note(extensions as ErrorExtensions)
      setResult({ ...result, errors })
    },
  }
}

/** The error that a failure stands for; null for a bug. */
function knownError(failure: unknown): ApiError | null {
  const root = rootOf(failure)
  if (root instanceof ApiError) return root
  if (!(root instanceof GraphQLError)) return null
  // With a path, the caller is at fault only if the error points to a place in the query.
  const isOfRequest = !(failure as GraphQLError).path || Boolean(root.nodes?.length)
  return isOfRequest ? invalidRequest((failure as GraphQLError).message) : null
}

/**
 * GraphQL puts the place of a wrong variable value into the message; this moves it to the path, like in the other APIs.
 */
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
