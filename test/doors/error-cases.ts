import { aSend } from '../support/start-app.js'
import type { ErrorCase } from './cases.js'
import { domainErrors } from './domain-cases.js'
import { domainLogoErrors } from './domain-logo-cases.js'
import { templateErrors } from './template-cases.js'
import { testRecipientErrors } from './test-recipient-cases.js'

const UNKNOWN_MESSAGE = 'msg_00000000000000000000000000'
const UNKNOWN_WEBHOOK = 'wh_00000000000000000000000000'
const UNKNOWN_DELIVERY = 'whd_00000000000000000000000000'
const UNKNOWN_KEY = 'key_00000000000000000000000000'

const DAY_MS = 24 * 3_600_000
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString()
const mailTo = (count: number) => Array.from({ length: count }, (_none, index) => `user${index}@example.com`)

/** A send with one part replaced; null leaves the part out. */
const send = (part: Record<string, unknown>) => {
  const request = aSend(part)
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== null))
}
const payload = (part: Record<string, unknown>) =>
  send({ payload: { subject: 'Hello', body_text: 'A text.', ...part } })

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
    title: 'an endless idempotency key',
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
    title: 'a destination without address',
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
    title: 'an invalid copy',
    input: send({ destination: { email: 'a@example.com', cc: ['nobody'] } }),
    code: 'invalid_destination',
    field: 'destination.cc.0',
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
    title: 'an invalid address for answers',
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
    title: 'an attachment of nothing',
    input: payload({ attachments: [{ filename: 'a', content_type: 'a/b' }] }),
    code: 'invalid_request',
    field: 'payload.attachments.0.content',
  },
  {
    title: 'an upload that the account has not',
    input: payload({ attachments: [{ upload_id: 'upl_00000000000000000000000000' }] }),
    code: 'invalid_request',
    field: 'payload.attachments.0.upload_id',
  },
  {
    title: 'an attachment that is no base64',
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
    title: 'a time that is none',
    input: send({ scheduled_at: 'tomorrow' }),
    code: 'invalid_request',
    field: 'scheduled_at',
  },
  { title: 'an unknown template', input: send({ template_id: 'tmpl_unknown' }), code: 'template_not_found' },
  {
    title: 'a kind of message that does not exist',
    input: send({ message_type: 'spam' }),
    code: 'invalid_request',
    field: 'message_type',
  },
  {
    title: 'a tag with a strange name',
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
    title: 'a domain that takes no mail',
    input: send({ destination: { email: 'a@nowhere.test' }, validate_recipient: true }),
    code: 'recipient_undeliverable',
  },
]

const unknown = (operation: string, input: Record<string, unknown>): ErrorCase => ({
  title: 'an unknown id',
  operation,
  input,
  code: 'not_found',
})

