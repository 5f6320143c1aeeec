import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StatsBucket } from '../../src/contract/stats.js'
import { broadcastCounts } from '../../src/services/tracking/counts/broadcast-counts.js'
import { Deployment } from '../support/deployment.js'
import { expectInvariants } from '../support/invariants.js'
import { eventually } from '../support/start-app.js'

/*
 * Every fault test recounts the ledger, as one of the invariants. These have mail of a broadcast besides, and die while
 * events are numbered.
 */

const BROADCAST = 'bc_01kajqx5t2n8w4e6r9y7m3b1c0'
// So many that workers on a fast machine are killed in between.
const COUNT = 1_000

let deployment: Deployment

beforeEach(async () => {
  deployment = await Deployment.create()
  await deployment.start('api')
})
afterEach(() => deployment.close())

describe('workers that are killed while they record and number events', () => {
  it('count each event, and each message of a broadcast, exactly once', async () => {
    const { models } = deployment.ledger
    const ids = await deployment.sendMany(COUNT, { key: await deployment.testKey() })
    await models.messages.updateMany({}, { $set: { broadcast_id: BROADCAST } })
    const { account_id } = (await models.messages.findOne().lean())!
    const sent = async () => (await broadcastCounts(models, account_id, [BROADCAST])).get(BROADCAST)!.sent

    for (let kill = 1; kill <= 2; kill += 1) {
      const workers = await Promise.all([deployment.start('worker,scheduler'), deployment.start('worker,scheduler')])
      await eventually('some are sent', async () => (await sent()) >= (kill * COUNT) / 8)
      for (const worker of workers) worker.signal('SIGKILL')
      await Promise.all(workers.map((worker) => worker.ended))
    }
    expect(await sent()).toBeLessThan(COUNT)
    await deployment.start('worker,scheduler')
    await expectInvariants(deployment, { accepted: ids }, 120_000)
    const counts = (await broadcastCounts(models, account_id, [BROADCAST])).get(BROADCAST)!
    expect(counts).toMatchObject({ sent: COUNT, delivered: COUNT, settled: COUNT, failed: 0 })
    const { body } = await deployment.call('GET', '/v1/stats?test_mode=true')
    const sum = (type: 'accepted' | 'sent' | 'delivered') =>
      (body.buckets as StatsBucket[]).reduce((total, bucket) => total + bucket[type], 0)
    expect([sum('accepted'), sum('sent'), sum('delivered')]).toEqual([COUNT, COUNT, COUNT])
  })
})
