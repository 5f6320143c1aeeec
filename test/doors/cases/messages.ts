import { anImage } from '../../support/images.js'
import { aSend, eventually, type TestApp } from '../../support/start-app.js'
import { uploadFile } from '../../support/upload-file.js'
import { type ErrorCase, inAnHour, post, type SuccessCase } from '../case.js'
import { forbidden, invalid, unknownCursor, unknownId } from '../refusals.js'

async function aDelivered(app: TestApp, overrides = {}) {
  const { id, idempotency_key } = await post(app, '/v1/send', aSend(overrides))
  await eventually('delivered', async () => (await app.call('GET', `/v1/messages/${id}`)).body.status === 'delivered')
  return { id, idempotency_key }
}

const UNKNOWN_MESSAGE = 'msg_00000000000000000000000000'

/** A send with one part replaced; null omits the part. */
const send = (part: Record<string, unknown>) => {
  const request = aSend(part)
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== null))
}

const payload = (part: Record<string, unknown>) =>
  send({ payload: { subject: 'Hello', body_text: 'A text.', ...part } })

const DAY_MS = 24 * 3_600_000
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString()
const withoutChannel = ({ channel: _, ...rest }: ReturnType<typeof aSend>) => rest
const mailTo = (count: number) => Array.from({ length: count }, (_none, index) => `user${index}@example.com`)

