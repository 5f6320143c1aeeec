import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readSesNotification } from '../../../src/providers/ses/notification.js'
import type { CallbackStore } from '../../../src/services/tracking/callbacks/callback-store.js'
import { UnconfirmedSends, type UnconfirmedSendsDeps } from '../../../src/streams/dispatch/unconfirmed-sends.js'
import { type Ledger, openTestLedger } from '../../support/ledger.js'
import { sesNotification } from '../../support/ses-notifications.js'
import { stopwatch } from '../../support/stopwatch.js'

/** The time of SES's acceptance, and the hand-over a moment before. */
const TAKEN_AT = new Date('2026-05-01T10:00:00.000Z')
const SENT_AT = new Date('2026-05-01T09:59:59.999Z')

let ledger: Ledger
let store: CallbackStore
beforeAll(async () => {
  ledger = await openTestLedger()
  store = ledger.callbackStore
})
beforeEach(() => ledger.models.callbacks.deleteMany({}))
afterAll(() => ledger.close())

function lostHandOvers({
  tellsOfMail = 'soon',
  timeoutMs = 1_200,
}: {
  tellsOfMail?: UnconfirmedSendsDeps['capabilities']['tellsOfMail']
  timeoutMs?: number
} = {}) {
  return new UnconfirmedSends({
    ...ledger,
    capabilities: { tellsOfMail },
    config: { dispatchTimeoutMs: timeoutMs },
  })
}

/** A message whose worker died. */
const inDoubt = (changes: object = {}) => ({
  _id: ledger.newId('message'),
  crashes: 2,
  deferrals: 0,
  test_mode: false,
  ...changes,
})

/** A stored callback of SES about a mail. */
async function notify(messageId: string, providerMessageId: string, type = 'Send', at = TAKEN_AT): Promise<void> {
  const body = JSON.stringify(sesNotification(type, 'publishing', { providerMessageId, messageId, at }))
  await store.store({
    provider: 'ses',
    source: 'ses',
    deliveryId: null,
    notification: readSesNotification(body)!,
    body,
  })
}

const sent = (providerMessageId: string) => ({
  type: 'sent',
  payload: { provider_message_id: providerMessageId },
  occurredAt: SENT_AT,
})

describe('a message whose worker died', () => {
  test("takes the id and time from SES's events at once if they have arrived", async () => {
    const message = inDoubt()
    await notify(message._id, 'ses-1', 'Delivery')
    const tookMs = stopwatch()
    expect(await lostHandOvers({ timeoutMs: 30_000 }).find(message)).toEqual(sent('ses-1'))
    expect(tookMs()).toBeLessThan(10_000)
  })

  test("waits for SES's events", async () => {
    const message = inDoubt()
    const found = lostHandOvers({ timeoutMs: 10_000 }).find(message)
    await notify(message._id, 'ses-1')
    expect(await found).toEqual(sent('ses-1'))
  })

  test('is sent again if no event arrives in time', async () => {
    const started = performance.now()
    expect(await lostHandOvers().find(inDoubt())).toBeNull()
    expect(performance.now() - started).toBeGreaterThan(500)
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  test('is not confused with another one', async () => {
    await notify(ledger.newId('message'), 'ses-1')
    expect(await lostHandOvers().find(inDoubt())).toBeNull()
  })

  test('takes the first id if it was sent twice', async () => {
    const message = inDoubt()
    await notify(message._id, 'ses-1')
    await notify(message._id, 'ses-2')
    expect(await lostHandOvers().find(message)).toEqual(sent('ses-1'))
  })
})

describe('no wait', () => {
  test.each([
    ['for a deferred message, which has already waited for its next attempt', {}, { crashes: 1, deferrals: 1 }],
    ['without a configuration set, which publishes the events', { tellsOfMail: 'sometimes' as const }, {}],
  ])('%s', async (_why, options, changes) => {
    const tookMs = stopwatch()
    const lost = lostHandOvers({ timeoutMs: 30_000, ...options })
    expect(await lost.find(inDoubt(changes))).toBeNull()
    expect(tookMs()).toBeLessThan(2_000)
  })

  test('a deferred message that SES has reported is not sent again', async () => {
    const message = inDoubt({ crashes: 1, deferrals: 1 })
    await notify(message._id, 'ses-1')
    expect(await lostHandOvers().find(message)).toEqual(sent('ses-1'))
  })
})

describe("SES's events are ignored for", () => {
  test.each([
    ['a first attempt', {}, { crashes: 1 }],
    ['a simulated send', {}, { test_mode: true }],
    ['another provider', { tellsOfMail: 'never' as const }, {}],
  ])('%s', async (_what, options, changes) => {
    const message = inDoubt(changes)
    await notify(message._id, 'ses-1')
    expect(await lostHandOvers(options).find(message)).toBeNull()
  })
})

test('many messages in doubt are looked up together', async () => {
  const messages = Array.from({ length: 64 }, () => inDoubt())
  await Promise.all(messages.map(({ _id }) => notify(_id, `ses-${_id}`)))
  let queries = 0
  const models = {
    callbacks: {
      collection: {
        find: (filter: object, options: object) => {
          queries += 1
          return ledger.models.callbacks.collection.find(filter, options)
        },
      },
    },
  } as unknown as UnconfirmedSendsDeps['models']
  const config = { dispatchTimeoutMs: 1_000 }
  const lost = new UnconfirmedSends({ ...ledger, models, config, capabilities: { tellsOfMail: 'soon' } })
  const found = await Promise.all(messages.map((message) => lost.find(message)))
  expect(found).toEqual(messages.map(({ _id }) => sent(`ses-${_id}`)))
  expect(queries).toBeLessThan(5)
})
