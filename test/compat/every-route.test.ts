import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { APIS } from '../../src/compat/mount-compat.js'
import { KEY_SCOPES } from '../../src/contract/api-keys.js'
import { COMPAT_APIS, type CompatName } from '../../src/settings/compat-apis.js'
import { startApp, type TestApp } from '../support/start-app.js'

/* What holds for every route of every API, whatever it does. */

let app: TestApp
let stranger: string
const byScope = new Map<string, string>()

beforeAll(async () => {
  app = await startApp({ RATE_LIMIT_PER_SECOND: '100000' })
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

const ROUTES = COMPAT_APIS.flatMap((api) =>
  APIS[api].routes.map((route) => ({ api, route, title: `${api}: ${route.method} ${route.path}` })),
)

function request(api: CompatName, { method, path }: { method: string; path: string }, key: string | null, id: string) {
  const hasBody = method !== 'GET'
  return fetch(`${app.url}/compat/${api}${path.replaceAll(/:\w+/g, id)}`, {
    method,
    headers: { ...(key !== null && KEYS[api](key)), ...(hasBody && { 'content-type': 'application/json' }) },
    ...(hasBody && { body: '{}' }),
  })
}

describe.each(ROUTES)('$title', ({ api, route }) => {
  test('needs a key', async () => {
    const response = await request(api, route, null, 'x')
    expect(response.status).toBe(401)
    expect(JSON.stringify(await response.json())).toContain('unauthorized')
  })

  test('needs a key with the scope of its operation', async () => {
    const { scope } = route.operation
    const other = scope === 'send' ? 'read' : 'send'
    const response = await request(api, route, byScope.get(other)!, 'x')
    expect(response.status).toBe(403)
    expect(JSON.stringify(await response.json())).toContain('forbidden')
  })

  test.each(['msg_00000000000000000000000000', '%00', '..%2f..', 'a@example.com'])(
    'answers the id %s of nothing with an error, or with nothing',
    async (id) => {
      const response = await request(api, route, stranger, id)
      expect(response.status === 501 || response.status < 500, `${response.status}`).toBe(true)
    },
  )
})
