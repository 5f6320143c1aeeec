import { afterAll, beforeAll, expect, test } from 'vitest'
import { FRAME_SCRIPT } from '../../src/services/reading/mail-pages/frame-script.js'
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

test('a sent mail is shown with its pictures, and its links open in new tabs', async () => {
  const id = await sent('<p>Hi</p><a href="https://example.com/" target="_top">x</a><img src="cid:a">', [FILE])
  expect(await preview(id)).toBe(
    `<base target="_blank"><script>${FRAME_SCRIPT}</script><p>Hi</p><a href="https://example.com/" data-target="_top">x</a><img src="data:image/png;base64,cG5n">`,
  )
})
