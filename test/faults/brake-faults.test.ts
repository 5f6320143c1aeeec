import { afterEach, beforeEach, expect, it } from 'vitest'
import { Deployment } from '../support/deployment.js'
import { restlessness } from '../support/ledger-checks.js'
import { CALLBACK_SECRET, postSigned } from '../support/post-callback.js'
import { brakeMails, insertSentMails } from '../support/sent-mails.js'
import { sesNotification } from '../support/ses-notifications.js'
import { eventually } from '../support/start-app.js'

const COMPLAINTS = 400

let deployment: Deployment
beforeEach(async () => {
  deployment = await Deployment.create({ CALLBACK_SECRET, COMPLAINT_PAUSE_PERCENT: '0.3' })
})
afterEach(() => deployment.close())

it('workers that are killed while they record complaints pause the account once, and tell its owner once', async () => {
  await deployment.start('api')
  const { models } = deployment.ledger
  const account = await models.accounts.findOne().lean()
  const ids = await insertSentMails(deployment.ledger, account!._id, { mails: 600 })
  const complain = async () => {
    for (let from = 0; from < COMPLAINTS; from += 100) {
      const notifications = ids.slice(from, Math.min(from + 100, COMPLAINTS)).map((id) =>
        // The same feedback each time.
        sesNotification(
          'Complaint',
          'publishing',
          { providerMessageId: `ses-${id}`, messageId: id },
          { feedbackId: id },
        ),
      )
      const answers = await Promise.all(notifications.map((one) => postSigned(deployment.url, one)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    }
  }
  await complain()
  const events = () => models.events.countDocuments({ type: 'complained' })
  for (let kill = 1; kill <= 2; kill += 1) {
    const before = await events()
    const worker = await deployment.start('worker,scheduler')
    await eventually('it records complaints', async () => (await events()) > before || before === COMPLAINTS)
    worker.signal('SIGKILL')
    await worker.ended
  }
  await deployment.start('worker')
  await deployment.start('worker,scheduler')
  await complain()
  await eventually('everything is at rest', async () => (await restlessness(deployment)) === null, 90_000)

  const paused = await eventually('the account is paused', async () => {
    const { body } = await deployment.call('GET', '/v1/account/verification')
    return body.sending_paused
  })
  expect(paused).toMatchObject({ reason: 'complaints', mails: 600 })
  expect(await models.messages.countDocuments({ complained: true })).toBe(COMPLAINTS)
  await eventually('everything is told', () => models.accounts.exists({ 'sending_news.0': { $exists: false } }))
  const kinds = (await brakeMails(deployment.ledger)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'pause')).toHaveLength(1)
  expect(kinds.filter((kind) => kind === 'warning').length).toBeLessThanOrEqual(1)
  expect(await models.auditEntries.countDocuments({ operation: 'accounts.pauseSending' })).toBe(1)
})
