import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordingTransport } from '../../support/recording-transport.js'
import { aSend, eventually, startApp, type TestApp } from '../../support/start-app.js'

/** Mail with this text goes no further. */
const ARRIVING = 'It has arrived.'

const accepting = recordingTransport(async ({ rfcMessageId, text }) => ({
  outcome: 'accepted',
  providerMessageId: rfcMessageId,
  ...(text === ARRIVING && { arrived: 'in the trial mailbox' }),
}))
const transport = Object.assign(accepting, { concurrency: 1 })
let app: TestApp
beforeAll(async () => {
  app = await startApp({}, { transport })
})
afterAll(() => app.close())

test('a row that cannot be closed after its events are recorded is closed later, and nothing is sent again', async () => {
  const { models, work } = app.app
  const write = work.dispatch.writeOutcomes.bind(work.dispatch)
  let failures = 0
  work.dispatch.writeOutcomes = (outcomes) => {
    if (failures === 2) return write(outcomes)
    failures += 1
    return Promise.reject(new Error('the ledger is away'))
  }
  const { body } = await app.call('POST', '/v1/send', { body: aSend({ destination: { email: app.ownerEmail } }) })
  const row = await eventually('it is closed', () =>
    models.messages.findOne({ _id: body.id, dispatch_at: { $exists: false } }).lean(),
  )
  work.dispatch.writeOutcomes = write
  expect(failures).toBe(2)
  expect(row).toMatchObject({ status: 'sent', crashes: 0 })
  expect(transport.handed).toHaveLength(1)
  const events = await models.events.find({ message_id: body.id }).lean()
  expect(events.map(({ type }) => type)).toEqual(['sent'])
  // The time that a reader saw while the row was behind its events.
  expect(row.updated_at).toEqual(events[0]!.created_at)
})

test('a row whose owner died after the events were recorded has the status of the newest of them', async () => {
  const { models } = app.app
  const payload = { subject: 'A mail', body_text: ARRIVING }
  const { body } = await app.call('POST', '/v1/send', {
    body: aSend({ destination: { email: app.ownerEmail }, payload }),
  })
  const closed = () => models.messages.findOne({ _id: body.id, dispatch_at: { $exists: false } }).lean()
  const { status, status_rank, provider_message_id } = (await eventually('it is closed', closed))!
  expect(status).toBe('delivered')
  const handed = transport.handed.length

  // As the owner has left it.
  await models.messages.collection.updateOne(
    { _id: body.id },
    { $set: { dispatch_at: new Date(), status: 'queued', status_rank: '', provider_message_id: null, crashes: 1 } },
  )
  expect(await eventually('it is closed again', closed)).toMatchObject({ status, status_rank, provider_message_id })
  expect(transport.handed).toHaveLength(handed)
  expect(await models.events.countDocuments({ message_id: body.id })).toBe(2)
})

test('the next mail is handed over while a row whose events are recorded is still to be closed', async () => {
  const { models, work } = app.app
  const write = work.dispatch.writeOutcomes.bind(work.dispatch)
  let close: () => void = () => undefined
  const closing = new Promise<void>((resolve) => (close = resolve))
  work.dispatch.writeOutcomes = async (outcomes, options) => {
    if (options?.session) throw new Error('it is not closed in the transaction of its events')
    await closing
    return write(outcomes)
  }
  const before = transport.handed.length
  try {
    for (let count = 1; count <= 2; count += 1) {
      await app.call('POST', '/v1/send', { body: aSend({ destination: { email: app.ownerEmail } }) })
      await eventually('it is handed over', () => transport.handed.length === before + count)
    }
  } finally {
    close()
  }
  await eventually('both are closed', async () => (await models.messages.countDocuments({ status: 'queued' })) === 0)
})
