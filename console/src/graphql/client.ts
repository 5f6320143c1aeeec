import { Client, cacheExchange, fetchExchange } from '@urql/core'
import { checkConnection } from '../lib/connection'
import { leaveSession } from '../session'
import { refetchOvertaken } from './refetch-overtaken'

const ENDPOINT = '/graphql'

/** Requests of the console say so: a form of another site cannot. */
const HEADERS = { 'x-requested-with': 'postline-console' }

async function fetchWithSession(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init).catch((error: unknown) => {
    if (!init?.signal?.aborted) void checkConnection()
    throw error
  })
  if (response.status === 401) leaveSession()
  return response
}

/** The client of our own GraphQL API. The session cookie comes with every request by itself. */
export const client = new Client({
  url: ENDPOINT,
  preferGetMethod: false,
  // What is shown first is what is known; what changes meanwhile arrives live.
  requestPolicy: 'cache-and-network',
  exchanges: [cacheExchange, refetchOvertaken, fetchExchange],
  fetch: fetchWithSession,
  fetchOptions: { headers: HEADERS },
})

export { ENDPOINT, HEADERS }
