import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MessageDoc } from '../../src/models/message.js'
import { Deployment } from '../support/deployment.js'
import { restlessness } from '../support/ledger-checks.js'
import { startOwnServer } from '../support/own-servers.js'
import { CALLBACK_SECRET, postSigned } from '../support/post-callback.js'
import { sesNotification } from '../support/ses-notifications.js'
import { eventually, startApp } from '../support/start-app.js'

const MESSAGES = 400
const KINDS = ['DeliveryDelay', 'Delivery', 'Open', 'Click', 'Bounce'] as const

describe('workers that are killed while they handle callbacks', () => {
  let deployment: Deployment
  beforeEach(async () => {
    deployment = await Deployment.create({ CALLBACK_SECRET })
  })
  afterEach(() => deployment.close())

  it('lose no callback, record none twice, and suppress every bounced recipient', async () => {
    const { models } = deployment.ledger
    await deployment.start('api')
    await deployment.sendMany(MESSAGES)
    const first = await deployment.start('worker,scheduler')
    await eventually('all are sent', async () => (await deployment.countMessages('delivered')) === MESSAGES)
    first.signal('SIGKILL')
    await first.ended

    const messages = await models.messages.find().lean<MessageDoc[]>()
    const contents = messages.flatMap(({ _id, provider_message_id }) =>
      KINDS.map((type, index) =>
        sesNotification(type, index % 2 ? 'feedback' : 'publishing', {
          providerMessageId: provider_message_id!,
          messageId: _id,
          recipients: [`${_id}@example.com`],
          at: new Date(Date.now() + index),
        }),
      ),
    )
    const postAll = async () => {
      for (let from = 0; from < contents.length; from += 100) {
        const answers = await Promise.all(
          contents.slice(from, from + 100).map((one) => postSigned(deployment.url, one)),
        )
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      }
    }
    await postAll()
    for (let kill = 1; kill <= 2; kill += 1) {
      const before = await models.events.countDocuments({ source: 'ses' })
      const worker = await deployment.start('worker,scheduler')
      await eventually('it is in the middle of them', async () => {
        const count = await models.events.countDocuments({ source: 'ses' })
        return count > before || count === contents.length
      })
      worker.signal('SIGKILL')
      await worker.ended
    }
    await deployment.start('worker,scheduler')
    await postAll()
    await eventually('everything is at rest', async () => (await restlessness(deployment)) === null, 90_000)

    expect(await models.callbacks.countDocuments({ processed_at: { $exists: true } })).toBe(contents.length)
    expect(await models.events.countDocuments({ source: 'ses' })).toBe(contents.length)
    expect(await deployment.countMessages('bounced')).toBe(MESSAGES)
    expect(await models.suppressions.countDocuments({ reason: 'hard_bounce' })).toBe(MESSAGES)
    expect(await models.deadLetters.countDocuments()).toBe(0)
  })
})

describe('without MongoDB', () => {
  it('a callback is not acknowledged until it can be stored', async () => {
    const mongo = await startOwnServer('mongo')
    const app = await startApp({ ROLES: 'api', CALLBACK_SECRET, MONGODB_URI: `${mongo.uri}` })
    try {
      const content = sesNotification('Delivery', 'feedback', { providerMessageId: 'ses-1' })
      await mongo.kill()
      const refused = await postSigned(app.url, content)
      expect(refused).toMatchObject({ status: 503, body: { error: { code: 'overloaded' } } })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      await mongo.restart()
      await eventually('it is taken', async () => (await postSigned(app.url, content)).status === 200)
      expect(await app.app.models.callbacks.countDocuments()).toBe(1)
    } finally {
      await app.close()
      await mongo.close()
    }
  })
})
