import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CACHE_TTL_MS } from '../../src/models/revisions.js'
import { operatorOf } from '../../src/services/caller.js'
import { anotherProcess } from '../support/more-processes.js'
import { aSend, call, eventually, startApp, type TestApp } from '../support/start-app.js'
import { startWebhookReceiver } from '../support/webhook-receiver.js'

/*
 * What a worker keeps of an account, and what it takes over from the acceptance of a message. The API has streams of its
 * own, so the worker hears of a message only when a test tells it: after a change was answered.
 */

let api: TestApp
let worker: TestApp
beforeAll(async () => {
  api = await startApp({ ROLES: 'api' })
  worker = await anotherProcess(api, { ROLES: 'worker', REDIS_PREFIX: `${api.settings.REDIS_PREFIX}_worker` })
})
afterAll(async () => {
  await worker.close()
  await api.close()
})

const RECIPIENT = 'delivered@example.com'

async function newAccount() {
  const { services, models } = api.app
  const { account_id: accountId } = await services.accounts.create('worker@revisions.test')
  const by = operatorOf(accountId)
  const { key } = await services.apiKeys.create(by, { scope: 'admin', test_mode: true })
  return {
    ...{ accountId, by },
    /** Sends a message, of which the worker hears nothing yet. */
    send: async (): Promise<string> => {
      const body = aSend({ destination: { email: RECIPIENT } })
      return (await call(api.url, 'POST', '/v1/send', { key, body })).body.id
    },
    hint: (id: string) => worker.app.conveyor.hint('dispatch', [{ id, accountId }], 'transactional'),
    /** The status of a message once its row is closed. */
    outcomeOf: (id: string) =>
      eventually('the message is closed', async () => {
        const row = await models.messages.findById(id).lean()
        return row?.dispatch_at ? null : row?.status
      }),
    /** The subscriptions that get its events; those of a paused one with a `!`. */
    targetsOf: async (id: string): Promise<string[]> => {
      const rows = await models.deliveries.find({ message_id: id }).lean()
      return [...new Set(rows.map((row) => row.subscription_id + (row.held ? '!' : '')))].sort()
    },
  }
}

const change = fc.constantFrom('none', 'suppress', 'import', 'bounce', 'add', 'remove', 'pause', 'resume')

test('in any order of changes and messages, the next dispatch knows of a change', async () => {
  const { suppressions, webhooks } = api.app.services
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 4, maxLength: 10 }), async (changes) => {
      const { accountId, by, send, hint, outcomeOf, targetsOf } = await newAccount()
      const hooks: { id: string; isActive: boolean }[] = []
      for (const kind of changes) {
        const [before, after] = [await send(), await send()]
        const [hook] = hooks
        // The worker is busy with the account while it changes.
        hint(before)
        const recipient = { recipient: RECIPIENT, reason: 'test' }
        if (kind === 'suppress') await suppressions.create(accountId, { channel: 'email', ...recipient })
        if (kind === 'import') await suppressions.import(accountId, { entries: [{ email: RECIPIENT }] })
        if (kind === 'bounce') await suppressions.suppress(accountId, [recipient])
        if (kind === 'add') {
          const { id } = await webhooks.create(by, { endpoint_url: 'http://127.0.0.1:1029/hook' })
          hooks.push({ id, isActive: true })
        }
        if (kind === 'remove' && hook) await webhooks.delete(by, hooks.shift()!.id)
        if ((kind === 'pause' || kind === 'resume') && hook) {
          hook.isActive = kind === 'resume'
          await webhooks.update(by, hook.id, { is_active: hook.isActive })
        }
        hint(after)
        const isStopped = ['suppress', 'import', 'bounce'].includes(kind)
        expect(await outcomeOf(after)).toBe(isStopped ? 'suppressed' : 'delivered')
        if (!isStopped) {
          expect(await targetsOf(after)).toEqual(hooks.map(({ id, isActive }) => (isActive ? id : `${id}!`)).sort())
        }
        await outcomeOf(before)
        if (isStopped) await suppressions.delete(accountId, { channel: 'email', recipient: RECIPIENT })
      }
    }),
    { numRuns: 8, seed: 27 },
  )
})

test('in any order of rotations and messages, the next webhook is signed with the newest secret', {
  timeout: 120_000,
}, async () => {
  const receiver = await startWebhookReceiver()
  const { webhooks } = api.app.services
  try {
    const hook = fc.record({ kind: fc.constantFrom('rotate', 'send'), of: fc.nat(1) })
    await fc.assert(
      fc.asyncProperty(fc.array(hook, { minLength: 4, maxLength: 10 }), async (steps) => {
        const { by, send, hint, outcomeOf } = await newAccount()
        const create = (name: string) =>
          webhooks.create(by, { endpoint_url: `${receiver.url}/${name}`, event_types: ['delivered'] })
        const hooks = [await create('a'), await create('b')]
        for (const { kind, of } of steps) {
          if (kind === 'rotate') Object.assign(hooks[of]!, await webhooks.rotateSecret(by, hooks[of]!.id))
          const from = receiver.hits.length
          const id = await send()
          hint(id)
          await outcomeOf(id)
          await eventually('both webhooks arrive', () => receiver.hits.length === from + 2)
          for (const hit of receiver.hits.slice(from)) {
            const { signing_secret } = hooks[hit.path.endsWith('/a') ? 0 : 1]!
            expect(hit.isSignedWith(signing_secret)).toBe(true)
          }
        }
      }),
      { numRuns: 6, seed: 27 },
    )
  } finally {
    await receiver.close()
  }
})

test('a suppression that an older process writes without a revision stops mail that has waited', async () => {
  const { models, newId } = api.app
  const { accountId, send, hint, outcomeOf } = await newAccount()
  const id = await send()
  const now = new Date()
  const entry = { account_id: accountId, channel: 'email' as const, recipient: RECIPIENT, updated_at: now }
  await models.suppressions.create({ _id: newId('suppression'), ...entry, state: 'suppressed', reason: 'old' })
  await eventually('the message is old', () => Date.now() > now.getTime() + CACHE_TTL_MS)
  hint(id)
  expect(await outcomeOf(id)).toBe('suppressed')
})
