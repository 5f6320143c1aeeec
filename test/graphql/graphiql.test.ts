import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/start-app.js'
import { stopwatch } from '../support/stopwatch.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
})
afterAll(() => app.close())

const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(app.url + path, { headers: { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8', ...headers } })

test('a browser gets GraphiQL without a key, loaded only from this service', async () => {
  const response = await open('/graphql?query=%7Baccount%7BaccountId%7D%7D')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const page = await response.text()
  const parts = [...page.matchAll(/(?:src|href)="([^"]+)"/g)]
    .map((match) => match[1]!)
    .filter((url) => !url.startsWith('data:'))
  expect(parts.length).toBeGreaterThanOrEqual(3)
  for (const part of parts) {
    expect(part).toMatch(/^\/graphql\/assets\//)
    const file = await open(part)
    expect(file.status, part).toBe(200)
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(100)
  }
  expect(page).not.toMatch(/https?:\/\//)
})

test('the page cannot reach other hosts or be framed', async () => {
  const policy = (await open('/graphql')).headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("connect-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('http')
})

test("a file in the browser's cache is not sent again", async () => {
  const first = await open('/graphql/assets/graphiql.js')
  expect(first.headers.get('content-type')).toContain('javascript')
  await first.arrayBuffer()
  const again = await open('/graphql/assets/graphiql.js', { 'if-none-match': first.headers.get('etag')! })
  expect(again.status).toBe(304)
})

test('a file that is large costs no more to look up than a small one', async () => {
  const tookMs = async (path: string) => {
    const response = await open(path)
    const etag = response.headers.get('etag')!
    await response.arrayBuffer()
    const took = stopwatch()
    const again = await Promise.all(Array.from({ length: 100 }, () => open(path, { 'if-none-match': `W/${etag}` })))
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set([304]))
    return took()
  }
  const small = await tookMs('/graphql/assets/start.js')
  expect(await tookMs('/graphql/assets/graphiql.js')).toBeLessThan(5 * small + 250)
})

test('every worker script of the page exists', async () => {
  const start = await (await open('/graphql/assets/start.js')).text()
  const names = [...start.matchAll(/worker\('([^']+)'\)/g)].map((match) => match[1])
  expect(names).toHaveLength(3)
  for (const name of names) expect((await open(`/graphql/assets/${name}.js`)).status).toBe(200)
})

test('a client that asks for JSON does not get the page', async () => {
  const response = await fetch(`${app.url}/graphql`, { headers: { accept: 'application/json' } })
  expect(response.status).toBe(401)
})
