import { signPayload } from '../../src/lib/http/webhook-signature.js'
import type { CallResult } from './start-app.js'

export const CALLBACK_SECRET = 'a-secret-of-the-tests-with-32-characters'

/** Posts bytes to the callback route of SES. */
export async function postRaw(
  url: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Promise<CallResult> {
  const response = await fetch(`${url}/v1/callbacks/ses`, {
    method: 'POST',
    body: body as BodyInit,
    headers: { 'content-type': 'text/plain; charset=UTF-8', ...headers },
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : text }
}

/** Posts a bare notification, signed. */
export function postSigned(
  url: string,
  notification: unknown,
  { secret = CALLBACK_SECRET, at = Math.floor(Date.now() / 1_000), prefix = 'Svc' } = {},
): Promise<CallResult> {
  const isText = typeof notification === 'string' || Buffer.isBuffer(notification)
  const body = isText ? (notification as string | Buffer) : JSON.stringify(notification)
  return postRaw(url, body, {
    'content-type': 'application/json',
    [`${prefix}-Timestamp`]: String(at),
    [`${prefix}-Signature`]: signPayload(secret, at, body),
  })
}

/** Posts an SNS envelope as SNS does. */
export function postEnvelope(url: string, envelope: object): Promise<CallResult> {
  return postRaw(url, JSON.stringify(envelope), { 'x-amz-sns-message-type': 'Notification' })
}
