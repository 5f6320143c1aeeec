import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorOf } from '../../src/services/caller.js'
import { anotherProcess } from '../support/more-processes.js'
import { call, startApp, type TestApp } from '../support/start-app.js'

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

describe('in any order of changes and requests, the next request of either process knows of a change', () => {
  const change = fc.record({ kind: fc.constantFrom('rotate', 'revoke', 'create', 'suspend', 'resume'), on: fc.nat(1) })

  test('of keys and suspensions', async () => {
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
})
