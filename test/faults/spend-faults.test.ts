import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { UsageDoc } from '../../src/models/usage.js'
import { SpendAccounting, STALE_HOLD_MS } from '../../src/services/accounts/spend/spend-accounting.js'
import { shiftedClock } from '../support/clocks.js'
import { Deployment } from '../support/deployment.js'
import { expectInvariants } from '../support/invariants.js'
import { aSend, type CallResult, eventually } from '../support/start-app.js'

const CLIENTS = 32
const MESSAGES = 400
const ROOM = 300
const PRICE = 400

let deployment: Deployment
beforeEach(async () => {
  deployment = await Deployment.create()
  await deployment.start('worker,scheduler')
})
afterEach(() => deployment.close())

describe('an API process that is killed while it charges', () => {
  it('does not exceed the cap, and unwritten messages do not use it up', async () => {
    let api = await deployment.start('api')
    const { body } = await deployment.call('PUT', '/v1/spend-caps', { body: { hard_limit_micros: ROOM * PRICE } })
    expect(body.hard_limit_micros).toBe(ROOM * PRICE)
    const destination = { email: deployment.config.bootstrapOwnerEmail }
    const bodies = Array.from({ length: MESSAGES }, () => aSend({ destination }))
    const accepted = new Set<string>()
    const send = async (request: Record<string, unknown>): Promise<CallResult | null> => {
      const result = await deployment.call('POST', '/v1/send', { body: request }).catch(() => null)
      if (result?.status === 201) accepted.add(result.body.id)
      return result
    }
    for (let kill = 1; kill <= 3; kill += 1) {
      const soFar = accepted.size
      let isOver = false
      const client = async (first: number): Promise<void> => {
        for (let index = first; index < MESSAGES && !isOver; index += CLIENTS) await send(bodies[index]!)
      }
      const clients = Array.from({ length: CLIENTS }, (_none, first) => client(first))
      await eventually('some are accepted', () => accepted.size > soFar + 30 * (4 - kill))
      api.signal('SIGKILL')
      isOver = true
      await Promise.all([...clients, api.ended])
      api = await deployment.start('api')
    }
    await expectInvariants(deployment, { accepted: [...accepted] })

    // As the sweep does a minute later.
    const { models } = deployment.ledger
    const later = new SpendAccounting({ models, clock: shiftedClock(STALE_HOLD_MS + 1_000), onAlert: () => undefined })
    await later.settleStale()
    const [usage] = await models.usage.find().lean<UsageDoc[]>()
    expect(usage!.holds).toEqual([])
    expect(usage!.count).toBe(await models.messages.countDocuments({ 'charge.state': 'charged' }))

    for (const request of bodies) await send(request)
    const last = await Promise.all(bodies.map(send))
    const statuses = new Set(last.map((result) => result!.status))
    expect(statuses).toEqual(new Set([201, 402]))
    expect(last.filter((result) => result!.status === 201)).toHaveLength(ROOM)
    expect(accepted.size).toBe(ROOM)
    await expectInvariants(deployment, { accepted: [...accepted] })
  })
})
