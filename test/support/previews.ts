import { expect } from 'vitest'
import type { TestApp } from './start-app.js'

/** A file that HTML shows as `cid:a`. */
export const PICTURE = { filename: 'a.png', content_type: 'image/png', content: 'cG5n', content_id: 'a' }

let count = 0

/** Sends a test mail with HTML. Returns its id. */
export async function sendHtml(app: TestApp, body_html: string, attachments: object[] = []): Promise<string> {
  count += 1
  const body = {
    channel: 'email',
    idempotency_key: `preview-${count}`,
    destination: { email: 'delivered@example.com' },
    payload: { subject: 's', body_html, attachments },
  }
  const answer = await app.call('POST', '/v1/send', { key: await app.testKey(), body })
  expect(answer.status).toBe(201)
  return answer.body.id
}

/** The page that the console shows of a sent mail. */
export async function previewOf(app: TestApp, id: string): Promise<string> {
  const headers = { authorization: `Bearer ${await app.testKey()}` }
  const response = await fetch(`${app.url}/preview/messages/${id}`, { headers })
  expect(response.status).toBe(200)
  return response.text()
}
