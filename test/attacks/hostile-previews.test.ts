import { afterAll, beforeAll, expect, test } from 'vitest'
import { longestTurn } from '../support/longest-turn.js'
import { startApp, type TestApp } from '../support/start-app.js'

let app: TestApp
let key: string
beforeAll(async () => {
  app = await startApp()
  key = await app.testKey()
})
afterAll(() => app.close())

const FILE = { filename: 'a.png', content_type: 'image/png', content: 'cG5n', content_id: 'a' }
let count = 0

async function sent(body_html: string, attachments: object[] = []): Promise<string> {
  count += 1
  const body = {
    channel: 'email',
    idempotency_key: `preview-${count}`,
    destination: { email: 'delivered@example.com' },
    payload: { subject: 's', body_html, attachments },
  }
  const answer = await app.call('POST', '/v1/send', { key, body })
  expect(answer.status).toBe(201)
  return answer.body.id
}

const preview = async (id: string) => {
  const response = await fetch(`${app.url}/preview/messages/${id}`, { headers: { authorization: `Bearer ${key}` } })
  expect(response.status).toBe(200)
  return response.text()
}

test.each([
  ['pictures that take a place each', '<img src=cid:a>'.repeat(500_000)],
  ['pictures whose names are no text', '<img src=cid:%>'.repeat(500_000)],
  ['links', '<a href=x target=y>'.repeat(300_000)],
])('a mail full of %s holds up nobody', async (_title, html) => {
  const id = await sent(html, [FILE])
  const { result: page, heldMs } = await longestTurn(() => preview(id))
  expect(page.length > html.length || page.includes('takes too long to show')).toBe(true)
  expect(heldMs).toBeLessThan(200)
})
