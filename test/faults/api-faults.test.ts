import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Deployment } from '../support/deployment.js'
import { expectInvariants } from '../support/invariants.js'
import { aSend, type CallResult, eventually } from '../support/start-app.js'

const CLIENTS = 32

let deployment: Deployment
let key: string

beforeEach(async () => {
  deployment = await Deployment.create()
  await deployment.start('worker,scheduler')
})
afterEach(() => deployment.close())

describe('an API process that is killed in the middle of sends', () => {
  it('has every message answered with 201 in the ledger, and a retry with the same key makes no second message', async () => {
    const bodies = Array.from({ length: 600 }, () => aSend())
    const accepted = new Map<string, string>()
    let api = await deployment.start('api')
    key = await deployment.testKey()

    const send = async (body: Record<string, unknown>): Promise<CallResult | null> => {
      const result = await deployment.call('POST', '/v1/send', { key, body }).catch(() => null)
      if (result?.status === 201) {
        const known = accepted.get(String(body.idempotency_key))
        expect(known ?? result.body.id, 'the answer to a repeated request').toBe(result.body.id)
        accepted.set(String(body.idempotency_key), result.body.id)
      }
      return result
    }

    // Clients that send continuously, so that requests are always in progress.
    const results: (CallResult | null)[] = []
    const client = async (first: number): Promise<void> => {
      for (let index = first; index < bodies.length; index += CLIENTS) results.push(await send(bodies[index]!))
    }
    const clients = Array.from({ length: CLIENTS }, (_none, first) => client(first))
    await eventually('some are accepted', () => accepted.size > 100)
    api.signal('SIGKILL')
    await Promise.all([...clients, api.ended])
    expect(results.filter((result) => result === null).length, 'requests that got no answer').toBeGreaterThan(0)

    api = await deployment.start('api')
    const retries = await Promise.all(bodies.map(send))
    expect(retries.map((result) => result?.status)).toEqual(bodies.map(() => 201))
    await expectInvariants(deployment, { accepted: [...accepted.values()] })
    expect(await deployment.ledger.models.messages.countDocuments()).toBe(bodies.length)
    expect(await deployment.countMessages('delivered')).toBe(bodies.length)
  })

  it('on SIGTERM answers the requests in progress, takes no new ones, and exits with 0', async () => {
    const api = await deployment.start('api')
    key = await deployment.testKey()
    const results: (CallResult | null)[] = []
    const sends = Array.from({ length: 300 }, async () => {
      results.push(await deployment.call('POST', '/v1/send', { key, body: aSend() }).catch(() => null))
    })
    await eventually('some are accepted', () => results.length > 50)
    const toldAt = Date.now()
    api.signal('SIGTERM')
    await Promise.all(sends)
    expect(await api.ended).toBe(0)
    // Open client connections do not delay it.
    expect(Date.now() - toldAt).toBeLessThan(10_000)
    const accepted = results.flatMap((result) => (result?.status === 201 ? [String(result.body.id)] : []))
    await expectInvariants(deployment, { accepted })
    expect(await deployment.ledger.models.messages.countDocuments()).toBe(accepted.length)
  })
})
