import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MessageDoc } from '../../src/models/message.js'
import { Deployment } from '../support/deployment.js'
import { expectInvariants } from '../support/invariants.js'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.js'
import { eventually, type Settings } from '../support/start-app.js'

const COUNT = 500
/** Hand-overs of one worker at a time. */
const CONNECTIONS = 10
/** Most mails that one worker has handed over, or is handing over, and has not recorded. */
const IN_HAND = 2 * CONNECTIONS

let sink: SmtpSink
let deployment: Deployment

afterEach(async () => {
  await deployment.close()
  await sink.close()
})

async function deploy(delayMs: number, settings: Settings = {}): Promise<void> {
  sink = await startSmtpSink({ delayMs })
  const relay = { MAIL_PROVIDER: 'smtp', SMTP_URL: `${sink.url}?maxConnections=${CONNECTIONS}` }
  deployment = await Deployment.create({ ...relay, ...settings })
  await deployment.start('api')
}

const messageIds = () => sink.mails.map((mail) => mail.parsed.messageId!)

/** Expects every message to leave, and repeated mails to have the same Message-ID. */
function expectMails(ids: string[], inDoubt: number): void {
  const expected = ids.map((id) => `<${id}@`)
  expect(new Set(messageIds()).size).toBe(ids.length)
  for (const id of messageIds()) expect(expected.some((start) => id.startsWith(start))).toBe(true)
  expect(sink.mails.length).toBeLessThanOrEqual(ids.length + inDoubt)
}

describe('a worker that is killed while it sends', () => {
  // A hand-over without an answer in time is repeated, so a busy machine must not cause one.
  beforeEach(() => deploy(20, { DISPATCH_TIMEOUT_MS: '2000' }))

  it('loses no mail, and only mail in progress is sent again, with the same Message-ID', async () => {
    const ids = await deployment.sendMany(COUNT)
    for (let kill = 1; kill <= 2; kill += 1) {
      const worker = await deployment.start('worker,scheduler')
      await sink.waitForMails(kill * 100, 30_000)
      worker.signal('SIGKILL')
      await worker.ended
    }
    expect(await deployment.countMessages('sent')).toBeLessThan(COUNT)
    await deployment.start('worker,scheduler')
    await expectInvariants(deployment, { accepted: ids }, 150_000)
    expect(await deployment.countMessages('sent')).toBe(COUNT)
    expectMails(ids, 2 * IN_HAND)
  })
})

describe('a worker that hangs for longer than its lease', () => {
  // As above.
  beforeEach(() => deploy(200, { DISPATCH_TIMEOUT_MS: '4000' }))

  it('overwrites nothing when it continues: each timeline has one outcome', async () => {
    const ids = await deployment.sendMany(60)
    const hanging = await deployment.start('worker,scheduler')
    await sink.waitForMails(10, 30_000)
    hanging.signal('SIGSTOP')
    await deployment.start('worker,scheduler')
    await eventually(
      'the other worker has sent the rest',
      async () => (await deployment.countMessages('sent')) === 60,
      120_000,
    )
    const before = await deployment.ledger.models.messages.find().sort({ _id: 1 }).lean<MessageDoc[]>()
    hanging.signal('SIGCONT')
    await expectInvariants(deployment, { accepted: ids })
    const after = await deployment.ledger.models.messages.find().sort({ _id: 1 }).lean<MessageDoc[]>()
    expect(after).toEqual(before)
    expectMails(ids, IN_HAND)
  })
})

describe('a worker that gets SIGTERM', () => {
  // As above.
  beforeEach(() => deploy(20, { DISPATCH_TIMEOUT_MS: '10000' }))

  it('finishes its work in progress, exits with 0 in time, and leaves the rest to others without duplicates', async () => {
    const ids = await deployment.sendMany(COUNT)
    for (let round = 1; round <= 2; round += 1) {
      const worker = await deployment.start('worker,scheduler')
      await sink.waitForMails(round * 100, 30_000)
      const toldAt = Date.now()
      worker.signal('SIGTERM')
      expect(await worker.ended).toBe(0)
      expect(Date.now() - toldAt).toBeLessThan(25_000)
      expect(await deployment.ledger.models.messages.countDocuments({ lease: { $exists: true } })).toBe(0)
    }
    const last = await deployment.start('worker,scheduler')
    await expectInvariants(deployment, { accepted: ids })
    expect(await deployment.countMessages('sent')).toBe(COUNT)
    expectMails(ids, 0)
    last.signal('SIGTERM')
    expect(await last.ended).toBe(0)
    await expectInvariants(deployment, { accepted: ids })
  })
})
