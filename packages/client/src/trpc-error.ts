import { TRPCClientError } from '@trpc/client'
import type { ErrorBody } from './app-router.js'

/** The error of the API behind a failed call; null when it failed otherwise, say by a broken connection. */
export function apiErrorOf(error: unknown): ErrorBody | null {
  return error instanceof TRPCClientError ? (error.data?.apiError ?? null) : null
}
