import { createPrivateKey } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { deploymentSecret } from '../../../../src/services/platform/encryption/deployment-secret.js'
import {
  DEPLOYMENT_SECRETS,
  DKIM_ED25519_KEY,
  DKIM_KEY,
} from '../../../../src/services/platform/encryption/secret-fields.js'
import { dumpLedger } from '../../../support/dump-ledger.js'
import { aSend, eventually, type Settings, startApp, type TestApp } from '../../../support/start-app.js'
import { startWebhookReceiver, type WebhookReceiver } from '../../../support/webhook-receiver.js'

let app: TestApp
let receiver: WebhookReceiver

afterEach(async () => {
  await app.close()
  await receiver.close()
})

/** Makes one secret of every kind, and mail and webhooks that use them. Returns the secrets by name. */
async function useSecrets(settings: Settings = {}): Promise<Map<string, string>> {
  receiver = await startWebhookReceiver()
  app = await startApp(settings)
  const subscription = { endpoint_url: receiver.url, event_types: ['sent'] }
  const subscribe = async () => (await app.call('POST', '/v1/webhooks', { body: subscription })).body
  const [kept, rotated] = [await subscribe(), await subscribe()]
  const { body: fresh } = await app.call('POST', `/v1/webhooks/${rotated.id}/rotate-secret`)
  const { body: domain } = await app.call('POST', '/v1/domains', { body: { domain: 'acme.test' } })
  await app.call('PUT', '/v1/domains/acme.test/ed25519', { body: { enabled: true } })
  await app.call('POST', '/v1/domains/acme.test/verify')
  expect((await app.call('POST', '/session', { body: { key: app.adminKey } })).status).toBe(200)
  const tracked = { tracking: { opens: true }, metadata: { from_email: 'me@acme.test' } }
  const body = aSend({ ...tracked, payload: { subject: 'Hello', body_html: '<p>Hello</p>' } })
  expect((await app.call('POST', '/v1/send', { body })).status).toBe(201)
  await eventually('both webhooks have been called', () => receiver.hits.length >= 2)
  for (const { signing_secret } of [kept, fresh]) {
    expect(receiver.hits.filter((hit) => hit.isSignedWith(signing_secret))).toHaveLength(receiver.hits.length / 2)
  }
  const { dkim, dkim_ed25519 } = (await app.app.models.domains.collection.findOne({ _id: domain.id }))!
  const pem = app.app.sealer.open(DKIM_KEY, domain.id, dkim!.private_key)
  const ed25519Pem = app.app.sealer.open(DKIM_ED25519_KEY, domain.id, dkim_ed25519!.private_key)
  const exponent = createPrivateKey(pem).export({ format: 'jwk' }).d!
  const secrets = new Map([
    ['webhook', kept.signing_secret],
    ['replaced webhook', rotated.signing_secret],
    ['new webhook', fresh.signing_secret],
    ['DKIM', pem.split('\n')[5]!],
    ['DKIM Ed25519', ed25519Pem.split('\n')[1]!],
    ['DKIM exponent', Buffer.from(exponent, 'base64url').toString('base64')],
  ])
  for (const name of DEPLOYMENT_SECRETS) secrets.set(name, await deploymentSecret(app.app, name))
  return secrets
}

/** The secrets that are stored somewhere, as text, in base64 or as bytes. */
async function foundIn(secrets: Map<string, string>): Promise<string[]> {
  const dump = await dumpLedger(app.app.models.connection)
  expect(dump.length).toBeGreaterThan(20)
  const found = [...secrets].flatMap(([name, secret]) => {
    const forms = [
      secret,
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret, 'hex'),
      Buffer.from(secret, 'base64'),
    ]
    return dump.filter(({ bytes }) => forms.some((form) => form.length > 15 && bytes.includes(form))).map(() => name)
  })
  return [...new Set(found)]
}

test('no row of the ledger holds a secret that can be read', async () => {
  expect(await foundIn(await useSecrets())).toEqual([])
})

test('without a key they can be read, which also shows that the search finds them', async () => {
  const found = await foundIn(await useSecrets({ ENCRYPTION_KEY: '' }))
  expect(found.sort()).toEqual([
    ...[
      'DKIM',
      'DKIM Ed25519',
      'bounce_secret',
      'callback_secret',
      'erasure_secret',
      'link_secret',
      'new webhook',
      'session_secret',
      'webhook',
    ],
  ])
})

test('a sealed secret that was copied from another account or changed signs nothing', async () => {
  await useSecrets()
  const { collection } = app.app.models.subscriptions
  const [mine, theirs] = await collection.find().sort({ _id: 1 }).toArray()
  await collection.updateOne({ _id: mine!._id }, { $set: { signing_secret: theirs!.signing_secret } })
  const before = receiver.hits.length
  const test = await app.call('POST', `/v1/webhooks/${mine!._id}/test`)
  const failed = await eventually('the work has failed', () =>
    app.app.models.deliveries.findOne({ _id: test.body.id, last_error: { $exists: true } }).lean(),
  )
  expect(failed.last_error).toMatch(/^SealedSecretError: .*was changed, or copied from another row/)
  expect(receiver.hits).toHaveLength(before)
})
