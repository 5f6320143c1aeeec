import { createTrpcClient, type TrpcClient } from '@postline/client'
import type { TestApp } from '../support/start-app.js'

/** A request of a client, and the response. */
export interface Exchange {
  method: string
  path: string
  status: number
  headers: Headers
}

/** A typed client of a test's service, and its requests. */
export function trpcClient(
  app: TestApp,
  { apiKey = app.adminKey, maxBatchCalls }: { apiKey?: string; maxBatchCalls?: number } = {},
): { client: TrpcClient; exchanges: Exchange[] } {
  const exchanges: Exchange[] = []
  const client = createTrpcClient({
    baseUrl: app.url,
    apiKey,
    ...(maxBatchCalls && { maxBatchCalls }),
    fetch: async (input, init) => {
      const response = await fetch(input, init)
      const url = new URL(String(input))
      const method = init?.method ?? 'GET'
      exchanges.push({ method, path: url.pathname, status: response.status, headers: response.headers })
      return response
    },
  })
  return { client, exchanges }
}
