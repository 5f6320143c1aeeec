import { signPayload } from '../../src/lib/http/webhook-signature.js'
import { CALLBACK_SECRET } from './post-callback.js'
import type { CallResult } from './start-app.js'

export interface MailPost {
  recipients?: string | null
  sender?: string
  secret?: string
  headers?: Record<string, string>
}

/** Posts a body to the callback of inbound mail, with any headers. */
export async function postInbound(
  url: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Promise<CallResult> {
  const response = await fetch(`${url}/v1/callbacks/inbound`, { method: 'POST', body: body as BodyInit, headers })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : text }
}

/** The headers that sign a body. */
export function signed(body: string | Buffer, secret = CALLBACK_SECRET): Record<string, string> {
  const at = Math.floor(Date.now() / 1_000)
  return { 'Svc-Timestamp': String(at), 'Svc-Signature': signPayload(secret, at, body) }
}

/** Posts a message with its envelope, signed. */
export function postMail(
  url: string,
  raw: string | Buffer,
  { recipients = null, sender = 'ada@example.com', secret, headers }: MailPost = {},
): Promise<CallResult> {
  return postInbound(url, raw, {
    'content-type': 'message/rfc822',
    ...signed(raw, secret),
    'Svc-Sender': sender,
    ...(recipients !== null && { 'Svc-Recipient': recipients }),
    ...headers,
  })
}

/** An SES notification of received mail, as an SNS action makes it. */
export function sesInbound(raw: string | Buffer, recipients: string[], overrides: Record<string, unknown> = {}) {
  const pass = { status: 'PASS' }
  return {
    notificationType: 'Received',
    mail: {
      timestamp: '2026-11-22T09:00:00.000Z',
      source: 'ada@example.com',
      messageId: 'o3vrnil0e2ic28tr',
      destination: recipients,
      headersTruncated: false,
      headers: [{ name: 'Subject', value: 'Hello' }],
      commonHeaders: { from: ['Ada <ada@example.com>'], subject: 'Hello' },
    },
    receipt: {
      timestamp: '2026-11-22T09:00:00.000Z',
      processingTimeMillis: 222,
      recipients,
      spamVerdict: pass,
      virusVerdict: pass,
      spfVerdict: { status: 'GRAY' },
      dkimVerdict: { status: 'FAIL' },
      dmarcVerdict: { status: 'PROCESSING_FAILED' },
      action: { type: 'SNS', topicArn: 'arn:aws:sns:eu-central-1:123456789012:mail', encoding: 'BASE64' },
    },
    content: Buffer.from(raw).toString('base64'),
    ...overrides,
  }
}
