import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operationList } from '../../src/operations/list.js'
import { routeOf } from '../doors/three-doors.js'
import { startApp, type TestApp } from '../support/start-app.js'

/* Parts that a deployment can turn off: their routes are not found, whatever the request is. */

const SWITCHES = [
  { setting: 'INBOUND_ENABLED', names: /^inbound\.|^domains\.setInbound$/, other: '/v1/mail/threads' },
  { setting: 'MAIL_APP_ENABLED', names: /^mail\./, other: '/v1/inbound' },
]

describe.each(SWITCHES)('$setting=false', ({ setting, names, other }) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api', [setting]: 'false' })
  })
  afterAll(() => app.close())

  const own = operationList.filter(({ name, rest }) => names.test(name) && rest)

  test('answers every route of it with 404, but first asks for a key', async () => {
    expect(own.length).toBeGreaterThan(3)
    for (const { name } of own) {
      const { method, path } = routeOf(name)!
      const url = path.replaceAll(/:\w+/g, 'x')
      const found = await app.call(method, url, method === 'GET' || method === 'DELETE' ? {} : { body: {} })
      expect(found, name).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
      expect((await app.call(method, url, { key: null })).status, name).toBe(401)
    }
  })

  test('is the same in GraphQL and tRPC', async () => {
    const field = setting === 'INBOUND_ENABLED' ? 'inboundEmails { nodes { id } }' : 'labels { nodes { id } }'
    const { body } = await app.call('POST', '/graphql', { body: { query: `{ ${field} }` } })
    expect(body.errors[0].extensions).toMatchObject({ code: 'not_found', status: 404 })
    const procedure = setting === 'INBOUND_ENABLED' ? 'inbound.list' : 'mail.labels.list'
    expect((await app.call('GET', `/trpc/${procedure}?input={}`)).status).toBe(404)
  })

  test('leaves the other part on', async () => {
    expect((await app.call('GET', other)).status).toBe(200)
  })
})
