import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CACHE_TTL_MS } from '../../src/models/revisions.js'
import { operatorOf } from '../../src/services/caller.js'
import { anotherProcess } from '../support/more-processes.js'
import { aSend, call, eventually, startApp, type TestApp } from '../support/start-app.js'

/*
 * What processes keep of an account. Two of them serve one database. A change is made by one of them while both are
 * asked all the time, so that they keep what they read before, during and after it. Once the change is answered, both know.
 */

let apps: [TestApp, TestApp]
beforeAll(async () => {
  const first = await startApp({ ROLES: 'api' })
  apps = [first, await anotherProcess(first, { ROLES: 'api' })]
})
afterAll(async () => {
  await apps[1].close()
  await apps[0].close()
})

const service = (on: number) => apps[on]!.app.services
const statusOf = async (on: number, key: string) => (await call(apps[on]!.url, 'GET', '/v1/usage', { key })).status

/** Asks both processes until `work` is done. */
async function whileAsked<T>(ask: (on: number) => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  let isDone = false
  const asking = [0, 1, 0, 1].map(async (on) => {
    while (!isDone) await ask(on)
  })
  try {
    return await work()
  } finally {
    isDone = true
    await Promise.all(asking)
  }
}

const changeOf = (...kinds: string[]) => fc.record({ kind: fc.constantFrom(...kinds), on: fc.nat(1) })

describe('in any order of changes and requests, the next request of either process knows of a change', () => {
  test('of keys and suspensions', async () => {
    const change = changeOf('rotate', 'revoke', 'create', 'suspend', 'resume')
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 4, maxLength: 10 }), async (changes) => {
        const { account_id: accountId, key: adminKey } = await service(0).accounts.create('keys@revisions.test')
        const operator = operatorOf(accountId)
        const dead: string[] = []
        let [suspended, live] = [false, await service(0).apiKeys.create(operator, { scope: 'read' })]
        const ask = (on: number) => Promise.all([adminKey, live.key, ...dead].map((key) => statusOf(on, key)))
        for (const { kind, on } of changes) {
          const { apiKeys, accounts } = service(on)
          await whileAsked(ask, async () => {
            if (kind === 'suspend') await accounts.suspend(accountId)
            if (kind === 'resume') await accounts.resume(accountId)
            if (kind === 'rotate') {
              const old = live.key
              live = { ...live, ...(await apiKeys.rotate(operator, live.id)) }
              dead.push(old)
            }
            if (kind === 'revoke') {
              await apiKeys.revoke(operator, live.id)
              dead.push(live.key)
            }
            if (kind === 'create' || kind === 'revoke') live = await apiKeys.create(operator, { scope: 'read' })
          })
          suspended = kind === 'suspend' || (suspended && kind !== 'resume')
          const wanted = suspended ? 403 : 200
          for (const asked of [0, 1]) {
            expect(await ask(asked)).toEqual([wanted, wanted, ...dead.map(() => 401)])
          }
        }
      }),
      { numRuns: 6, seed: 27 },
    )
  })

  test('of domains', async () => {
    let accounts = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(changeOf('add', 'verify', 'delete'), { minLength: 4, maxLength: 10 }),
        async (changes) => {
          const { account_id: accountId } = await service(0).accounts.create('domains@revisions.test')
          const { key } = await service(0).apiKeys.create(operatorOf(accountId), { scope: 'admin', test_mode: true })
          accounts += 1
          const name = `d${accounts}.revisions.example`
          const body = () =>
            aSend({ destination: { email: 'delivered@example.com' }, metadata: { from_email: `me@${name}` } })
          const send = (on: number) => call(apps[on]!.url, 'POST', '/v1/send', { key, body: body() })
          let state = 'none'
          for (const { kind, on } of changes) {
            const { domains } = service(on)
            await whileAsked(send, async () => {
              if (kind === 'add') await domains.create(accountId, name)
              if (kind === 'verify' && state !== 'none') await domains.verify(accountId, name)
              if (kind === 'delete' && state !== 'none') await domains.delete(accountId, name)
            })
            if (kind === 'add' && state === 'none') state = 'pending'
            if (kind === 'verify' && state === 'pending') state = 'verified'
            if (kind === 'delete') state = 'none'
            for (const asked of [0, 1]) expect((await send(asked)).status === 201).toBe(state === 'verified')
          }
        },
      ),
      { numRuns: 6, seed: 27 },
    )
  })

  test('of suppressions', async () => {
    const RECIPIENT = 'delivered@example.com'
    const kinds = ['create', 'import', 'bounce', 'unsubscribe', 'delete', 'resubscribe', 'erase', 'long']
    await fc.assert(
      fc.asyncProperty(fc.array(changeOf(...kinds), { minLength: 4, maxLength: 10 }), async (changes) => {
        const { account_id: accountId } = await service(0).accounts.create('suppressions@revisions.test')
        const { key } = await service(0).apiKeys.create(operatorOf(accountId), { scope: 'admin', test_mode: true })
        const body = () => aSend({ destination: { email: RECIPIENT }, message_type: 'marketing' })
        const send = async (on: number) => (await call(apps[on]!.url, 'POST', '/v1/send', { key, body: body() })).status
        let state = 'none'
        for (const { kind, on } of changes) {
          const { suppressions } = service(on)
          await whileAsked(send, async () => {
            const named = { channel: 'email' as const, recipient: RECIPIENT }
            if (kind === 'create') await suppressions.create(accountId, { ...named, reason: 'test' })
            if (kind === 'import') await suppressions.import(accountId, { entries: [{ email: RECIPIENT }] })
            if (kind === 'bounce') await suppressions.suppress(accountId, [{ recipient: RECIPIENT, reason: 'bounce' }])
            if (kind === 'unsubscribe') await suppressions.unsubscribe(accountId, RECIPIENT, 'unsubscribed')
            if (kind === 'resubscribe') await suppressions.resubscribe(accountId, RECIPIENT, ['unsubscribed'])
            if (kind === 'erase') await suppressions.erase(accountId, RECIPIENT)
            if (kind === 'delete' && state !== 'none') await suppressions.delete(accountId, named)
            if (kind === 'long') {
              const others = Array.from({ length: 201 }, (_none, index) => ({ email: `other${index}@example.com` }))
              await suppressions.import(accountId, { entries: others })
            }
          })
          if (['create', 'import', 'bounce'].includes(kind)) state = 'suppressed'
          if (kind === 'unsubscribe' && state === 'none') state = 'unsubscribed'
          if (kind === 'delete' || (kind === 'resubscribe' && state === 'unsubscribed')) state = 'none'
          for (const asked of [0, 1]) expect(await send(asked), kind).toBe(state === 'none' ? 201 : 409)
        }
      }),
      { numRuns: 8, seed: 27 },
    )
  })
})

