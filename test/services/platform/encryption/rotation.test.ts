import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../../../src/config.js'
import { deploymentSecret } from '../../../../src/services/platform/encryption/deployment-secret.js'
import { countByKey, findKeyIds } from '../../../../src/services/platform/encryption/keys-in-use.js'
import { Sealer } from '../../../../src/services/platform/encryption/sealer.js'
import { WEBHOOK_SECRET } from '../../../../src/services/platform/encryption/secret-fields.js'
import { SecretRotation } from '../../../../src/services/platform/encryption/secret-rotation.js'
import { postlineHere as postline } from '../../../cli/support.js'
import { anotherProcess } from '../../../support/more-processes.js'
import { eventually, startApp, type TestApp } from '../../../support/start-app.js'
import { startWebhookReceiver, type WebhookReceiver } from '../../../support/webhook-receiver.js'

const [OLD, NEW] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
const BOTH = `${NEW},${OLD}`
const QUIET = () => {}

let app: TestApp
let receiver: WebhookReceiver
const started: TestApp[] = []

beforeEach(async () => {
  receiver = await startWebhookReceiver()
})
afterEach(async () => {
  for (const each of started.splice(0).reverse()) await each.close()
  await receiver.close()
})

async function start(ENCRYPTION_KEY: string): Promise<TestApp> {
  app = await startApp({ ENCRYPTION_KEY })
  started.push(app)
  return app
}

/** A further process of the deployment, after a change of the setting. */
async function restarted(ENCRYPTION_KEY: string): Promise<TestApp> {
  const next = await anotherProcess(started[0]!, { ENCRYPTION_KEY })
  started.push(next)
  return next
}

/** The process that was started last. */
const latest = () => started.at(-1)!

/** A request of the first account to that process. */
const post = async (path: string, body?: object) =>
  (await latest().call('POST', path, { key: started[0]!.adminKey, ...(body && { body }) })).body

const subscribe = (): Promise<{ id: string; signing_secret: string }> =>
  post('/v1/webhooks', { endpoint_url: receiver.url })

const storedSecret = async (id: string) =>
  (await latest().app.models.subscriptions.collection.findOne({ _id: id }))!.signing_secret

/** Sends a test event to a webhook, and waits for it. */
async function isCalled({ id, signing_secret }: { id: string; signing_secret: string }): Promise<boolean> {
  const { event_id } = await post(`/v1/webhooks/${id}/test`)
  const hit = await eventually('the webhook is called', () => receiver.hits.find((one) => one.eventId === event_id))
  return hit.isSignedWith(signing_secret)
}

describe('a rotation', () => {
  test('encrypts everything with the newest key, and the service then works without the old one', async () => {
    await start(OLD)
    const webhook = await subscribe()
    await post('/v1/domains', { domain: 'acme.test' })
    await post('/v1/domains/acme.test/verify')
    const link = await deploymentSecret(app.app, 'link_secret')
    const oldId = app.app.sealer.newest!

    const both = await restarted(BOTH)
    const newId = both.app.sealer.newest!
    const result = await both.app.services.secretRotation.run(QUIET)
    const removable_keys = [{ position: 2, id: oldId }]
    expect(result).toEqual({ key: newId, encrypted: 3, left: 0, left_secrets: [], removable_keys })
    expect([...(await countByKey(latest().app.models))]).toEqual([[newId, 3]])
    expect(await findKeyIds(latest().app.models)).toEqual([newId])

    // Deliveries may go to any process, and those with the old key can no longer sign.
    await Promise.all(started.map(({ app: each }) => each.close()))
    const alone = await restarted(NEW)
    expect(await isCalled(webhook)).toBe(true)
    expect(await deploymentSecret(alone.app, 'link_secret')).toBe(link)
    expect(await alone.app.services.secretRotation.run(QUIET)).toMatchObject({ encrypted: 0, removable_keys: [] })
  })

  test('encrypts what was stored before there was a key', async () => {
    await start('')
    const webhook = await subscribe()
    expect(await storedSecret(webhook.id)).toBe(webhook.signing_secret)
    const next = await restarted(NEW)
    expect(await next.app.services.secretRotation.run(QUIET)).toMatchObject({ encrypted: 1, left: 0 })
    expect(await storedSecret(webhook.id)).not.toContain(webhook.signing_secret)
    await app.app.close()
    expect(await isCalled(webhook)).toBe(true)
  })

  test('goes on beside deliveries, and each is signed', async () => {
    await start(OLD)
    const webhooks = await Promise.all(Array.from({ length: 40 }, subscribe))
    await app.app.close()
    const both = await restarted(BOTH)
    const [rotation, ...called] = await Promise.all([
      both.app.services.secretRotation.run(QUIET),
      ...webhooks.map((webhook) => isCalled(webhook)),
    ])
    expect(rotation.left).toBe(0)
    expect(called).toEqual(webhooks.map(() => true))
    expect([...(await countByKey(both.app.models)).keys()]).toEqual([both.app.sealer.newest])
  })

  test('loses no change that is made at the same time', async () => {
    // It still encrypts with the old key, so every change gives the rotation more to do.
    const { app: changing } = await start(`${OLD},${NEW}`)
    const webhooks = await Promise.all(Array.from({ length: 20 }, subscribe))
    const newest = new Map(webhooks.map(({ id, signing_secret }) => [id, signing_secret]))
    const sealer = new Sealer(readConfig({ ENCRYPTION_KEY: BOTH }).encryptionKey!)
    const rotation = new SecretRotation({ models: changing.models, sealer })
    let isChanging = true
    const rotating = (async () => {
      while (isChanging) await rotation.run(QUIET)
    })()
    const change = async (id: string) => {
      for (let round = 0; round < 10; round += 1) {
        newest.set(id, (await post(`/v1/webhooks/${id}/rotate-secret`)).signing_secret)
      }
    }
    await Promise.all(webhooks.map(({ id }) => change(id)))
    isChanging = false
    await rotating
    for (const [id, secret] of newest) expect(sealer.open(WEBHOOK_SECRET, id, await storedSecret(id))).toBe(secret)
  })

  test('two at once encrypt each secret, and none is lost', async () => {
    await start(OLD)
    const webhooks = await Promise.all(Array.from({ length: 20 }, () => subscribe()))
    await app.app.close()
    const both = await restarted(BOTH)
    const { secretRotation } = both.app.services
    const results = await Promise.all([secretRotation.run(QUIET), secretRotation.run(QUIET)])
    expect(results.map(({ left }) => left)).toEqual([0, 0])
    expect(results.reduce((sum, { encrypted }) => sum + encrypted, 0)).toBe(20)
    for (const { id, signing_secret } of webhooks) {
      expect(both.app.sealer.open(WEBHOOK_SECRET, id, await storedSecret(id))).toBe(signing_secret)
    }
  })
})

