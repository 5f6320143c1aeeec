import type { TRPC_ERROR_CODE_KEY, TRPCError, TRPCErrorFormatter, TRPCErrorShape } from '@trpc/server'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import { ApiError, type ERROR_TABLE, type ErrorBody, type ErrorCode, maskError } from '../errors.js'

/** An error of a procedure: tRPC's own code, and the error of the contract. */
export type ErrorShape = TRPCErrorShape<{
  code: TRPC_ERROR_CODE_KEY
  httpStatus: number
  path?: string
  apiError: ErrorBody
}>

type Status = (typeof ERROR_TABLE)[ErrorCode]['status']

const CLASS_BY_STATUS = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  402: 'PAYMENT_REQUIRED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  501: 'NOT_IMPLEMENTED',
  503: 'SERVICE_UNAVAILABLE',
} as const satisfies Record<Status, TRPC_ERROR_CODE_KEY>

/** Converts an error of the contract to tRPC. */
export function shapeOf(error: ApiError, path?: string): ErrorShape {
  const code = CLASS_BY_STATUS[error.status as Status]
  return {
    message: error.message,
    code: TRPC_ERROR_CODES_BY_KEY[code],
    data: { code, httpStatus: error.status, ...(path !== undefined && { path }), apiError: error.toBody() },
  }
}

/** Formats all errors of procedures. Only the error of the contract leaves the service. */
export const formatError: TRPCErrorFormatter<object, ErrorShape> = ({ error, path }) => shapeOf(apiErrorOf(error), path)

/** Converts a tRPC error to an error of the contract. Unexpected errors are masked. */
const apiErrorOf = (error: TRPCError): ApiError => maskError(causeOf(error))

/** The cause of a tRPC error: an error of the contract, or an unexpected failure for the log. */
export function causeOf(error: TRPCError): unknown {
  const { code, cause, message } = error
  if (cause instanceof ApiError) return cause
  switch (code) {
    case 'PARSE_ERROR':
    case 'BAD_REQUEST':
    case 'UNSUPPORTED_MEDIA_TYPE':
      return new ApiError('invalid_request', cause instanceof SyntaxError ? 'The input is not valid JSON.' : message)
    case 'NOT_FOUND':
    case 'METHOD_NOT_SUPPORTED':
      return new ApiError('not_found', message)
    case 'PAYLOAD_TOO_LARGE':
      return new ApiError('payload_too_large')
    default:
      return cause ?? error
  }
}