/* While a deployment is updated, processes that know no revisions run beside those that do. */
describe('an older process that changes no revision', () => {
  const models = () => apps[0].app.models
  const newAccount = async () => {
    const { account_id: accountId, key } = await service(0).accounts.create('older@revisions.test')
    await models().accounts.updateOne({ _id: accountId }, { $unset: { revision: 1, suppressions_revision: 1 } })
    return { accountId, key, statuses: () => Promise.all([statusOf(0, key), statusOf(1, key)]) }
  }

  test('goes unnoticed for seconds at most', async () => {
    const { accountId, statuses } = await newAccount()
    for (let time = 0; time < 3; time += 1) expect(await statuses()).toEqual([200, 200])
    await models().apiKeys.updateMany({ account_id: accountId }, { $set: { revoked_at: new Date() } })
    await eventually('the key is refused', async () => `${await statuses()}` === '401,401', CACHE_TTL_MS + 5_000)
  })

  test('leaves accounts without a revision, whose first change is noticed at once', async () => {
    const { accountId, statuses } = await newAccount()
    for (let time = 0; time < 3; time += 1) expect(await statuses()).toEqual([200, 200])
    const key = await models().apiKeys.findOne({ account_id: accountId }).lean()
    await service(1).apiKeys.revokeOfAnyAccount(key!._id)
    expect(await statuses()).toEqual([401, 401])
  })
})
