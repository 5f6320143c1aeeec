import { TRPCClientError } from '@trpc/client'
import type { ErrorBody } from './app-router.js'

/** The error of the API in a failed call; null if the call failed in another way, such as a broken connection. */
export function apiErrorOf(error: unknown): ErrorBody | null {
  return error instanceof TRPCClientError ? (error.data?.apiError ?? null) : null
}
