import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MessageDoc } from '../../src/models/message.js'
import { Deployment } from '../support/deployment.js'
import { expectInvariants } from '../support/invariants.js'
import { CALLBACK_SECRET, postSigned } from '../support/post-callback.js'
import { sesNotification } from '../support/ses-notifications.js'
import { type SesFault, type SesMail, type SesStandIn, startSesStandIn } from '../support/ses-stand-in.js'
import { eventually } from '../support/start-app.js'

const COUNT = 10

let ses: SesStandIn
let deployment: Deployment
let fault: SesFault

/** A dead reader of received mail is forgotten after a minute, with the time of a hand-over below. */
const QUIET_MS = 150_000

beforeEach(async () => {
  ses = await startSesStandIn({
    configurationSets: ['events'],
    misbehave: (operation) => (operation === 'SendEmail' ? fault : undefined),
  })
  deployment = await Deployment.create({
    MAIL_PROVIDER: 'ses',
    AWS_REGION: ses.region,
    SES_ENDPOINT: ses.endpoint,
    SES_CONFIGURATION_SET: 'events',
    CALLBACK_SECRET,
    // So long that no hand-over ends before its worker is killed.
    DISPATCH_TIMEOUT_MS: '3000',
    ...ses.env,
  })
  await deployment.start('api')
})
afterEach(async () => {
  await deployment.close()
  await ses.close()
})

const report = (type: string) => async (mail: SesMail) => {
  const about = { providerMessageId: mail.id, messageId: mail.tags.message_id!, recipients: mail.destination.to }
  const { status } = await postSigned(deployment.url, sesNotification(type, 'publishing', about))
  expect(status).toBe(200)
}

/** Kills a worker after SES has accepted these mails and before it gets the responses. */
async function dieOver(ids: string[]): Promise<SesMail[]> {
  fault = 'take-in-silence'
  const worker = await deployment.start('worker,scheduler')
  await eventually('SES has taken every mail', () => ses.mails.length === ids.length)
  worker.signal('SIGKILL')
  await worker.ended
  expect(await deployment.countMessages('queued')).toBe(ids.length)
  fault = undefined
  return [...ses.mails]
}

describe('a worker that is killed after SES accepts a mail and before the hand-over is recorded', () => {
  it("sends nothing twice: the hand-over is recorded from SES's events", async () => {
    const ids = await deployment.sendMany(COUNT)
    const taken = await dieOver(ids)
    const early = taken.slice(0, COUNT / 2)
    await Promise.all(early.map(report('Send')))
    await deployment.start('worker,scheduler')
    // The others are reported only after they have been claimed again, so the worker must wait for the reports.
    const late = taken.slice(COUNT / 2)
    await eventually('a message that nobody has told of is in doubt', () =>
      deployment.ledger.models.messages.countDocuments({
        _id: { $in: late.map(({ tags }) => tags.message_id!) },
        crashes: { $gte: 2 },
      }),
    )
    await Promise.all(late.map(report('Send')))
    await expectInvariants(deployment, { accepted: ids }, QUIET_MS)

    expect(ses.mails).toHaveLength(COUNT)
    const rows = await deployment.ledger.models.messages.find().lean<MessageDoc[]>()
    expect(new Map(rows.map((row) => [row._id, row.provider_message_id]))).toEqual(
      new Map(taken.map(({ id, tags }) => [tags.message_id, id])),
    )
  })

  it('orders delivered after sent, although it is known first', async () => {
    const ids = await deployment.sendMany(1)
    await Promise.all((await dieOver(ids)).map(report('Delivery')))
    await deployment.start('worker,scheduler')
    await expectInvariants(deployment, { accepted: ids }, QUIET_MS)
    expect(ses.mails).toHaveLength(1)
    const [row] = await deployment.ledger.models.messages.find().lean<MessageDoc[]>()
    expect(row).toMatchObject({ status: 'delivered', provider_message_id: ses.mails[0]!.id })
  })

  it('sends a mail again if SES never reports it: at least once', async () => {
    const ids = await deployment.sendMany(3)
    await dieOver(ids)
    await deployment.start('worker,scheduler')
    await expectInvariants(deployment, { accepted: ids }, QUIET_MS)
    expect(ses.mails.map(({ tags }) => tags.message_id).sort()).toEqual([...ids, ...ids].sort())
  })
})
