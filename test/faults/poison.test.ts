import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Program } from '../support/built-program.js'
import { Deployment } from '../support/deployment.js'
import { expectInvariants } from '../support/invariants.js'
import { eventually } from '../support/start-app.js'

const SCRIPT = 'test/support/poison-worker.mjs'
const NEIGHBOURS = 40

let deployment: Deployment

beforeEach(async () => {
  // Short leases: the row must be claimed five times.
  deployment = await Deployment.create({ DISPATCH_TIMEOUT_MS: '500' })
  await deployment.start('api')
})
afterEach(() => deployment.close())

describe('a mail that crashes its process', () => {
  it('is parked after five crashes, does not stop other mail, and can be retried', async () => {
    const [poison] = await deployment.sendMany(1, { text: 'poison' })
    const neighbours = await deployment.sendMany(NEIGHBOURS)
    let crashes = 0
    let worker: Program | null = null
    await eventually(
      'the poison is parked',
      async () => {
        if (!worker?.isRunning) {
          if (worker) crashes += 1
          worker = await deployment.start('worker,scheduler', {}, SCRIPT).catch(() => null)
        }
        return deployment.ledger.models.deadLetters.findOne()
      },
      200_000,
    )
    const { deadLetters } = deployment.ledger.services
    const [letter, ...others] = await deadLetters.listAll()
    expect(others).toEqual([])
    expect(letter).toMatchObject({ kind: 'dispatch', row_id: poison, crashes: 5 })
    expect(crashes).toBeGreaterThanOrEqual(5)

    await eventually('the neighbours are sent', async () => (await deployment.countMessages('sent')) === NEIGHBOURS)
    await expectInvariants(deployment, { accepted: [poison!, ...neighbours] })

    worker!.signal('SIGTERM')
    await worker!.ended
    await deployment.start('worker,scheduler', { HARMLESS: '1' }, SCRIPT)
    expect(await deadLetters.retryAll()).toHaveLength(1)
    await eventually('it is sent too', async () => (await deployment.countMessages('sent')) === NEIGHBOURS + 1)
    expect(await deadLetters.count()).toBe(0)
    await expectInvariants(deployment, { accepted: [poison!, ...neighbours] })
  })
})