const refusedSends: Omit<ErrorCase, 'operation' | 'key'>[] = [
  {
    title: 'no idempotency key',
    input: send({ idempotency_key: null }),
    code: 'invalid_request',
    field: 'idempotency_key',
  },
  {
    title: 'an empty idempotency key',
    input: send({ idempotency_key: '' }),
    code: 'invalid_request',
    field: 'idempotency_key',
  },
  {
    title: 'a very long idempotency key',
    input: send({ idempotency_key: 'k'.repeat(256) }),
    code: 'invalid_request',
    field: 'idempotency_key',
  },
  {
    title: 'a channel that does not exist',
    input: send({ channel: 'pigeon' }),
    code: 'invalid_request',
    field: 'channel',
  },
  { title: 'a channel that is not sent', input: send({ channel: 'sms' }), code: 'channel_not_enabled' },
  { title: 'no destination', input: send({ destination: null }), code: 'invalid_request', field: 'destination' },
  {
    title: 'a destination of the wrong type',
    input: send({ destination: 'a@example.com' }),
    code: 'invalid_request',
    field: 'destination',
  },
  {
    title: 'a destination without an address',
    input: send({ destination: {} }),
    code: 'invalid_destination',
    field: 'destination.email',
  },
  {
    title: 'an invalid address',
    input: send({ destination: { email: 'nobody' } }),
    code: 'invalid_destination',
    field: 'destination.email',
  },
  {
    title: 'an invalid address of several',
    input: send({ destination: { to: ['a@example.com', 'nobody'] } }),
    code: 'invalid_destination',
    field: 'destination.to.1',
  },
  {
    title: 'an invalid cc',
    input: send({ destination: { email: 'a@example.com', cc: ['nobody'] } }),
    code: 'invalid_destination',
    field: 'destination.cc.0',
  },
  {
    title: 'a reserved variable',
    input: send({ template_id: 'tmpl_x', template_vars: { unsubscribe_url: 'https://example.com/' } }),
    code: 'invalid_request',
    field: 'template_vars.unsubscribe_url',
  },
  {
    title: 'too many recipients',
    input: send({ destination: { email: 'a@example.com', bcc: mailTo(50) } }),
    code: 'invalid_destination',
    field: 'destination',
  },
  { title: 'no payload', input: send({ payload: null }), code: 'invalid_channel_payload', field: 'payload' },
  {
    title: 'a payload of the wrong type',
    input: send({ payload: 'Hello' }),
    code: 'invalid_request',
    field: 'payload',
  },
  { title: 'no subject', input: payload({ subject: '' }), code: 'invalid_channel_payload', field: 'payload.subject' },
  { title: 'no body', input: payload({ body_text: '' }), code: 'invalid_channel_payload', field: 'payload' },
  {
    title: 'a subject of two lines',
    input: payload({ subject: 'a\nBcc: b@example.com' }),
    code: 'invalid_request',
    field: 'payload.subject',
  },
  {
    title: 'an invalid reply_to',
    input: payload({ reply_to: ['nobody'] }),
    code: 'invalid_request',
    field: 'payload.reply_to.0',
  },
  {
    title: 'a header of the service',
    input: payload({ headers: { Bcc: 'b@example.com' } }),
    code: 'invalid_request',
    field: 'payload.headers.Bcc',
  },
  {
    title: 'an empty attachment',
    input: payload({ attachments: [{ filename: 'a', content_type: 'a/b' }] }),
    code: 'invalid_request',
    field: 'payload.attachments.0.content',
  },
  {
    title: 'an unknown upload',
    input: payload({ attachments: [{ upload_id: 'upl_00000000000000000000000000' }] }),
    code: 'invalid_request',
    field: 'payload.attachments.0.upload_id',
  },
  {
    title: 'an attachment that is not base64',
    input: payload({ attachments: [{ filename: 'a.txt', content_type: 'text/plain', content: '%%%' }] }),
    code: 'invalid_request',
    field: 'payload.attachments.0.content',
  },
  {
    title: 'attachments that are too large',
    input: payload({
      attachments: [
        {
          filename: 'a.bin',
          content_type: 'text/plain',
          content: Buffer.alloc(7 * 1024 * 1024 + 1).toString('base64'),
        },
      ],
    }),
    code: 'payload_too_large',
  },
  {
    title: 'a malformed sender',
    input: send({ metadata: { from_email: 'nobody' } }),
    code: 'invalid_request',
    field: 'metadata.from_email',
  },
  {
    title: 'a sender whose name is written backwards',
    input: send({ metadata: { from_email: '\u202emcA <a@example.com>' } }),
    code: 'invalid_request',
    field: 'metadata.from_email',
  },
  {
    title: 'a recipient whose name is written backwards',
    input: send({ destination: { email: 'a@example.com', name: '\u202eboB' } }),
    code: 'invalid_request',
    field: 'destination.name',
  },
  {
    title: 'a sender of another domain',
    input: send({ metadata: { from_email: 'a@example.com' } }),
    code: 'no_verified_domain',
  },
  { title: 'a time long past', input: send({ scheduled_at: fromNow(-2 * 60_000) }), code: 'invalid_schedule' },
  { title: 'a time too far ahead', input: send({ scheduled_at: fromNow(91 * DAY_MS) }), code: 'invalid_schedule' },
  {
    title: 'an invalid time',
    input: send({ scheduled_at: 'tomorrow' }),
    code: 'invalid_request',
    field: 'scheduled_at',
  },
  { title: 'an unknown template', input: send({ template_id: 'tmpl_unknown' }), code: 'template_not_found' },
  {
    title: 'an unknown message type',
    input: send({ message_type: 'spam' }),
    code: 'invalid_request',
    field: 'message_type',
  },
  {
    title: 'a tag with an invalid name',
    input: send({ tags: { 'a b': 'c' } }),
    code: 'invalid_request',
    field: 'tags.a b',
  },
  {
    title: 'too many tags',
    input: send({ tags: Object.fromEntries(Array.from({ length: 11 }, (_none, index) => [`t${index}`, 'x'])) }),
    code: 'invalid_request',
    field: 'tags',
  },
  {
    title: 'a domain that accepts no mail',
    input: send({ destination: { email: 'a@nowhere.test' }, validate_recipient: true }),
    code: 'recipient_undeliverable',
  },
]

