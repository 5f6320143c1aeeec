import { afterAll, beforeAll, expect, test } from 'vitest'
import { runChecks } from '../../src/cli/doctor/run-checks.js'
import { streamKey } from '../../src/redis-keys.js'
import { freePort } from '../support/built-program.js'
import { type RedisCluster, startRedisCluster } from '../support/redis-cluster.js'
import { aSend, call, eventually, startApp, type TestApp } from '../support/start-app.js'

/* A Redis Cluster without replicas: while a master is away, its partitions wait, and the others go on. */

const PARTITIONS = 4

let cluster: RedisCluster
let app: TestApp
let metricsPort: number

beforeAll(async () => {
  cluster = await startRedisCluster(3, { replicas: false })
  metricsPort = await freePort()
  app = await startApp({
    REDIS_URL: cluster.url,
    STREAM_PARTITIONS: String(PARTITIONS),
    METRICS_PORT: String(metricsPort),
    RATE_LIMIT_PER_SECOND: '1000',
  })
})
afterAll(async () => {
  await app?.close()
  await cluster?.close()
})

const ready = () => call(app.url, 'GET', '/readyz')

/** The keys of an account in each partition. */
async function keyOfEach(): Promise<Map<number, string>> {
  const keys = new Map<number, string>()
  for (let number = 0; keys.size < PARTITIONS; number += 1) {
    const { account_id, key } = await app.app.services.accounts.create(`partition-${number}@postline.test`)
    const partition = app.app.conveyor.partitionOf(account_id)
    if (keys.has(partition)) continue
    const { body } = await app.call('POST', '/v1/keys', { key, body: { scope: 'admin', test_mode: true } })
    keys.set(partition, body.key)
  }
  return keys
}

async function send(key: string): Promise<() => Promise<void>> {
  const { status, body } = await app.call('POST', '/v1/send', { key, body: aSend() })
  expect(status).toBeLessThan(300)
  return async () => {
    await eventually('it is delivered', async () => {
      const { body: message } = await app.call('GET', `/v1/messages/${body.id}`, { key })
      return message.status === 'delivered'
    })
  }
}

/** The value of each `postline_partition_up`. */
async function partitionsUp(): Promise<string[]> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return [...text.matchAll(/^postline_partition_up\{partition="\d"\} (\d)$/gm)].map(([, value]) => value!)
}

const redisCheck = async () => (await runChecks(app.settings)).find(({ name }) => name === 'Redis')

test('while a master is away only its partitions wait; metrics, readiness and the doctor say so', async () => {
  const keys = await keyOfEach()
  await Promise.all([...keys.values()].map(async (key) => (await send(key))()))
  await eventually('it is ready', async () => (await ready()).status === 200)
  expect(await partitionsUp()).toEqual(['1', '1', '1', '1'])
  expect(await redisCheck()).toMatchObject({
    status: 'ok',
    detail: expect.stringMatching(/^redis\+cluster:\/\/[^@]*, a cluster with 3 masters, /),
  })

  const masterOf = (partition: number) =>
    cluster.masterOf(streamKey(app.app.config.redisPrefix, 'dispatch', 'transactional', partition))
  const away = await masterOf(3)
  const others = [0, 1, 2]
  for (const partition of others) expect(await masterOf(partition)).not.toBe(away)
  await away.kill()
  const waiting = await send(keys.get(3)!)
  await eventually('readiness says so', async () => (await ready()).body.reason === 'Redis does not answer')
  await eventually('metrics say so', async () => (await partitionsUp()).join() === '1,1,1,0')
  await eventually('the doctor says so', async () => {
    const check = await redisCheck()
    return check?.status === 'fail' && /slots of the cluster are not served/.test(check.detail)
  })
  // Hints that get lost are the matter of the sweep, which goes on for these partitions too.
  for (const partition of others) await (await send(keys.get(partition)!))()

  await away.restart({ empty: true })
  await waiting()
  await eventually('it is ready again', async () => (await ready()).status === 200)
  await eventually('all partitions are there', async () => (await partitionsUp()).join() === '1,1,1,1')
})
