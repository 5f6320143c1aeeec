import { afterAll, beforeAll, expect, test } from 'vitest'
import { shiftedClock } from '../../support/clocks.js'
import { anotherProcess } from '../../support/more-processes.js'
import { recordingTransport } from '../../support/recording-transport.js'
import { aSend, call, eventually, startApp, type TestApp } from '../../support/start-app.js'

const ROUNDS = 6
const MESSAGES = 100

const clock = shiftedClock()
const transport = recordingTransport()
let app: TestApp
let second: TestApp
beforeAll(async () => {
  app = await startApp({}, { clock, transport })
  second = await anotherProcess(app, {}, { clock, transport })
})
afterAll(async () => {
  await second.close()
  await app.close()
})

/** Sweeps until nothing is due: messages that are not canceled by then are handed over. */
async function sweepTo(ids: string[]) {
  await eventually('every message sent or canceled', async () => {
    await app.app.scheduler!.sweep()
    const done = await app.app.models.messages.countDocuments({
      _id: { $in: ids },
      status: { $in: ['sent', 'canceled'] },
    })
    return done === ids.length
  })
}

test('of a concurrent cancellation and dispatch, exactly one wins', async () => {
  let canceled = 0
  let dispatched = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const scheduled_at = new Date(clock.now().getTime() + 61_000).toISOString()
    const items = Array.from({ length: MESSAGES }, () =>
      aSend({ scheduled_at, destination: { email: app.ownerEmail } }),
    )
    const { body } = await app.call('POST', '/v1/send/batch', { body: items })
    const ids: string[] = body.map((item: { response: { id: string } }) => item.response.id)
    clock.aheadMs += 61_000

    const sweeps = Promise.all([app.app.scheduler!.sweep(), second.app.scheduler!.sweep()])
    const answers = await Promise.all(
      ids.map(async (id, index) => {
        // From before the sweep to well after the hand-over.
        await new Promise((resolve) => setTimeout(resolve, (index / MESSAGES) * 120))
        const url = (index % 2 ? app : second).url
        return call(url, 'POST', `/v1/messages/${id}/cancel`, { key: app.adminKey })
      }),
    )
    await sweeps
    await sweepTo(ids)

    for (const [index, id] of ids.entries()) {
      const { status } = answers[index]!
      const hands = transport.handed.filter(({ messageId }) => messageId === id).length
      const message = (await app.call('GET', `/v1/messages/${id}`)).body
      const types = message.events.map(({ type }: { type: string }) => type)
      if (status === 200) {
        canceled += 1
        expect({ hands, status: message.status, types }).toEqual({ hands: 0, status: 'canceled', types: [] })
      } else {
        dispatched += 1
        expect(status).toBe(404)
        expect({ hands, status: message.status, types }).toEqual({ hands: 1, status: 'sent', types: ['sent'] })
      }
    }
  }
  expect(canceled + dispatched).toBe(ROUNDS * MESSAGES)
  // Both sides must win often enough to prove a race.
  expect(canceled).toBeGreaterThan(10)
  expect(dispatched).toBeGreaterThan(10)
})

test('of many cancellations of one message, one succeeds', async () => {
  const scheduled_at = new Date(clock.now().getTime() + 3_600_000).toISOString()
  const { body } = await app.call('POST', '/v1/send', {
    body: aSend({ scheduled_at, destination: { email: app.ownerEmail } }),
  })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_none, index) =>
      call((index % 2 ? app : second).url, 'POST', `/v1/messages/${body.id}/cancel`, { key: app.adminKey }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(19)
  clock.aheadMs += 3_600_000
  await app.app.scheduler!.sweep()
  expect(transport.handed.some(({ messageId }) => messageId === body.id)).toBe(false)
})
