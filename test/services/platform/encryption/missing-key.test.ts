import { randomBytes } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import type { DkimKeyDoc } from '../../../../src/models/domain.js'
import { inRevision } from '../../../../src/models/revisions.js'
import { StartError } from '../../../../src/start-errors.js'
import { postlineHere as postline } from '../../../cli/support.js'
import { anotherProcess } from '../../../support/more-processes.js'
import { startSmtpApp } from '../../../support/smtp-app.js'
import { aSend, eventually, startApp, type TestApp } from '../../../support/start-app.js'
import { verifiedDomain } from '../../../support/verified-domain.js'
import { startWebhookReceiver } from '../../../support/webhook-receiver.js'

const [OLD, NEW] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]

const started: { close(): Promise<void> }[] = []
const closing = <T extends { close(): Promise<void> }>(part: T): T => {
  started.push(part)
  return part
}
afterEach(async () => {
  for (const part of started.splice(0).reverse()) await part.close()
})

const subscribe = ({ call }: TestApp, endpoint_url = 'http://127.0.0.1:1029/') =>
  call('POST', '/v1/webhooks', { body: { endpoint_url } })

test('a process does not start without the key of the stored secrets, and the error names ENCRYPTION_KEY', async () => {
  const first = closing(await startApp({ ENCRYPTION_KEY: OLD }))
  await subscribe(first)
  const keyId = first.app.sealer.newest
  for (const ROLES of ['api', 'worker']) {
    const lacking = anotherProcess(first, { ENCRYPTION_KEY: NEW, ROLES })
    await expect(lacking).rejects.toThrow(StartError)
    await expect(lacking).rejects.toThrow(
      `ENCRYPTION_KEY lacks the key ${keyId}, which encrypts 1 secret in MongoDB. Add`,
    )
    const unset = anotherProcess(first, { ENCRYPTION_KEY: '', ROLES })
    await expect(unset).rejects.toThrow(`ENCRYPTION_KEY is not set, but 1 secret in MongoDB`)
  }
  closing(await anotherProcess(first, { ENCRYPTION_KEY: `${NEW},${OLD}` }))
  // It uses no secrets, so it does not get the key.
  closing(await anotherProcess(first, { ENCRYPTION_KEY: '', ROLES: 'scheduler' }))
})

test('a key that has encrypted nothing may be replaced', async () => {
  const first = closing(await startApp({ ENCRYPTION_KEY: OLD }))
  closing(await anotherProcess(first, { ENCRYPTION_KEY: NEW, ROLES: 'api' }))
})

test('the command line stores no plain DKIM key where the service encrypts', async () => {
  const app = closing(await startApp({ ENCRYPTION_KEY: OLD, ROLES: 'api' }))
  await subscribe(app)
  await app.call('POST', '/v1/domains', { body: { domain: 'acme.com' } })
  const { code, stderr } = await postline({ ...app.settings, ENCRYPTION_KEY: '' }, 'domains', 'zone')
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^error: ENCRYPTION_KEY is not set/) })
  expect(await postline({ ...app.settings, ENCRYPTION_KEY: '' }, 'accounts', 'list')).toMatchObject({ code: 0 })
  expect(await app.app.models.domains.collection.findOne({ name: 'acme.com' })).toMatchObject({ dkim: null })
})

test('deliveries wait for a worker that has the key, and use up no attempt', async () => {
  const receiver = closing(await startWebhookReceiver())
  // Started before the new key was there, as in a deployment that replaces its processes one by one.
  const old = closing(await startApp({ ENCRYPTION_KEY: OLD, ROLES: 'worker,scheduler' }))
  const api = closing(await anotherProcess(old, { ENCRYPTION_KEY: `${NEW},${OLD}`, ROLES: 'api' }))
  await api.app.services.accounts.bootstrap()
  const { key } = (await api.app.services.accounts.create('somebody@example.com')) as { key: string }
  const { body: webhook } = await api.call('POST', '/v1/webhooks', { key, body: { endpoint_url: receiver.url } })
  const { body: delivery } = await api.call('POST', `/v1/webhooks/${webhook.id}/test`, { key })
  const row = () => api.app.models.deliveries.collection.findOne({ _id: delivery.id })
  await eventually('it is put off', async () => ((await row())?.next_at?.getTime() ?? 0) > Date.now() + 5_000)
  expect(await row()).toMatchObject({ status: 'pending', attempt_count: 0, crashes: 0 })

  closing(await anotherProcess(old, { ENCRYPTION_KEY: `${NEW},${OLD}`, ROLES: 'worker' }))
  await old.app.close()
  await api.app.models.deliveries.updateOne({ _id: delivery.id }, { $set: { next_at: new Date() } })
  await api.app.models.deliveries.collection.updateOne({ _id: delivery.id }, { $unset: { enqueued_at: 1 } })
  closing(await anotherProcess(old, { ENCRYPTION_KEY: '', ROLES: 'scheduler' }))
  await eventually('it is delivered', () => receiver.hits[0]?.isSignedWith(webhook.signing_secret))
})

test('mail that cannot be signed waits, and leaves signed when the key is there', async () => {
  const app = closing(await startSmtpApp({ ENCRYPTION_KEY: OLD }))
  await verifiedDomain(app, 'acme.com')
  const { _id } = (await app.app.models.domains.collection.findOne({ name: 'acme.com' }))!
  await app.app.dkimKeys.ensure(_id)
  const sealed = (await app.app.models.domains.collection.findOne({ _id }))!.dkim!
  const lost = { ...sealed, private_key: sealed.private_key.replace(/^sealed:1:\w+/, 'sealed:1:000000000000') }
  const setKey = (dkim: DkimKeyDoc) =>
    inRevision(app.app.models, app.accountId, (session) =>
      app.app.models.domains.collection.updateOne({ _id }, { $set: { dkim } }, { session }),
    )
  await setKey(lost)
  const { body } = await app.call('POST', '/v1/send', { body: aSend({ metadata: { from_email: 'me@acme.com' } }) })
  const row = () => app.app.models.messages.collection.findOne({ _id: body.id })
  await eventually('it is deferred', async () => (await row())?.deferrals === 1)
  expect(await row()).toMatchObject({ status: 'queued', crashes: 0 })
  await setKey(sealed)
  app.clock.aheadMs += 60_000
  const mail = await eventually('it has arrived', () => app.sink.mails[0])
  expect(mail.raw.toString()).toMatch(/^DKIM-Signature: .*d=acme\.com/m)
})
