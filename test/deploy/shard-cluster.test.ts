import type { mongo } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idFloor } from '../../src/ids.js'
import { isByAccount, shardKeyOf } from '../../src/models/sharding.js'
import { operatorOf } from '../../src/services/caller.js'
import { postlineHere } from '../cli/support.js'
import { shiftedClock } from '../support/clocks.js'
import { type ShardCluster, startShardCluster } from '../support/shards/shard-cluster.js'
import { aSend, call, eventually, type Settings, startApp, type TestApp, testSettings } from '../support/start-app.js'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js'

/*
 * The service on a real cluster of two shards. `mongos` cannot be had from a package registry; test/support/shards/router.ts
 * says what stands in for it, and what MongoDB does itself.
 */

const HOUR_MS = 3_600_000
const boundary = idFloor('account', new Date(Date.now() - HOUR_MS))

let cluster: ShardCluster
let settings: Settings
let receiver: WebhookReceiver
let app: TestApp | undefined
beforeAll(async () => {
  cluster = await startShardCluster()
  cluster.router.boundary = boundary
  settings = testSettings({ MONGODB_URI: cluster.uri })
  receiver = await startWebhookReceiver()
})
afterAll(async () => {
  await app?.close()
  await receiver?.close()
  await cluster?.close()
})

const run = (...args: string[]) => postlineHere(settings, 'shard', ...args)

test('`postline shard` plans, and changes nothing', async () => {
  const { code, json, stderr } = await run('--json')
  expect(code, stderr).toBe(0)
  expect(json()).toMatchObject({ is_cluster: true, shards: ['rs0', 'rs1'], applied: false })
  const states = new Set(json().collections.map(({ state }: { state: string }) => state))
  expect(states).toEqual(new Set(['whole', 'to_shard']))
  expect(await cluster.shards.rs0.db('postline').listCollections().toArray()).toEqual([])
})

test('`postline shard --apply` refuses a shard that does not exist', async () => {
  const { code, stderr } = await run('--apply', '--zones', `rs0 ${boundary} rs7`)
  expect(code).toBe(1)
  expect(stderr).toBe('error: The cluster has no shard rs7. It has: rs0, rs1.\n')
})

test('`postline shard --apply` shards every collection by its key, with the accounts where the zones say', async () => {
  const { code, json, stderr } = await run('--apply', '--zones', `rs0 ${boundary} rs1`, '--json')
  expect(code, stderr).toBe(0)
  for (const { name, key, state, problems } of json().collections) {
    expect({ name, key, state, problems }).toEqual({
      ...{ name, key: shardKeyOf(name), problems: [] },
      state: shardKeyOf(name) === null ? 'whole' : 'sharded',
    })
    const collection = cluster.shards.rs1.db('postline').collection(name)
    const isOnSecond = await collection.indexes().then(
      () => true,
      () => false,
    )
    expect({ name, isOnSecond }).toEqual({ name, isOnSecond: shardKeyOf(name) !== null && isByAccount(name) })
  }
  // Again: nothing is left to do.
  const again = await run('--apply', '--zones', `rs0 ${boundary} rs1`)
  expect({ code: again.code, steps: again.stderr }).toEqual({ code: 0, steps: '' })
  expect((await run()).stdout).toContain('There is nothing to do.')
})

test('mail of accounts on two shards goes its whole way, and each shard has the rows of its accounts', async () => {
  // Ids sort by time: the first account is older than the boundary.
  const earlier = await startApp({ ...settings, ROLES: 'api' }, { clock: shiftedClock(-2 * HOUR_MS) })
  const first = { accountId: earlier.accountId, key: earlier.adminKey }
  await earlier.close()
  app = await startApp(settings)
  const { services, models } = app.app
  const { account_id: accountId, key } = await services.accounts.create('second@postline.test')
  const accounts = [first, { accountId, key }]
  await Promise.all(Object.values(cluster.shards).map((shard) => shard.db('postline').command({ profile: 2 })))

  for (const account of accounts) {
    const { key: testKey } = await services.apiKeys.create(operatorOf(account.accountId), {
      scope: 'admin',
      test_mode: true,
    })
    await call(app.url, 'POST', '/v1/webhooks', { key: account.key, body: { endpoint_url: receiver.url } })
    const send = aSend({ destination: { email: 'delivered@example.com' } })
    const answers = await Promise.all(
      [send, send, ...Array.from({ length: 4 }, () => aSend({ destination: { email: 'delivered@example.com' } }))].map(
        (body) => call(app!.url, 'POST', '/v1/send', { key: testKey, body }),
      ),
    )
    // The repeat is recognized by a unique index.
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(5)
    const batch = Array.from({ length: 20 }, () => aSend({ destination: { email: 'delivered@example.com' } }))
    expect((await call(app.url, 'POST', '/v1/send/batch', { key: testKey, body: batch })).status).toBe(200)
  }
  await eventually('all is delivered, with its webhooks', async () => {
    const [sent, told] = await Promise.all([
      models.messages.collection.countDocuments({ status: 'delivered' }),
      models.deliveries.collection.countDocuments({ status: 'succeeded' }),
    ])
    return sent === 50 && told >= 100
  })
  for (const account of accounts) {
    const ids: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path = `/v1/messages?limit=10${cursor && `&cursor=${cursor}`}`
      const { status, body } = await call(app.url, 'GET', path, { key: account.key })
      expect(status, JSON.stringify(body)).toBe(200)
      ids.push(...body.messages.map(({ id }: { id: string }) => id))
      cursor = body.next_cursor
    }
    expect(ids).toHaveLength(25)
    expect(ids).toEqual(ids.toSorted().toReversed())
  }
  const [one, other] = accounts.map((account) => account.accountId)
  for (const name of ['messages', 'events', 'webhook_deliveries']) {
    const accountsOn = (shard: 'rs0' | 'rs1') =>
      cluster.shards[shard].db('postline').collection(name).distinct('account_id')
    expect({ name, rs0: await accountsOn('rs0'), rs1: await accountsOn('rs1') }).toEqual({
      name,
      rs0: [one],
      rs1: [other],
    })
  }
  // What MongoDB has routed itself: a shard is asked about its own accounts only.
  expect(await strangersOn('rs0', other!)).toEqual([])
  expect(await strangersOn('rs1', one!)).toEqual([])
})

/** The commands that a shard got about an account of the other one, as other than the router of the cluster. */
async function strangersOn(shard: 'rs0' | 'rs1', accountId: string): Promise<string[]> {
  const database = cluster.shards[shard].db('postline')
  await database.command({ profile: 0 })
  const rows = await database.collection('system.profile').find().toArray()
  expect(rows.length).toBeGreaterThan(0)
  const found = rows.filter(({ ns, command }) => {
    const collection = String(ns).slice('postline.'.length)
    const isRouted = Object.keys(command as mongo.Document)[0]?.startsWith('cluster')
    return isByAccount(collection) && shardKeyOf(collection) && !isRouted && JSON.stringify(command).includes(accountId)
  })
  return [...new Set(found.map(({ ns, op, command }) => `${ns} ${op} ${JSON.stringify(command).slice(0, 200)}`))]
}
