import { aSend, eventually, type TestApp } from '../../support/start-app.js'
import type { ErrorCase, SuccessCase } from '../case.js'
import { forbidden, invalid, unknownCursor, unknownId } from '../refusals.js'

/** Frees all seats, so that every door finds the account in the same state. */
async function without(app: TestApp): Promise<void> {
  const { body } = await app.call('GET', '/v1/test-recipients')
  for (const { id } of body.test_recipients) await app.call('DELETE', `/v1/test-recipients/${id}`)
}

const create = (app: TestApp, email: string) => app.call('POST', '/v1/test-recipients', { body: { email } })

/** The account's own address needs no link. */
async function theOwn(app: TestApp) {
  await without(app)
  return (await create(app, app.ownerEmail)).body as { id: string }
}

/** A test recipient of another account: anybody with the token can use it. */
async function aToken(app: TestApp) {
  const { key } = await app.app.services.accounts.create('asking@example.com')
  await app.call('POST', '/v1/test-recipients', { key, body: { email: 'ada@example.com' } })
  const mail = await eventually('the link', async () => (await app.call('GET', '/dev/outbox', { key })).body.mails[0])
  const { body } = await app.call('GET', `/dev/outbox/${mail.id}`, { key })
  return { token: /\/verify\/([\w-]{43})/.exec(body)![1]! }
}

async function aFull(app: TestApp) {
  for (let count = 0, status = 201; status === 201 && count < 4; count += 1) {
    status = (await create(app, `seat${count}@example.com`)).status
  }
  return { email: 'fourth@example.com' }
}

async function tooManyLinks(app: TestApp) {
  for (let status = 201; status === 201; ) {
    await without(app)
    status = (await create(app, 'bombed@example.com')).status
  }
  return { email: 'bombed@example.com' }
}

const toTheOwner = (app: TestApp, more = {}) =>
  aSend({ destination: { email: app.ownerEmail, ...more }, test_send: true })

async function tooManyTestSends(app: TestApp) {
  for (let status = 201; status === 201; ) {
    status = (await app.call('POST', '/v1/send', { body: toTheOwner(app) })).status
  }
  return toTheOwner(app)
}

export const successes: readonly SuccessCase[] = [
  { operation: 'messages.send', key: 'test', input: () => aSend({ test_send: true }) },
  { operation: 'messages.validate', input: () => ({ email: 'Ada@gone.test' }) },
  { operation: 'messages.validate', input: () => ({ email: 'nobody' }) },
  {
    operation: 'testRecipients.create',
    input: async (app) => ({ ...((await without(app)) ?? {}), email: app.ownerEmail }),
  },
  { operation: 'testRecipients.list', input: async (app) => ({ ...((await theOwn(app)) && {}), limit: 1 }) },
  { operation: 'testRecipients.verify', input: aToken },
  { operation: 'testRecipients.delete', input: async (app) => ({ id: (await theOwn(app)).id }) },
]

const refusedAddresses = ['nobody', 'a@b', 'Ada <ada@example.com>']

export const errors: readonly ErrorCase[] = [
  ...refusedAddresses.map((email) => ({
    title: `the address ${email}`,
    operation: 'testRecipients.create',
    input: { email },
    code: 'invalid_request' as const,
    field: 'email',
  })),
  invalid('testRecipients.create', 'email', 'no address', {}),
  forbidden('testRecipients.create', 'read', { email: 'ada@example.com' }),
  {
    title: 'a suppressed address',
    operation: 'testRecipients.create',
    input: async (app) => {
      const entry = { channel: 'email', recipient: 'unwilling@example.com', reason: 'complaint' }
      await app.call('POST', '/v1/suppressions', { body: entry })
      return { email: 'unwilling@example.com' }
    },
    code: 'recipient_suppressed',
  },
  {
    title: 'a fourth test recipient',
    operation: 'testRecipients.create',
    input: aFull,
    code: 'too_many_test_recipients',
  },
  {
    title: 'a sixth link in a day',
    operation: 'testRecipients.create',
    input: tooManyLinks,
    code: 'rate_limit_exceeded',
  },
  unknownCursor('testRecipients.list'),
  forbidden('testRecipients.list', 'send'),
  { title: 'an unknown token', operation: 'testRecipients.verify', input: { token: 'x' }, code: 'invalid_token' },
  {
    title: 'an unknown token with a valid key',
    operation: 'testRecipients.verify',
    key: 'send',
    input: { token: 'x' },
    code: 'invalid_token',
  },
  {
    title: 'a used token',
    operation: 'testRecipients.verify',
    input: async (app) => {
      const used = await aToken(app)
      await app.call('POST', '/v1/test-recipients/verify', { body: used })
      return used
    },
    code: 'invalid_token',
  },
  {
    title: 'a revoked key',
    operation: 'testRecipients.verify',
    key: 'revoked',
    input: { token: 'x' },
    code: 'unauthorized',
  },
  invalid('testRecipients.verify', 'token', 'no token', {}),
  unknownId('testRecipients.delete', { id: 'tr_00000000000000000000000000' }),
  forbidden('testRecipients.delete', 'read', { id: 'tr_00000000000000000000000000' }),
  invalid('messages.validate', 'email', 'no address', {}),
  forbidden('messages.validate', 'read', { email: 'ada@example.com' }),
  {
    title: 'a domain without a DNS answer',
    operation: 'messages.validate',
    input: { email: 'ada@broken.test' },
    code: 'validation_not_configured',
  },
  {
    title: 'a test send to a stranger',
    operation: 'messages.send',
    input: () => aSend({ test_send: true }),
    code: 'recipient_not_verified',
  },
  {
    title: 'a test send to two recipients',
    operation: 'messages.send',
    input: (app) => toTheOwner(app, { cc: [app.ownerEmail] }),
    code: 'invalid_destination',
  },
  {
    title: 'an eleventh test send',
    operation: 'messages.send',
    input: tooManyTestSends,
    code: 'test_send_daily_limit',
  },
]
