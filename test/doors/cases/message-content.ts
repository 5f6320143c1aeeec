import { aSend, eventually, type TestApp } from '../../support/start-app.js'
import { type ErrorCase, inAnHour, post, type SuccessCase } from '../case.js'
import { forbidden, invalid, unknownId } from '../refusals.js'

const UNKNOWN = { id: 'msg_00000000000000000000000000' }

const payload = {
  subject: 'Hello',
  body_html: '<p>Hello</p>',
  headers: { 'X-Order': '4711' },
  attachments: [{ filename: 'a.txt', content_type: 'text/plain', content: 'YQ==', content_id: 'a' }],
}

/** A message that is sent, with nothing left to do. */
async function aSent(app: TestApp) {
  const { id } = await post(app, '/v1/send', aSend({ payload }))
  await eventually('sent', () => app.app.models.messages.exists({ _id: id, dispatch_at: { $exists: false } }))
  return { id: id as string }
}

async function withoutContent(app: TestApp) {
  const message = await aSent(app)
  await app.call('DELETE', `/v1/messages/${message.id}/content`)
  return message
}

export const successes: readonly SuccessCase[] = [
  { operation: 'messages.content', input: aSent },
  { operation: 'messages.deleteContent', input: aSent },
  {
    operation: 'messages.resend',
    key: 'test',
    input: async (app) => ({ ...(await aSent(app)), idempotency_key: aSend().idempotency_key }),
  },
  { operation: 'messages.resend', key: 'test', input: aSent },
]

export const errors: readonly ErrorCase[] = [
  unknownId('messages.content', UNKNOWN),
  { title: 'content that is deleted', operation: 'messages.content', input: withoutContent, code: 'not_found' },
  forbidden('messages.content', 'send', UNKNOWN),
  unknownId('messages.deleteContent', UNKNOWN),
  { title: 'content that is deleted', operation: 'messages.deleteContent', input: withoutContent, code: 'not_found' },
  {
    title: 'a message that waits',
    operation: 'messages.deleteContent',
    input: async (app) => ({ id: (await post(app, '/v1/send', aSend({ scheduled_at: inAnHour() }))).id }),
    code: 'message_not_sent',
  },
  forbidden('messages.deleteContent', 'send', UNKNOWN),
  forbidden('messages.deleteContent', 'read', UNKNOWN),
  unknownId('messages.resend', UNKNOWN),
  { title: 'content that is deleted', operation: 'messages.resend', input: withoutContent, code: 'not_found' },
  { title: 'an unverified recipient', operation: 'messages.resend', input: aSent, code: 'recipient_not_verified' },
  {
    title: 'a key that another request used',
    operation: 'messages.resend',
    input: async (app) => {
      const { id, idempotency_key } = await post(app, '/v1/send', aSend())
      return { id, idempotency_key }
    },
    code: 'idempotency_key_reused',
  },
  invalid('messages.resend', 'idempotency_key', 'an empty idempotency key', { ...UNKNOWN, idempotency_key: '' }),
  forbidden('messages.resend', 'read', UNKNOWN),
]
