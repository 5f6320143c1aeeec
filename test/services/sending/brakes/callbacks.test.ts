import { afterAll, beforeAll, expect, test } from 'vitest'
import { anotherProcess } from '../../../support/more-processes.js'
import { CALLBACK_SECRET, postSigned } from '../../../support/post-callback.js'
import { brakeMails, insertSentMails } from '../../../support/sent-mails.js'
import { sesNotification } from '../../../support/ses-notifications.js'
import { eventually, startApp, type TestApp } from '../../../support/start-app.js'
import { startWebhookReceiver, type WebhookReceiver } from '../../../support/webhook-receiver.js'

const SETTINGS = { CALLBACK_SECRET, COMPLAINT_PAUSE_PERCENT: '0.3', BOUNCE_PAUSE_PERCENT: '10' }

let app: TestApp
let second: TestApp
let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await startWebhookReceiver()
  app = await startApp(SETTINGS)
  second = await anotherProcess(app, SETTINGS)
})
afterAll(async () => {
  await second.close()
  await app.close()
  await receiver.close()
})

const account = async () => {
  const { account_id: id, key } = await app.app.services.accounts.create('sender@example.com')
  const state = async () => (await app.app.services.accounts.get(id)).sending_paused
  return { id, key, state }
}

/** Reports something about messages to both processes, each report twice, all at the same time. */
async function report(type: string, ids: string[], part = {}): Promise<void> {
  const notifications = ids.map((id) =>
    sesNotification(type, 'publishing', { providerMessageId: `ses-${id}`, messageId: id }, part),
  )
  const answers = await Promise.all(
    notifications.flatMap((one) => [app, second, app, second].map(({ url }) => postSigned(url, one))),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
}

const allDone = () =>
  eventually(
    'every callback is worked on',
    async () => (await app.app.models.callbacks.exists({ process_at: { $exists: true } })) === null,
  )

test('concurrent and repeated complaints in two processes make one pause, one mail and one audit entry', async () => {
  const { id, key, state } = await account()
  await app.call('POST', '/v1/webhooks', { key, body: { endpoint_url: receiver.url, event_types: ['complained'] } })
  const messages = await insertSentMails(app.app, id, { mails: 600 })
  const reported = messages.slice(0, 60)
  await report('Complaint', reported)
  // Another complaint about the same mail, from another recipient.
  await report('Complaint', reported.slice(0, 10), { feedbackId: 'another' })
  expect(await eventually('paused', state)).toMatchObject({ reason: 'complaints', mails: 600 })
  await allDone()
  expect(await app.app.models.messages.countDocuments({ account_id: id, complained: true })).toBe(60)
  // Webhooks go on during the pause.
  await eventually('every complaint is delivered', () => new Set(receiver.hits.map((hit) => hit.eventId)).size >= 60)
  const mails = (await brakeMails(app.app)).filter(({ onBehalfOf, kind }) => onBehalfOf === id && kind === 'pause')
  expect(mails).toHaveLength(1)
  const entries = { account_id: id, operation: 'accounts.pauseSending' }
  await eventually('the audit entry', () => app.app.models.auditEntries.exists(entries))
  expect(await app.app.models.auditEntries.countDocuments(entries)).toBe(1)
})

test('permanent bounces count, and transient ones do not', async () => {
  const { id, state } = await account()
  const messages = await insertSentMails(app.app, id, { mails: 500 })
  await report('Bounce', messages.slice(0, 60), { bounceType: 'Transient', bounceSubType: 'MailboxFull' })
  await report('Bounce', messages.slice(60, 110))
  await allDone()
  await app.app.services.sendingBrakes.evaluate(id)
  expect(await state()).toBeNull()
  // The one that makes it more than a tenth is evaluated after a rest, as nothing else asks for it.
  await report('Bounce', messages.slice(110, 111))
  expect(await eventually('paused', state)).toMatchObject({ reason: 'bounces', affected: 51, mails: 500 })
})

test('a complaint that comes before its hand-over is recorded counts from then on', async () => {
  const { id } = await account()
  const [message] = await insertSentMails(app.app, id, { mails: 1, isSent: false })
  await report('Complaint', [message!])
  await allDone()
  await insertSentMails(app.app, id, { mails: 598, complaints: 1 })
  await app.app.services.sendingBrakes.evaluate(id)
  expect((await app.app.services.accounts.get(id)).sending_paused).toBeNull()
  await app.app.models.messages.updateOne({ _id: message! }, { sent_at: new Date() })
  await app.app.services.sendingBrakes.evaluate(id)
  expect((await app.app.services.accounts.get(id)).sending_paused).toMatchObject({ affected: 2, mails: 599 })
})
