import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/start-app.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const get = (path: string, headers = {}) => app.call('GET', path, { key: null, headers })

test("the documentation is a page titled Postline that loads this server's OpenAPI document", async () => {
  const { status, headers, body } = await get('/docs')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(body).toMatch(/<title>Postline\b/)
  expect((await get('/docs/start.js')).body).toContain("url: '/openapi.json'")
})

test('everything that the page loads comes from this server and exists', async () => {
  const { body } = await get('/docs')
  const links = [...body.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, link]) => link)
  expect(links.length).toBeGreaterThan(3)
  for (const link of links) {
    expect(link).toMatch(/^\/[a-z]/)
    const { status, headers } = await get(link)
    expect([link, status]).toEqual([link, 200])
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
  const types = await Promise.all(links.map(async (link) => (await get(link)).headers.get('content-type')))
  expect(types.toSorted()).toEqual([
    'application/json; charset=utf-8',
    'image/png',
    'text/css; charset=utf-8',
    'text/javascript; charset=utf-8',
    'text/javascript; charset=utf-8',
  ])
})

test('its content security policy allows no other hosts and no inline scripts, and the page has none', async () => {
  const { headers, body } = await get('/docs')
  const policy = headers.get('content-security-policy')!
  expect(policy).toContain("default-src 'none'")
  expect(policy).toMatch(/script-src 'self'(;|$)/)
  expect(policy).not.toMatch(/https?:|\*|unsafe/)
  expect(body).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=/)
  expect((await get('/docs/start.js')).body).toContain('validatorUrl: null')
})

test("a file in the browser's cache is not sent again", async () => {
  const first = await get('/docs/swagger-ui-bundle.js')
  const again = await get('/docs/swagger-ui-bundle.js', { 'if-none-match': first.headers.get('etag') })
  expect([again.status, again.body]).toEqual([304, ''])
})
