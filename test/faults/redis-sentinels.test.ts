import { afterAll, beforeAll, expect, test } from 'vitest'
import { runChecks } from '../../src/cli/doctor/run-checks.js'
import { type RedisSentinels, startRedisSentinels } from '../support/redis-sentinels.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'

/** A failover on request takes a second or two. */
const FAILOVER_MS = 10_000

let redis: RedisSentinels
let app: TestApp
let key: string

beforeAll(async () => {
  redis = await startRedisSentinels()
  app = await startApp({ REDIS_URL: redis.url, STREAM_PARTITIONS: '2' })
  key = await app.testKey()
})
afterAll(async () => {
  await app?.close()
  await redis?.close()
})

/** Sends some mails, and waits until all of them are delivered. */
async function mailFlows(after: string): Promise<void> {
  const sentAt = Date.now()
  const sent = await Promise.all(Array.from({ length: 5 }, () => app.call('POST', '/v1/send', { key, body: aSend() })))
  for (const { status } of sent) expect(status).toBeLessThan(300)
  await eventually(`mail is delivered after ${after}`, async () => {
    const read = await Promise.all(sent.map(({ body }) => app.call('GET', `/v1/messages/${body.id}`, { key })))
    return read.every(({ body }) => body.status === 'delivered')
  })
  process.stdout.write(`${after}: mail waited for at most ${Date.now() - sentAt} ms\n`)
}

test('sentinels choose another master, after a death and on request: all accepted mail leaves', async () => {
  await mailFlows('the start')
  const dead = await redis.master()
  await dead.kill()
  await mailFlows('the death of the master')
  expect(await redis.master()).not.toBe(dead)

  await dead.restart()
  await redis.isWhole()
  await eventually('it is the master again', async () => {
    if ((await redis.master()) === dead) return true
    // A sentinel gives a failover up if it has not heard from the replica lately.
    await redis.sentinels[0]!.admin.call('SENTINEL', 'FAILOVER', 'mymaster').catch(() => undefined)
    return eventually('the failover', async () => (await redis.master()) === dead, FAILOVER_MS).catch(() => false)
  })
  await mailFlows('a failover on request')
  await eventually('it is ready', async () => (await app.call('GET', '/readyz')).status === 200)

  const checks = await runChecks(app.settings)
  expect(checks.find(({ name }) => name === 'Redis')).toMatchObject({ status: 'ok' })
  expect(JSON.stringify(checks)).not.toMatch(/p@ss|p%40ss|sentinel&pass|sentinel%26pass/)
})