export const successes: readonly SuccessCase[] = [
  {
    operation: 'messages.send',
    key: 'test',
    input: () => aSend({ tags: { order: '8471' }, message_type: 'marketing' }),
  },
  { operation: 'messages.send', key: 'test', input: () => aSend({ scheduled_at: inAnHour() }) },
  { operation: 'messages.send', key: 'test', input: () => aSend({ destination: { to: mailTo(3) } }) },
  { operation: 'messages.send', key: 'test', input: () => withoutChannel(aSend()) },
  {
    operation: 'messages.send',
    key: 'test',
    input: () => aSend({ destination: { email: 'Ada L <ada@example.com>' } }),
  },
  {
    operation: 'messages.send',
    key: 'test',
    input: async (app) => {
      const upload_id = (await uploadFile(app, '/v1/uploads', anImage())).body.id as string
      return aSend({ payload: { subject: 'A picture', body_text: 'See.', attachments: [{ upload_id }] } })
    },
  },
  {
    operation: 'messages.sendBatch',
    key: 'test',
    input: () => ({
      items: [aSend(), aSend({ destination: { email: 'nobody' } }), aSend({ payload: { body_html: '<p>' } })],
    }),
  },
  {
    operation: 'messages.list',
    input: async (app) => ({ ...((await aDelivered(app)) && {}), status: 'delivered', limit: 1 }),
  },
  {
    operation: 'messages.list',
    input: async (app) => {
      await aDelivered(app, { tags: { order: '8471' } })
      return {
        tag: 'order:8471',
        recipient: app.ownerEmail,
        sender: app.app.config.sharedEmailSender,
        test_mode: false,
        limit: 1,
      }
    },
  },
  {
    operation: 'messages.list',
    input: async (app) => {
      const broadcast_id = 'bc_01kajqx5t2n8w4e6r9y7m3b1c0'
      await app.app.models.messages.updateOne({ _id: (await aDelivered(app)).id }, { broadcast_id })
      return { broadcast_id, limit: 1 }
    },
  },
  { operation: 'messages.get', input: async (app) => ({ id: (await aDelivered(app)).id }) },
  {
    operation: 'messages.getByIdempotencyKey',
    input: async (app) => ({ idempotency_key: (await aDelivered(app)).idempotency_key }),
  },
  {
    operation: 'messages.cancel',
    input: async (app) => ({ id: (await post(app, '/v1/send', aSend({ scheduled_at: inAnHour() }))).id }),
  },
]

export const errors: readonly ErrorCase[] = [
  {
    title: 'a key that has reached its hard cap',
    operation: 'messages.send',
    key: 'capped',
    input: (app) => aSend({ destination: { email: app.ownerEmail } }),
    code: 'spend_cap_exceeded',
  },
  ...refusedSends.map((refused) => ({ ...refused, operation: 'messages.send', key: 'test' as const })),
  { title: 'no key', operation: 'messages.send', key: 'none', input: send({}), code: 'unauthorized' },
  { title: 'a revoked key', operation: 'messages.send', key: 'revoked', input: send({}), code: 'unauthorized' },
  forbidden('messages.send', 'read', send({})),
  {
    title: 'an unverified recipient in the sandbox',
    operation: 'messages.send',
    input: send({}),
    code: 'recipient_not_verified',
  },
  {
    title: 'a key that another body used',
    operation: 'messages.send',
    key: 'test',
    input: async (app) => {
      const used = send({})
      await app.call('POST', '/v1/send', { key: await app.key('send', true), body: used })
      return { ...used, payload: { subject: 'Another', body_text: 'text' } }
    },
    code: 'idempotency_key_reused',
  },
  invalid('messages.sendBatch', 'items', 'an empty batch', { items: [] }),
  {
    title: 'too large a batch',
    operation: 'messages.sendBatch',
    input: { items: Array.from({ length: 1_001 }, () => send({})) },
    code: 'batch_too_large',
  },
  forbidden('messages.sendBatch', 'read', { items: [send({})] }),
  unknownCursor('messages.list'),
  invalid('messages.list', 'from', 'an invalid time', { from: 'yesterday' }),
  invalid('messages.list', 'channel', 'a channel that does not exist', { channel: 'pigeon' }),
  invalid('messages.list', 'recipient', 'a recipient that is no address', { recipient: 'ada' }),
  invalid('messages.list', 'sender', 'a sender that is no address', { sender: 'ada' }),
  invalid('messages.list', 'tag', 'a tag that no message can have', { tag: 'two words' }),
  forbidden('messages.list', 'send'),
  unknownId('messages.get', { id: UNKNOWN_MESSAGE }),
  forbidden('messages.get', 'send', { id: UNKNOWN_MESSAGE }),
  unknownId('messages.getByIdempotencyKey', { idempotency_key: 'never-used' }),
  unknownId('messages.cancel', { id: UNKNOWN_MESSAGE }),
  forbidden('messages.cancel', 'read', { id: UNKNOWN_MESSAGE }),
]
