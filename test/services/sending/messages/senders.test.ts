import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorOf } from '../../../../src/services/caller.js'
import { aSend, eventually, startApp, type TestApp, testSettings } from '../../../support/start-app.js'

const SHARED = 'hello@sandbox.postline.localhost'

let app: TestApp
beforeAll(async () => {
  const settings = testSettings()
  app = await startApp({ ...settings, MONGODB_URI: `${settings.MONGODB_URI}&monitorCommands=true` })
})
afterAll(() => app.close())

/** An account with domains of these names; names that begin with `verified` are verified. */
async function anAccount(...domains: string[]) {
  const { key, account_id } = await app.app.services.accounts.create('owner@postline.test')
  for (const domain of domains) {
    await app.call('POST', '/v1/domains', { key, body: { domain } })
    if (domain.startsWith('verified')) await app.call('POST', `/v1/domains/${domain}/verify`, { key })
  }
  const testKey = (await app.app.services.apiKeys.create(operatorOf(account_id), { scope: 'send', test_mode: true }))
    .key
  return { key, testKey, account_id }
}

async function send(key: string, from: string | undefined, email = 'owner@postline.test') {
  const metadata = from === undefined ? {} : { metadata: { from_email: from } }
  return app.call('POST', '/v1/send', { key, body: aSend({ destination: { email }, ...metadata }) })
}

async function outcome(key: string, from: string | undefined, email?: string) {
  const { status, body } = await send(key, from, email)
  return status === 201 ? 'accepted' : `${status} ${body.error.code}`
}

describe('the sender of a message', () => {
  const NOTHING: string[] = []
  const UNFINISHED = ['pending.a.test']
  const VERIFIED = ['verified.b.test', 'pending.b.test']
  test.each([
    ['nobody, without any domain', NOTHING, undefined, 'accepted'],
    ['the shared sender, without any domain', NOTHING, `Me <${SHARED.toUpperCase()}>`, 'accepted'],
    ['another address of the sandbox domain', NOTHING, 'me@sandbox.postline.localhost', '422 no_verified_domain'],
    ['a foreign domain, without any domain', NOTHING, 'me@elsewhere.test', '422 no_verified_domain'],
    ['nobody, with an unfinished domain', UNFINISHED, undefined, 'accepted'],
    ['an unfinished domain', UNFINISHED, 'me@pending.a.test', '422 domain_not_verified'],
    ['a foreign domain, with an unfinished one', UNFINISHED, 'me@elsewhere.test', '422 no_verified_domain'],
    ['nobody, with a verified domain', VERIFIED, undefined, '422 from_required'],
    ['a verified domain', VERIFIED, 'me@verified.b.test', 'accepted'],
    ['a verified domain in capitals, with a name', VERIFIED, '"Me, too" <Me@Verified.B.TEST>', 'accepted'],
    ['a sub-domain of a verified domain', VERIFIED, 'me@sub.verified.b.test', '422 from_not_verified'],
    ['the parent of a verified domain', VERIFIED, 'me@b.test', '422 from_not_verified'],
    ['an unfinished domain and a verified one', VERIFIED, 'me@pending.b.test', '422 domain_not_verified'],
    ['the shared sender, with a verified domain', VERIFIED, SHARED, '422 from_not_verified'],
    ['a foreign domain, with a verified one', VERIFIED, 'me@elsewhere.test', '422 from_not_verified'],
  ])('%s', async (_title, domains, from, expected) => {
    const { key, testKey } = await anAccount(...domains)
    expect(await outcome(key, from)).toBe(expected)
    expect(await outcome(testKey, from, 'bounced@anywhere.test')).toBe(expected)
    // Only one account can have a verified name.
    for (const domain of domains) await app.call('DELETE', `/v1/domains/${domain}`, { key })
  })
})

test('an account can send to anybody while it has a verified domain, otherwise only to itself', async () => {
  const { key } = await anAccount('verified.reach.test')
  expect(await outcome(key, 'me@verified.reach.test', 'anybody@elsewhere.test')).toBe('accepted')
  await app.call('DELETE', '/v1/domains/verified.reach.test', { key })
  expect(await outcome(key, undefined, 'anybody@elsewhere.test')).toBe('403 recipient_not_verified')
})

test('the verification of an account follows from its domains', async () => {
  const { key } = await anAccount()
  const email = async () => {
    const { sandbox_mode, shared_email_sender, channels } = (await app.call('GET', '/v1/account/verification', { key }))
      .body
    expect(shared_email_sender).toBe(SHARED)
    const { status, verified } = channels.find(({ channel }: { channel: string }) => channel === 'email')
    return [sandbox_mode, status, verified]
  }
  expect(await email()).toEqual([true, 'sandbox', false])
  await app.call('POST', '/v1/domains', { key, body: { domain: 'steps.test' } })
  expect(await email()).toEqual([true, 'pending', false])
  await app.call('POST', '/v1/domains/steps.test/verify', { key })
  expect(await email()).toEqual([false, 'verified', true])
  await app.call('DELETE', '/v1/domains/steps.test', { key })
  expect(await email()).toEqual([true, 'sandbox', false])
})

test('mail has the sender name of its domain unless the request has one', async () => {
  const { key } = await anAccount('verified.name.test')
  await app.call('PUT', '/v1/domains/verified.name.test/from-name', { key, body: { from_name: 'Acme, "Billing"' } })
  const from = async (text: string) => {
    const { id } = (await send(key, text)).body
    const mail = await eventually('captured', async () =>
      (await app.call('GET', '/dev/outbox', { key })).body.mails.find(
        ({ message_id }: { message_id: string }) => message_id === id,
      ),
    )
    return mail.from
  }
  expect(await from('me@verified.name.test')).toBe('"Acme, \\"Billing\\"" <me@verified.name.test>')
  expect(await from('Ada <me@verified.name.test>')).toBe('Ada <me@verified.name.test>')
})

test('concurrent sends share one look-up of domains', async () => {
  const { key, account_id } = await anAccount('verified.many.test')
  const items = Array.from({ length: 200 }, () =>
    aSend({ destination: { email: 'a@elsewhere.test' }, metadata: { from_email: 'me@verified.many.test' } }),
  )
  const lookUps: unknown[] = []
  const client = app.app.models.connection.getClient()
  client.on('commandStarted', ({ commandName, command }) => {
    if (commandName === 'find' && command.find === 'domains' && JSON.stringify(command).includes(account_id))
      lookUps.push(command)
  })
  const { body } = await app.call('POST', '/v1/send/batch', { key, body: items })
  expect(body.every(({ success }: { success: boolean }) => success)).toBe(true)
  expect(lookUps.length).toBeGreaterThan(0)
  expect(lookUps.length).toBeLessThanOrEqual(5)
})
