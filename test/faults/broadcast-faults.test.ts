import { afterEach, beforeEach, expect, test } from 'vitest'
import { aListOf, people } from '../support/contacts.js'
import { Deployment } from '../support/deployment.js'
import { expectInvariants } from '../support/invariants.js'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.js'
import { eventually } from '../support/start-app.js'
import { verifiedDomain } from '../support/verified-domain.js'

/** A portion, and a rest. */
const MEMBERS = 1_200
/** Hand-overs of one worker at a time. */
const CONNECTIONS = 10
/** A busy machine takes a second for a mail now and then. What is not answered in time is tried again much later. */
const DISPATCH_TIMEOUT_MS = '3000'

let sink: SmtpSink
let deployment: Deployment
let accountId: string

beforeEach(async () => {
  sink = await startSmtpSink()
  const relay = { MAIL_PROVIDER: 'smtp', SMTP_URL: `${sink.url}?maxConnections=${CONNECTIONS}` }
  deployment = await Deployment.create({ ...relay, STREAM_PARTITIONS: '1', DISPATCH_TIMEOUT_MS })
  await deployment.start('api')
  const account = await deployment.ledger.models.accounts.findOne().lean()
  accountId = account!._id
  await verifiedDomain({ app: deployment.ledger, accountId }, 'shop.test')
})
afterEach(async () => {
  await deployment.close()
  await sink.close()
})

const addressees = () => sink.mails.map(({ envelope }) => envelope.to[0]!)

test('workers and the API are killed while a broadcast is sent: every member gets one message', {
  timeout: 300_000,
}, async () => {
  const { ledger } = deployment
  const list_id = await aListOf({ ...ledger, accountId }, people(MEMBERS, 'member.example'))
  const { body: unwanted } = await deployment.call('POST', '/v1/suppressions', {
    body: { channel: 'email', recipient: 'person7@member.example' },
  })
  expect(unwanted.recipient).toBe('person7@member.example')
  const { body: broadcast, status } = await deployment.call('POST', '/v1/broadcasts', {
    body: { name: 'News', list_id, from_email: 'news@shop.test', subject: 'Hi {{ first_name }}', body_text: 'Hi.' },
  })
  expect(status, JSON.stringify(broadcast)).toBe(201)
  await deployment.call('POST', `/v1/broadcasts/${broadcast.id}/send`)

  const made = () => ledger.models.messages.countDocuments({ broadcast_id: broadcast.id })
  let kills = 0
  // In the middle of the first portion, of the second, and while the mail is handed over.
  for (const messages of [100, 1_050, MEMBERS]) {
    const worker = await deployment.start('worker,scheduler')
    await eventually(`${messages} messages`, async () => (await made()) >= messages)
    worker.signal('SIGKILL')
    await worker.ended
    kills += 1
    const api = deployment.programs[0]!
    if (!api.isRunning) continue
    api.signal('SIGKILL')
    await api.ended
  }
  await deployment.start('api')
  await deployment.start('worker,scheduler')
  const sent = await eventually(
    'the broadcast is sent',
    async () => {
      const { body } = await deployment.call('GET', `/v1/broadcasts/${broadcast.id}`)
      return body.status === 'sent' && body
    },
    180_000,
  )

  expect(sent.counts).toMatchObject({ total: MEMBERS, queued: 0, sent: MEMBERS - 1, suppressed: 1, failed: 0 })
  expect(await made()).toBe(MEMBERS)
  expect(new Set(addressees()).size).toBe(MEMBERS - 1)
  // Up to twice as many mails as connections are in progress at a kill. They may be handed over again, under the same Message-ID.
  const ids = sink.mails.map(({ parsed }) => parsed.messageId)
  expect(new Set(ids).size).toBe(MEMBERS - 1)
  expect(ids.length).toBeLessThanOrEqual(MEMBERS - 1 + 2 * kills * CONNECTIONS)
  const messages = await ledger.models.messages.find({ broadcast_id: broadcast.id }, { _id: 1 }).lean()
  await expectInvariants(deployment, { accepted: messages.map(({ _id }) => _id) })
})
