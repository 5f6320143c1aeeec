import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../src/config.js'
import type { WebhookSubscriptionDoc } from '../../src/models/webhook.js'
import { addKeyId, countByKey, findKeyIds } from '../../src/services/platform/encryption/keys-in-use.js'
import { Sealer } from '../../src/services/platform/encryption/sealer.js'
import { WEBHOOK_SECRET } from '../../src/services/platform/encryption/secret-fields.js'
import { Program } from '../support/built-program.js'
import { type Ledger, openTestLedger } from '../support/ledger.js'
import { BUILD_MS } from '../support/make-once.js'
import { sharedProgram } from '../support/shared-program.js'
import { eventually, type Settings, testSettings } from '../support/start-app.js'

const COUNT = 20_000
const [OLD, NEW] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]

let settings: Settings
let ledger: Ledger

beforeAll(async () => {
  settings = testSettings({ ENCRYPTION_KEY: OLD })
  ledger = await openTestLedger(settings)
  await sharedProgram()
}, BUILD_MS)
afterAll(() => ledger.close())

const secretOf = (id: string) => `secret of ${id}`

function aWebhook(): WebhookSubscriptionDoc {
  const _id = ledger.newId('webhook')
  const signing_secret = ledger.sealer.seal(WEBHOOK_SECRET, _id, secretOf(_id))
  const active = { is_active: true, paused_at: null, paused_total_ms: 0, failing: false }
  const endpoint_url = 'https://example.com'
  return {
    _id,
    account_id: ledger.accountId,
    endpoint_url,
    signing_secret,
    event_types: [],
    ...active,
    created_at: new Date(),
  }
}

async function rotate(): Promise<Program> {
  const main = join(await sharedProgram(), 'dist/cli/postline.js')
  const env = { PATH: process.env.PATH!, ...settings, ENCRYPTION_KEY: `${NEW},${OLD}` }
  return new Program(main, { env, args: ['rotate-encryption-key', '--json'] })
}

test('a rotation that is killed leaves every secret readable, and the next run finishes it', async () => {
  const { collection } = ledger.models.subscriptions
  await collection.insertMany(Array.from({ length: COUNT }, aWebhook))
  const sealer = new Sealer(readConfig({ ENCRYPTION_KEY: `${NEW},${OLD}` }).encryptionKey!)
  const [newId = '', oldId = ''] = sealer.keyIds
  // As a process does that is started with the new key.
  await addKeyId(ledger.models, newId)
  const readAll = async () => {
    for await (const { _id, signing_secret } of collection.find()) {
      expect(sealer.open(WEBHOOK_SECRET, _id, signing_secret)).toBe(secretOf(_id))
    }
  }

  const killed = await rotate()
  await eventually('it has begun', () => killed.stderr.includes('webhook signing secrets:'))
  killed.signal('SIGKILL')
  expect(await killed.ended).toBe('SIGKILL')
  const halfway = await countByKey(ledger.models)
  expect(halfway.get(newId)).toBeGreaterThan(0)
  expect(halfway.get(oldId)).toBeGreaterThan(0)
  expect((await findKeyIds(ledger.models)).sort()).toEqual([newId, oldId].sort())
  await readAll()

  const next = await rotate()
  expect(await next.ended, next.output).toBe(0)
  const removable_keys = [{ position: 2, id: oldId }]
  expect(JSON.parse(next.stdout)).toMatchObject({ encrypted: halfway.get(oldId), left: 0, removable_keys })
  expect([...(await countByKey(ledger.models))]).toEqual([[newId, COUNT]])
  await readAll()
})
