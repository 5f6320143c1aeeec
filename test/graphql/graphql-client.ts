import type { TestApp } from '../support/start-app.js'

export interface GraphqlResult {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever JSON comes back
  data: any
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever JSON comes back
  errors: any[]
}

/** Sends an operation over HTTP, with the admin key unless another is given. */
export async function ask(
  app: Pick<TestApp, 'url' | 'adminKey'>,
  query: string,
  variables: Record<string, unknown> = {},
  { key = app.adminKey, headers = {} }: { key?: string | null; headers?: Record<string, string> } = {},
): Promise<GraphqlResult> {
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key && { authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: JSON.stringify({ query, variables }),
  })
  const body = await response.json()
  return { status: response.status, headers: response.headers, data: body.data, errors: body.errors ?? [] }
}

/** The same for an operation that must not fail. */
export async function askWell(...args: Parameters<typeof ask>): Promise<GraphqlResult['data']> {
  const { data, errors } = await ask(...args)
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
  return data
}

/** What a POST answers, which must succeed. */
export async function postWell(app: Pick<TestApp, 'call'>, path: string, body: object = {}): Promise<{ id: string }> {
  const response = await app.call('POST', path, { body })
  if (response.status >= 300) throw new Error(`${path}: ${JSON.stringify(response.body)}`)
  return response.body
}