describe('postline rotate-encryption-key', () => {
  test('shows progress on stderr, and says which key can be removed', async () => {
    await start(OLD)
    await subscribe()
    const settings = { ...app.settings, ENCRYPTION_KEY: BOTH }
    const tooEarly = await postline(settings, 'rotate-encryption-key')
    expect(tooEarly).toMatchObject({ code: 1, stdout: '' })
    expect(tooEarly.stderr).toMatch(/^error: No process was started with the newest key .* Restart all processes .*\n$/)
    await restarted(BOTH)
    const { code, stdout, stderr } = await postline(settings, 'rotate-encryption-key')
    expect(code).toBe(0)
    expect(stderr).toBe('webhook signing secrets: 1 of 1\n')
    expect(stdout).toMatch(
      /^1 secret was encrypted with the key [0-9a-f]{12}\.\nNumber 2 of ENCRYPTION_KEY \([0-9a-f]{12}\) is no/,
    )
    const again = await postline(settings, 'rotate-encryption-key', '--json')
    expect(again.json()).toMatchObject({ encrypted: 0, left: 0, left_secrets: [], removable_keys: [{ position: 2 }] })
  })

  test('names secrets that cannot be decrypted, keeps their key, and fails', async () => {
    await start(OLD)
    const { id } = await subscribe()
    const { id: fine } = await subscribe()
    const { collection } = latest().app.models.subscriptions
    await collection.updateOne({ _id: id }, { $set: { signing_secret: await storedSecret(fine) } })
    await restarted(BOTH)
    const { code, json } = await postline({ ...app.settings, ENCRYPTION_KEY: BOTH }, 'rotate-encryption-key', '--json')
    expect(code).toBe(1)
    expect(json()).toMatchObject({
      encrypted: 1,
      left: 1,
      left_secrets: [{ collection: 'webhook_subscriptions', id, reason: expect.stringContaining('was changed') }],
      removable_keys: [],
    })
    expect(await findKeyIds(latest().app.models)).toHaveLength(2)
  })

  test('without a key, or without the one in use, fails in one line that names ENCRYPTION_KEY', async () => {
    await start('')
    const none = await postline(app.settings, 'rotate-encryption-key')
    expect(none).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^error: ENCRYPTION_KEY is not set.*\n$/),
    })
    await restarted(OLD)
    await subscribe()
    for (const ENCRYPTION_KEY of ['', NEW]) {
      const { code, stdout, stderr } = await postline({ ...app.settings, ENCRYPTION_KEY }, 'rotate-encryption-key')
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^error: ENCRYPTION_KEY (is not set|lacks the key).*1 secret .*\n$/)
    }
  })
})