/** Every refusal that the doors must agree on. */
export const errorCases: readonly ErrorCase[] = [
  {
    title: 'a key that has reached its hard cap',
    operation: 'messages.send',
    key: 'capped',
    input: (app) => aSend({ destination: { email: app.ownerEmail } }),
    code: 'spend_cap_exceeded',
  },
  {
    title: 'a month that there is not',
    operation: 'usage.get',
    input: { period: '2026-13' },
    code: 'invalid_request',
    field: 'period',
  },
  { title: 'a key that sends', operation: 'usage.get', key: 'send', input: {}, code: 'forbidden' },
  {
    title: 'a cursor that is none',
    operation: 'spendCaps.list',
    input: { cursor: 'x' },
    code: 'invalid_request',
    field: 'cursor',
  },
  {
    title: 'a negative limit',
    operation: 'spendCaps.set',
    input: { hard_limit_micros: -1 },
    code: 'invalid_request',
    field: 'hard_limit_micros',
  },
  {
    title: 'no limit',
    operation: 'spendCaps.set',
    input: {},
    code: 'invalid_request',
    field: 'hard_limit_micros',
  },
  {
    title: 'an unknown key',
    operation: 'spendCaps.set',
    input: { key_id: UNKNOWN_KEY, hard_limit_micros: 1 },
    code: 'not_found',
  },
  {
    title: 'a key that reads',
    operation: 'spendCaps.set',
    key: 'read',
    input: { hard_limit_micros: 1 },
    code: 'forbidden',
  },
  {
    title: 'an unknown cap',
    operation: 'spendCaps.delete',
    input: { id: 'cap_00000000000000000000000000' },
    code: 'not_found',
  },
  ...templateErrors,
  ...testRecipientErrors,
  ...refusedSends.map((refused) => ({ ...refused, operation: 'messages.send', key: 'test' as const })),
  { title: 'no key', operation: 'messages.send', key: 'none', input: send({}), code: 'unauthorized' },
  { title: 'a revoked key', operation: 'messages.send', key: 'revoked', input: send({}), code: 'unauthorized' },
  { title: 'a key that reads', operation: 'messages.send', key: 'read', input: send({}), code: 'forbidden' },
  { title: 'a stranger from the sandbox', operation: 'messages.send', input: send({}), code: 'recipient_not_verified' },
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
  {
    title: 'an empty batch',
    operation: 'messages.sendBatch',
    input: { items: [] },
    code: 'invalid_request',
    field: 'items',
  },
  {
    title: 'too large a batch',
    operation: 'messages.sendBatch',
    input: { items: Array.from({ length: 1_001 }, () => send({})) },
    code: 'batch_too_large',
  },
  {
    title: 'a key that reads',
    operation: 'messages.sendBatch',
    key: 'read',
    input: { items: [send({})] },
    code: 'forbidden',
  },
  {
    title: 'a cursor that is none',
    operation: 'messages.list',
    input: { cursor: 'x' },
    code: 'invalid_request',
    field: 'cursor',
  },
  {
    title: 'a time that is none',
    operation: 'messages.list',
    input: { from: 'yesterday' },
    code: 'invalid_request',
    field: 'from',
  },
  {
    title: 'a channel that does not exist',
    operation: 'messages.list',
    input: { channel: 'pigeon' },
    code: 'invalid_request',
    field: 'channel',
  },
  { title: 'a key that sends', operation: 'messages.list', key: 'send', input: {}, code: 'forbidden' },
  unknown('messages.get', { id: UNKNOWN_MESSAGE }),
  {
    title: 'a key that sends',
    operation: 'messages.get',
    key: 'send',
    input: { id: UNKNOWN_MESSAGE },
    code: 'forbidden',
  },
  unknown('messages.getByIdempotencyKey', { idempotency_key: 'never-used' }),
  unknown('messages.cancel', { id: UNKNOWN_MESSAGE }),
  {
    title: 'a key that reads',
    operation: 'messages.cancel',
    key: 'read',
    input: { id: UNKNOWN_MESSAGE },
    code: 'forbidden',
  },
  {
    title: 'a scope that does not exist',
    operation: 'keys.create',
    input: { scope: 'root' },
    code: 'invalid_request',
    field: 'scope',
  },
  { title: 'no scope', operation: 'keys.create', input: {}, code: 'invalid_request', field: 'scope' },
  {
    title: 'an end in the past',
    operation: 'keys.create',
    input: { scope: 'read', expires_at: fromNow(-1_000) },
    code: 'invalid_request',
    field: 'expires_at',
  },
  { title: 'a key that sends', operation: 'keys.create', key: 'send', input: { scope: 'send' }, code: 'forbidden' },
  {
    title: 'a cursor that is none',
    operation: 'keys.list',
    input: { cursor: 'x' },
    code: 'invalid_request',
    field: 'cursor',
  },
  unknown('keys.rotate', { id: UNKNOWN_KEY }),
  unknown('keys.revoke', { id: UNKNOWN_KEY }),
  { title: 'no key', operation: 'account.verification', key: 'none', input: {}, code: 'unauthorized' },
  {
    title: 'a cursor that is none',
    operation: 'outbox.list',
    input: { cursor: 'x' },
    code: 'invalid_request',
    field: 'cursor',
  },
  unknown('outbox.get', { id: 'out_00000000000000000000000000' }),
  { title: 'no endpoint', operation: 'webhooks.create', input: {}, code: 'invalid_request', field: 'endpoint_url' },
  {
    title: 'an endpoint that is no URL',
    operation: 'webhooks.create',
    input: { endpoint_url: 'nowhere' },
    code: 'invalid_request',
    field: 'endpoint_url',
  },
  {
    title: 'a private endpoint',
    operation: 'webhooks.create',
    input: { endpoint_url: 'https://10.0.0.1/hook' },
    code: 'invalid_request',
    field: 'endpoint_url',
  },
  {
    title: 'an endpoint with credentials',
    operation: 'webhooks.create',
    input: { endpoint_url: 'https://a:b@127.0.0.1/' },
    code: 'invalid_request',
    field: 'endpoint_url',
  },
  {
    title: 'an event type that is not for webhooks',
    operation: 'webhooks.create',
    input: { endpoint_url: 'http://127.0.0.1:9/', event_types: ['queued'] },
    code: 'invalid_request',
    field: 'event_types.0',
  },
  {
    title: 'a key that reads',
    operation: 'webhooks.create',
    key: 'read',
    input: { endpoint_url: 'http://127.0.0.1:9/' },
    code: 'forbidden',
  },
  {
    title: 'a cursor that is none',
    operation: 'webhooks.list',
    input: { cursor: 'x' },
    code: 'invalid_request',
    field: 'cursor',
  },
  unknown('webhooks.get', { id: UNKNOWN_WEBHOOK }),
  unknown('webhooks.update', { id: UNKNOWN_WEBHOOK, is_active: false }),
  {
    title: 'a pause that is neither',
    operation: 'webhooks.update',
    input: { id: UNKNOWN_WEBHOOK, is_active: 'maybe' },
    code: 'invalid_request',
    field: 'is_active',
  },
  unknown('webhooks.delete', { id: UNKNOWN_WEBHOOK }),
  unknown('webhooks.rotateSecret', { id: UNKNOWN_WEBHOOK }),
  unknown('webhooks.deliveries', { id: UNKNOWN_WEBHOOK }),
  unknown('webhooks.getDelivery', { id: UNKNOWN_WEBHOOK, delivery_id: UNKNOWN_DELIVERY }),
  unknown('webhooks.test', { id: UNKNOWN_WEBHOOK }),
  {
    title: 'an event type that does not exist',
    operation: 'webhooks.test',
    input: { id: UNKNOWN_WEBHOOK, event_type: 'eaten' },
    code: 'invalid_request',
    field: 'event_type',
  },
  unknown('webhooks.redeliver', { id: UNKNOWN_WEBHOOK, delivery_id: UNKNOWN_DELIVERY }),
  {
    title: 'a recipient that is no address',
    operation: 'suppressions.create',
    input: { channel: 'email', recipient: 'nobody' },
    code: 'invalid_request',
    field: 'recipient',
  },
  {
    title: 'an endless reason',
    operation: 'suppressions.create',
    input: { channel: 'email', recipient: 'a@example.com', reason: 'r'.repeat(256) },
    code: 'invalid_request',
    field: 'reason',
  },
  {
    title: 'a channel without a list',
    operation: 'suppressions.create',
    input: { channel: 'sms', recipient: 'a@example.com' },
    code: 'channel_not_enabled',
  },
  {
    title: 'a key that reads',
    operation: 'suppressions.create',
    key: 'read',
    input: { channel: 'email', recipient: 'a@example.com' },
    code: 'forbidden',
  },
  {
    title: 'a channel without a list',
    operation: 'suppressions.list',
    input: { channel: 'push' },
    code: 'channel_not_enabled',
  },
  {
    title: 'a cursor that is none',
    operation: 'suppressions.list',
    input: { cursor: 'x' },
    code: 'invalid_request',
    field: 'cursor',
  },
  {
    title: 'an entry without an address',
    operation: 'suppressions.import',
    input: { entries: [{ email: 'a@example.com' }, { email: null }] },
    code: 'invalid_request',
    field: 'entries.1.email',
  },
  {
    title: 'a state that there is not',
    operation: 'suppressions.import',
    input: { entries: [{ email: 'a@example.com', state: 'sulking' }] },
    code: 'invalid_request',
    field: 'entries.0.state',
  },
  {
    title: 'more entries than an import holds',
    operation: 'suppressions.import',
    input: { entries: Array.from({ length: 10_001 }, (_none, index) => ({ email: `user${index}@example.com` })) },
    code: 'invalid_request',
    status: 422,
    field: 'entries',
  },
  {
    title: 'a channel without a list',
    operation: 'suppressions.import',
    input: { channel: 'voice', entries: [] },
    code: 'channel_not_enabled',
  },
  {
    title: 'a recipient that is not on the list',
    operation: 'suppressions.delete',
    input: { channel: 'email', recipient: 'never@example.com' },
    code: 'not_found',
  },
  {
    title: 'a channel without a list',
    operation: 'suppressions.delete',
    input: { channel: 'sms', recipient: 'a@example.com' },
    code: 'channel_not_enabled',
  },
  ...domainErrors,
  ...domainLogoErrors,
]
