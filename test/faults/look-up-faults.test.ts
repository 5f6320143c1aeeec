import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SendRequest } from '../../src/contract/messages.js'
import { connectLedger, createModels } from '../../src/models/index.js'
import type { Caller } from '../../src/services/caller.js'
import { DomainLookUp } from '../../src/services/domains/domain-look-up.js'
import { MessageAcceptance } from '../../src/services/sending/messages/message-acceptance.js'
import { MessageSender } from '../../src/services/sending/messages/message-sender.js'
import { type Ledger, openTestLedger } from '../support/ledger.js'
import { type OwnServer, startOwnServer } from '../support/own-servers.js'
import { aSend, eventually } from '../support/start-app.js'
import { stopwatch } from '../support/stopwatch.js'

/** Several times as many as one query may ask for. */
const SENDS = 2_000
/** Longest time for all of them, in ms: a look-up takes at most 5 s, and the driver notices only after 20 s. */
const BOUND_MS = 15_000

let mongo: OwnServer
let ledger: Ledger

beforeEach(async () => {
  mongo = await startOwnServer('mongo')
  ledger = await openTestLedger()
})
afterEach(async () => {
  await ledger.close()
  await mongo.close()
})

const OWNER = 'owner@postline.test'

const request = () =>
  aSend({ idempotency_key: ledger.newId('message'), destination: { email: OWNER } }) as unknown as SendRequest

describe('MongoDB hangs when it is asked for domains', () => {
  it('every send soon gets overloaded, alone and in a batch, and the look-ups do not pile up', async () => {
    const connection = await connectLedger(`${mongo.uri}&monitorCommands=true`)
    let lookUps = 0
    connection.getClient().on('commandStarted', ({ commandName, command }) => {
      if (commandName === 'find' && command.find === 'domains') lookUps += 1
    })
    try {
      const domainLookUp = new DomainLookUp({ models: createModels(connection) })
      const parts = { ...ledger, ...ledger.services, domainLookUp }
      const sender = new MessageSender({ ...parts, messageAcceptance: new MessageAcceptance(parts) })
      const { key } = await ledger.services.accounts.create(OWNER)
      const found: Caller = await ledger.services.apiKeys.authenticate(`Bearer ${key}`)
      // Read long ago, so that the domains are looked up, and not those that are kept under its revision.
      const caller = { ...found, revisions: { ...found.revisions, at: Number.NEGATIVE_INFINITY } }
      expect((await sender.send(caller, request())).status).toBe('queued')

      await mongo.signal('SIGSTOP')
      const tookMs = stopwatch()
      const before = lookUps
      const outcomeOf = (sent: Promise<unknown>) =>
        sent.then(
          () => 'accepted',
          (error) => `${error.status} ${error.code}`,
        )
      const first = outcomeOf(sender.send(caller, request()))
      await eventually('the first one is looked up', () => lookUps > before)
      const others = Array.from({ length: SENDS }, () => outcomeOf(sender.send(caller, request())))
      const batch = sender.sendBatch(caller, [{ request: request(), given: {} }])
      expect(new Set(await Promise.all([first, ...others]))).toEqual(new Set(['503 overloaded']))
      expect(await batch).toMatchObject([{ success: false, error: { code: 'overloaded' } }])
      expect(tookMs()).toBeLessThan(BOUND_MS)
      expect(lookUps - before).toBeLessThanOrEqual(2)

      await mongo.signal('SIGCONT')
      const sendAgain = () => outcomeOf(sender.send(caller, request()))
      await eventually('sends are accepted again', async () => (await sendAgain()) === 'accepted')
    } finally {
      await mongo.signal('SIGCONT').catch(() => undefined)
      await connection.close()
    }
  })
})
