import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SendResult } from '../../../src/providers/mail/mail-transport.js'
import { recordingTransport } from '../../support/recording-transport.js'
import { aSend, eventually, startApp, type TestApp } from '../../support/start-app.js'

/** Mail with this text goes no further. */
const ARRIVING = 'It has arrived.'

/** Mail with this text does not reach a recipient who has no mailbox. */
const PARTLY_REFUSED = 'One of two.'
const UNKNOWN = 'unknown@example.com'

/** Mail with this text is refused at first, when another worker has the message already. */
const REFUSED_LATE = 'Refused at first.'

const accepting = recordingTransport(async ({ rfcMessageId, messageId, text }, nth) => {
  if (text === REFUSED_LATE && nth === 1) {
    await takeOver(messageId)
    return { outcome: 'refused', error: '554 not now' }
  }
  return accepted(rfcMessageId, text)
})

const accepted = (rfcMessageId: string, text: string | null): SendResult => ({
  outcome: 'accepted',
  providerMessageId: rfcMessageId,
  ...(text === ARRIVING && { arrived: 'in the trial mailbox' }),
  ...(text === PARTLY_REFUSED && {
    rejected: [{ email: UNKNOWN, unknown: true, permanent: true, error: '550 5.1.1 no such user' }],
  }),
})

const takeOver = (id: string) =>
  app.app.models.messages.updateOne(
    { _id: id },
    { $set: { 'lease.token': 'another', dispatch_at: new Date(Date.now() + 60_000), crashes: 2 } },
  )

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

test.each([
  { before: { crashes: 1 } },
  // As another owner has left it, whose claim came in between.
  { before: { deferrals: 1 } },
])(
  'a row whose owner died after the events were recorded has the status of the newest of them: $before',
  async ({ before }) => {
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
      { $set: { dispatch_at: new Date(), status: 'queued', status_rank: '', provider_message_id: null, ...before } },
    )
    expect(await eventually('it is closed again', closed)).toMatchObject({ status, status_rank, provider_message_id })
    expect(transport.handed).toHaveLength(handed)
    expect(await models.events.countDocuments({ message_id: body.id })).toBe(2)
  },
)

test('a test mail whose owner died after the events were recorded is not stopped afterwards', async () => {
  const { models } = app.app
  const key = await app.key('send', true)
  const email = 'delivered@example.com'
  const { body } = await app.call('POST', '/v1/send', { key, body: aSend({ destination: { email } }) })
  const closed = () => models.messages.findOne({ _id: body.id, dispatch_at: { $exists: false } }).lean()
  await eventually('it is closed', closed)
  await app.call('POST', '/v1/suppressions', { body: { channel: 'email', recipient: email } })
  await models.messages.collection.updateOne(
    { _id: body.id },
    { $set: { dispatch_at: new Date(), status: 'queued', status_rank: '', crashes: 1 } },
  )
  expect(await eventually('it is closed again', closed)).toMatchObject({ status: 'delivered' })
  const events = await models.events.find({ message_id: body.id }).lean()
  expect(events.map(({ type }) => type).toSorted()).toEqual(['delivered', 'sent'])
})

test('recipients without a mailbox are suppressed after the events are recorded, and before the row is closed', async () => {
  const { models, services } = app.app
  const suppress = services.suppressions.suppress.bind(services.suppressions)
  const seen: object[] = []
  services.suppressions.suppress = async (accountId, entries) => {
    const [row] = await models.messages.find({ dispatch_at: { $exists: true } }).lean()
    const events = await models.events.find({ message_id: row?._id }).lean()
    seen.push({ entries, events: events.map(({ type }) => type), status: row?.status })
    if (seen.length === 1) throw new Error('the ledger is away')
    return suppress(accountId, entries)
  }
  const payload = { subject: 'A mail', body_text: PARTLY_REFUSED }
  const { body } = await app.call('POST', '/v1/send', {
    body: aSend({ destination: { email: app.ownerEmail }, payload }),
  })
  await eventually(
    'it is closed',
    async () => (await models.messages.findOne({ _id: body.id }).lean())?.status === 'sent',
  )
  services.suppressions.suppress = suppress
  const expected = { entries: [{ recipient: UNKNOWN, reason: 'hard_bounce' }], events: ['sent'], status: 'queued' }
  expect(seen).toEqual([expected, expected])
  expect(await models.suppressions.countDocuments({ recipient: UNKNOWN })).toBe(1)
})

test('a refusal does not count when another worker has the message by then, which sends it', async () => {
  const { models } = app.app
  const payload = { subject: 'A mail', body_text: REFUSED_LATE }
  const { body } = await app.call('POST', '/v1/send', {
    body: aSend({ destination: { email: app.ownerEmail }, payload }),
  })
  const row = () => models.messages.findOne({ _id: body.id }).lean()
  await eventually('another has it', async () => (await row())?.lease?.token === 'another')
  const usage = async () => (await app.call('GET', '/v1/usage')).body
  const before = await usage()
  // As the other worker gives it up.
  await models.messages.updateOne({ _id: body.id }, { $set: { dispatch_at: new Date() }, $unset: { lease: 1 } })
  await eventually('it is sent', async () => (await row())?.status === 'sent')
  const events = await models.events.find({ message_id: body.id }).lean()
  expect(events.map(({ type }) => type)).toEqual(['sent'])
  expect(await usage()).toEqual(before)
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
