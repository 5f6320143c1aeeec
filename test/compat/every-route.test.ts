import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CompatRoute } from '../../src/compat/common/api.js'
import { APIS } from '../../src/compat/mount-compat.js'
import { KEY_SCOPES } from '../../src/contract/api-keys.js'
import { COMPAT_APIS, type CompatName } from '../../src/settings/compat-apis.js'
import { startApp, type TestApp } from '../support/start-app.js'

/* What holds for every route of every API, whatever it does. */

let app: TestApp
let stranger: string
const byScope = new Map<string, string>()

beforeAll(async () => {
  app = await startApp({ COMPAT_APIS: 'all', RATE_LIMIT_PER_SECOND: '100000' })
  stranger = (await app.app.services.accounts.create('stranger@example.com')).key
  for (const scope of KEY_SCOPES) byScope.set(scope, await app.key(scope))
})
afterAll(() => app.close())

/** Where an API has its key. */
const KEYS: Record<CompatName, (key: string) => Record<string, string>> = {
  resend: (key) => ({ authorization: `Bearer ${key}` }),
  postmark: (key) => ({ 'x-postmark-server-token': key }),
  sendgrid: (key) => ({ authorization: `Bearer ${key}` }),
  mailgun: (key) => ({ authorization: `Basic ${Buffer.from(`api:${key}`).toString('base64')}` }),
}

function request(
  api: CompatName,
  { method, path, isForm = false }: Pick<CompatRoute, 'method' | 'path' | 'isForm'>,
  key: string | null,
  id: string,
  fields: Record<string, string> = {},
) {
  const hasBody = method !== 'GET'
  const json = LISTS.includes(`${method} ${path.split('?', 1)[0]}`) ? [fields] : fields
  const body = isForm ? new URLSearchParams(fields) : JSON.stringify(json)
  return fetch(`${app.url}/compat/${api}${path.replaceAll(/:\w+/g, id)}`, {
    method,
    headers: { ...(key !== null && KEYS[api](key)), ...(hasBody && !isForm && { 'content-type': 'application/json' }) },
    ...(hasBody && { body }),
  })
}

/** Routes whose body is a list. */
const LISTS = ['POST /emails/batch', 'PATCH /contacts/:contact/topics', 'POST /email/batch']

const IDS = ['msg_00000000000000000000000000', '%00', '..%2f..', 'a@example.com']

describe.each(COMPAT_APIS)('every route of %s', (api) => {
  const { routes } = APIS[api]
  const titled = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

  test('needs a key', async () => {
    for (const route of routes) {
      const response = await request(api, route, null, 'x')
      const text = await response.text()
      expect([titled(route), response.status, text.includes('unauthorized')]).toEqual([titled(route), 401, true])
    }
  })

  test('needs a key with the scope of its operation', async () => {
    for (const route of routes) {
      const other = route.operation.scope === 'send' ? 'read' : 'send'
      const response = await request(api, route, byScope.get(other)!, 'x')
      const text = await response.text()
      expect([titled(route), response.status, text.includes('forbidden')]).toEqual([titled(route), 403, true])
    }
  })

  test('refuses or names what it does not know', async () => {
    const dropped: unknown[] = []
    for (const route of routes) {
      // An id of nothing, because the request may be one that deletes.
      const path = `${route.path}?unknown_in_query=1`
      const response = await request(api, { ...route, path }, stranger, 'none', { unknown_in_body: '1' })
      const said = `${response.headers.get('postline-ignored')} ${await response.text()}`
      const unknown = route.method === 'GET' ? ['unknown_in_query'] : ['unknown_in_query', 'unknown_in_body']
      const missing = unknown.filter((name) => !said.includes(name))
      if (missing.length > 0) dropped.push([titled(route), missing, response.status, said.slice(0, 200)])
    }
    expect(dropped).toEqual([])
  })

  test('answers ids of nothing with an error, or with nothing', async () => {
    for (const route of routes) {
      for (const id of route.path.includes(':') ? IDS : ['x']) {
        const { status } = await request(api, route, stranger, id)
        expect([titled(route), id, status === 501 || status < 500]).toEqual([titled(route), id, true])
      }
    }
  })
})
