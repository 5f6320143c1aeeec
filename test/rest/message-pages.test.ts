import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectError } from '../support/expect-error.js'
import { anotherProcess } from '../support/more-processes.js'
import { aSend, call, startApp, type TestApp } from '../support/start-app.js'

const COUNT = 250

let app: TestApp
let second: TestApp
let key: string
const before: string[] = []
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
  second = await anotherProcess(app, { ROLES: 'api' })
  key = await app.testKey()
  const items = Array.from({ length: COUNT }, (_none, index) =>
    aSend({ payload: { subject: index % 5 ? 'plain' : 'fifth', body_text: 't' } }),
  )
  const { body } = await app.call('POST', '/v1/send/batch', { key, body: items })
  before.push(...body.map((item: { response: { id: string } }) => item.response.id))
  before.sort().reverse()
})
afterAll(async () => {
  await second.close()
  await app.close()
})

async function walk(query: string, between: () => Promise<unknown> = async () => undefined): Promise<string[][]> {
  const pages: string[][] = []
  let cursor: string | null = null
  do {
    const { body }: Awaited<ReturnType<TestApp['call']>> = await app.call(
      'GET',
      `/v1/messages?${query}${cursor ? `&cursor=${cursor}` : ''}`,
    )
    pages.push(body.messages.map(({ id }: { id: string }) => id))
    cursor = body.next_cursor
    await between()
  } while (cursor)
  return pages
}

test.each([1, 7, 49, 50, 100])('pages of %d have every message once, newest first', async (limit) => {
  const pages = await walk(`limit=${limit}`)
  expect(pages.flat()).toEqual(before)
  for (const page of pages.slice(0, -1)) expect(page).toHaveLength(limit)
  expect(pages.at(-1)!.length).toBeGreaterThan(0)
})

test('the last page says so even if it is full', async () => {
  expect(await walk('limit=50')).toHaveLength(5)
})

test('pages have only filtered messages', async () => {
  const pages = await walk('limit=9&search=fifth')
  expect(pages.flat()).toHaveLength(COUNT / 5)
  expect(new Set(pages.flat()).size).toBe(COUNT / 5)
  expect(pages.slice(0, -1).every((page) => page.length === 9)).toBe(true)
})

test('lists with a status and a time can be paginated too', async () => {
  const { body } = await app.call('GET', `/v1/messages/${before[100]}`)
  const pages = await walk(`limit=20&status=queued&to=${body.created_at}`)
  const expected = before.filter((id) => id.slice(4, 14) <= before[100]!.slice(4, 14))
  expect(pages.flat()).toEqual(expected)
})

test('while new messages arrive in two processes, paging neither repeats nor skips one', async () => {
  let arrived = 0
  const arrive = () => {
    arrived += 2
    return Promise.all([app, second].map(({ url }) => call(url, 'POST', '/v1/send', { key, body: aSend() })))
  }
  await arrive()
  const pages = await walk('limit=10', arrive)
  const seen = pages.flat()
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.slice(2)).toEqual(before)
  expect(arrived).toBeGreaterThan(50)
  expect((await walk('limit=100')).flat()).toHaveLength(COUNT + arrived)
})

test('a cursor with anything added, removed or changed is refused', async () => {
  const { body } = await app.call('GET', '/v1/messages?limit=1')
  const cursor: string = body.next_cursor
  for (const wrong of [
    `${cursor}x`,
    `${cursor}=`,
    `${cursor}%20`,
    ` ${cursor}`,
    `${cursor}!!`,
    `!${cursor}`,
    cursor.slice(1),
  ]) {
    expectError(await app.call('GET', `/v1/messages?cursor=${wrong}`), 400, 'invalid_request', 'cursor')
  }
  expect((await app.call('GET', `/v1/messages?cursor=${cursor}`)).status).toBe(200)
})
