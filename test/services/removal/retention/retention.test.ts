import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mailToFile, receiveMail } from '../../../support/file-mail.js'
import { createTestClock, type TestClock } from '../../../support/ledger.js'
import { CALLBACK_SECRET, postSigned } from '../../../support/post-callback.js'
import { sesNotification } from '../../../support/ses-notifications.js'
import { aSend, eventually, startApp, type TestApp } from '../../../support/start-app.js'
import { verifiedDomain } from '../../../support/verified-domain.js'
import { startWebhookReceiver, type WebhookReceiver } from '../../../support/webhook-receiver.js'

const DAY_MS = 86_400_000
const LARGE = Buffer.alloc(40_000, 'x').toString('base64')

let clock: TestClock
let app: TestApp
let receiver: WebhookReceiver
const start = async (settings: Record<string, string>) => {
  clock = createTestClock()
  app = await startApp({ CALLBACK_SECRET, ...settings }, { clock })
  receiver = await startWebhookReceiver()
  await app.call('POST', '/v1/webhooks', { body: { endpoint_url: receiver.url } })
}
afterEach(async () => {
  await app.close()
  await receiver.close()
})

const send = async (overrides: Record<string, unknown> = {}, key?: string) => {
  const destination = key ? { email: 'delivered@example.com' } : { email: app.ownerEmail }
  const { body } = await app.call('POST', '/v1/send', {
    body: aSend({ destination, ...overrides }),
    ...(key && { key }),
  })
  return body.id as string
}
const get = (id: string) => app.call('GET', `/v1/messages/${id}`)
const becomes = (id: string, status: string) =>
  eventually(`${id} is ${status}`, async () => (await get(id)).body.status === status)
/** Moves the clock between two rounds: a round that runs meanwhile would put off the next one. */
const days = async (count: number) => {
  await eventually('the rest after a round', async () => {
    const turn = await app.app.models.system.findById('retention').lean()
    return turn && Date.parse(turn.value.split(' ')[0]!) > clock.now().getTime() + 120_000
  })
  clock.advance(count * DAY_MS)
}
const inDays = (count: number) => new Date(clock.now().getTime() + count * DAY_MS).toISOString()
const row = (id: string) => app.app.models.messages.findById(id).lean()
const isGone = (id: string) => eventually(`${id} is gone`, async () => (await get(id)).status === 404)
/** All bodies are delivered, so no work is left. */
const isQuiet = () =>
  eventually('no work is left', async () => {
    const { events, deliveries } = app.app.models
    return (
      !(await events.exists({ fanout_at: { $exists: true } })) &&
      !(await deliveries.exists({ next_at: { $exists: true } }))
    )
  })

describe('RETENTION_BODY_DAYS', () => {
  beforeEach(() => start({ RETENTION_BODY_DAYS: '7' }))

  const bodyOf = async (id: string) => {
    const { messages, messageContents, outbox } = app.app.models
    const [message, apart, captured] = await Promise.all([
      messages.findById(id).lean(),
      messageContents.exists({ _id: id }),
      outbox.exists({ message_id: id }),
    ])
    return Boolean(message?.content || apart || captured)
  }
  const bodyIsGone = (id: string) => eventually(`the body of ${id} is gone`, async () => !(await bodyOf(id)))

  test('removes bodies and attachments, wherever they are stored, and nothing else', async () => {
    const attachments = [{ filename: 'a.txt', content_type: 'text/plain', content: LARGE }]
    const ids = [await send(), await send({ payload: { subject: 'Large', body_text: 'A text.', attachments } })]
    for (const id of ids) await becomes(id, 'delivered')
    const before = await Promise.all(ids.map(get))
    await days(6.9)
    const young = await send()
    await becomes(young, 'delivered')
    await days(0.2)
    for (const id of ids) await bodyIsGone(id)
    expect(await bodyOf(young)).toBe(true)
    expect(await app.app.models.messageContents.countDocuments()).toBe(0)
    expect(await app.app.models.outbox.countDocuments()).toBe(1)
    // Recipients, subject and timeline are as before.
    expect((await Promise.all(ids.map(get))).map(({ body }) => body)).toEqual(before.map(({ body }) => body))
  })

  test('leaves mail that waits whole, and removes its body once it has left', async () => {
    const scheduled = await send({ scheduled_at: inDays(20) })
    const marker = await send()
    await becomes(marker, 'delivered')
    await days(8)
    await bodyIsGone(marker)
    await eventually('noted', () => app.app.models.keptBodies.exists({ _id: scheduled }))
    expect(await bodyOf(scheduled)).toBe(true)
    await days(12.5)
    await becomes(scheduled, 'delivered')
    expect((await row(scheduled))?.content?.text).toContain('A text.')
    await days(7)
    await bodyIsGone(scheduled)
    await eventually('forgotten', async () => (await app.app.models.keptBodies.countDocuments()) === 0)
  })
})

describe('RETENTION_RAW_DAYS', () => {
  beforeEach(() => start({ RETENTION_RAW_DAYS: '2' }))

  test('deletes callbacks that were processed, and what they reported stays', async () => {
    const id = await send()
    await becomes(id, 'delivered')
    const occurredAt = clock.now()
    const callback = (type: 'Delivery' | 'Send') => {
      const occurrence = { providerMessageId: 'ses-1', messageId: id, at: occurredAt }
      const notification = sesNotification(type, 'publishing', occurrence)
      return postSigned(app.url, notification, { at: Math.floor(clock.now().getTime() / 1_000) })
    }
    const processed = (count: number) =>
      eventually(`${count} callbacks are processed`, async () => {
        const { callbacks } = app.app.models
        return (await callbacks.countDocuments({ outcome: { $exists: true } })) === count
      })
    await callback('Delivery')
    await becomes(id, 'delivered')
    await processed(1)
    await days(1.9)
    // Waits for a round at that time.
    await days(0)
    expect(await app.app.models.callbacks.countDocuments()).toBe(1)
    await callback('Send')
    await processed(2)
    await days(0.2)
    await processed(1)
    expect((await get(id)).body.status).toBe('delivered')
    // One that comes again after that records nothing twice.
    const { length } = (await get(id)).body.events
    await callback('Delivery')
    await processed(2)
    expect((await get(id)).body.events).toHaveLength(length)
  })
})

describe('RETENTION_DAYS', () => {
  beforeEach(() => start({ RETENTION_DAYS: '30' }))

  const chain = async () => {
    const { messages, events, deliveries, payloads, messageContents, outbox, deadLetters } = app.app.models
    const all = [messages, events, deliveries, payloads, messageContents, outbox, deadLetters]
    return Promise.all(all.map((model) => model.collection.countDocuments()))
  }

  test('deletes messages with their events, deliveries and copies', async () => {
    const id = await send({}, await app.testKey())
    const live = await send()
    await becomes(id, 'delivered')
    await becomes(live, 'delivered')
    await eventually('delivered', () => receiver.hits.length >= 3)
    await isQuiet()
    await days(29)
    const young = await send({}, await app.testKey())
    await becomes(young, 'delivered')
    await isQuiet()
    await days(1.1)
    await isGone(id)
    await isGone(live)
    expect((await get(young)).body.events).toHaveLength(2)
    expect(await chain()).toEqual([1, 2, 2, 0, 0, 0, 0])
    await days(31)
    await isGone(young)
    expect(await chain()).toEqual([0, 0, 0, 0, 0, 0, 0])
  })

  /** All threads in lists, folder by folder. */
  const threads = async () => (await app.call('GET', '/v1/mail/threads')).body.threads as { id: string }[]

  test('a thread goes with its last mail, and its labels with it', async () => {
    await verifiedDomain(app, 'shop.test')
    await app.call('POST', '/v1/mail/labels', { body: { name: 'Orders' } })
    const { threadId } = await receiveMail(app, { messageId: 'first@example.com', occurredAt: clock.now() })
    await app.call('PUT', `/v1/mail/threads/${threadId}/labels`, { body: { labels: ['Orders'] } })
    const reply = { body_text: 'x' }
    const key = await app.testKey()
    const sent = await app.call('POST', `/v1/mail/threads/${threadId}/reply`, { key, body: reply })
    await becomes(sent.body.id, 'delivered')
    await isQuiet()
    await app.call('POST', `/v1/mail/threads/${threadId}/read`, { body: { read: false } })
    expect(await threads()).toMatchObject([{ id: threadId, message_count: 2 }])
    await days(31)
    await eventually('the thread is gone', async () => (await threads()).length === 0)
    expect((await app.call('GET', `/v1/mail/threads/${threadId}`)).status).toBe(404)
    expect((await app.call('GET', '/v1/mail/labels')).body.labels).toMatchObject([{ name: 'Orders', unread: 0 }])
    const { mailItems, mailIds, mailTexts, mailThreads } = app.app.models
    const counts = [mailItems, mailIds, mailTexts, mailThreads].map((model) => model.collection.countDocuments())
    expect(await Promise.all(counts)).toEqual([0, 0, 0, 0])
  })

  test('a mail that was filed while it was deleted goes, too, and others of its thread stay', async () => {
    const messageId = 'answered@example.com'
    const gone = mailToFile(app, { subject: 'Ghost', messageId, occurredAt: clock.now() })
    const { threadId } = await app.app.mailFiling.file({ ...gone, source: 'outbound', id: app.app.newId('message') })
    await app.app.mailFiling.file(mailToFile(app, { subject: 'Ghost too', occurredAt: clock.now() }))
    expect(await threads()).toHaveLength(2)
    await days(31)
    const answer = { subject: 'Re: Ghost', inReplyTo: [messageId], occurredAt: clock.now() }
    expect((await receiveMail(app, answer)).threadId).toBe(threadId)
    await days(1)
    await eventually('only the answer is left', async () => {
      const left = (await app.call('GET', '/v1/mail/threads')).body.threads
      return left.length === 1 && left[0].message_count === 1 && left[0].id === threadId
    })
  })

  test('counts from the last event', async () => {
    const id = await send()
    const other = await send()
    await becomes(id, 'delivered')
    await becomes(other, 'delivered')
    await isQuiet()
    await days(20)
    const at = clock.now()
    const providerMessageId = (await get(id)).body.provider_message_id
    const notification = sesNotification('Delivery', 'publishing', { providerMessageId, messageId: id, at })
    await postSigned(app.url, notification, { at: Math.floor(at.getTime() / 1_000) })
    await becomes(id, 'delivered')
    await isQuiet()
    await days(11)
    await isGone(other)
    expect((await get(id)).status).toBe(200)
    await days(20)
    await isGone(id)
  })

  test('never deletes mail that waits: scheduled, of a suspended account, or parked', async () => {
    const scheduled = await send({ scheduled_at: inDays(60) })
    const { accountId } = app
    const parked = await send()
    await becomes(parked, 'delivered')
    await app.app.models.messages.updateOne({ _id: parked }, { status: 'queued' })
    const sent = await send()
    await becomes(sent, 'delivered')
    await isQuiet()
    await app.app.services.accounts.suspend(accountId)
    await days(61)
    await eventually('held', async () => (await row(scheduled))?.held === accountId)
    await eventually('deleted', async () => !(await row(sent)))
    await days(40)
    await eventually('a later round', async () => {
      const turn = await app.app.models.system.findById('retention').lean()
      return turn && turn.value > clock.now().toISOString()
    })
    expect(await row(parked)).toBeTruthy()
    expect((await row(scheduled))?.held).toBe(accountId)
    await app.app.services.accounts.resume(accountId)
    await becomes(scheduled, 'delivered')
  })

  test('goes on after a process that died in between, and readers see no error', async () => {
    const id = await send({}, await app.testKey())
    await becomes(id, 'delivered')
    await isQuiet()
    const { collection } = app.app.models.messages
    const { deleteMany } = collection
    let failures = 0
    collection.deleteMany = async () => {
      failures += 1
      throw new Error('the process dies here')
    }
    await days(31)
    await eventually('it died', () => failures > 0)
    expect((await get(id)).body).toMatchObject({ status: 'delivered', events: [] })
    expect((await app.call('GET', '/v1/messages')).body.messages).toHaveLength(1)
    collection.deleteMany = deleteMany
    // Nobody ended its turn, so the next one begins when that is over.
    clock.advance(61_000)
    await isGone(id)
  })

  test('deletes what belongs to no message', async () => {
    const { webhooks } = (await app.call('GET', '/v1/webhooks')).body
    await app.call('POST', `/v1/webhooks/${webhooks[0].id}/test`, { body: {} })
    await eventually('delivered', () => receiver.hits.length === 1)
    await isQuiet()
    expect(await chain()).toEqual([0, 0, 1, 1, 0, 0, 0])
    await days(31)
    await eventually('deleted', async () => (await chain()).every((count) => count === 0))
  })

  test('an event that is no longer kept is a clear refusal for a stream that resumes', async () => {
    const id = await send({}, await app.testKey())
    await becomes(id, 'delivered')
    const { events } = (await get(id)).body
    await isQuiet()
    await days(31)
    await isGone(id)
    const caller = { accountId: app.accountId, keyId: 'key_a', scope: 'admin', testMode: false } as never
    const stream = app.app.services.eventStreams.subscribe(caller, { lastEventId: events[0].id })
    await expect(stream.next()).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('no longer kept'),
    })
  })

  test('a callback and an open of a deleted message leave nothing behind', async () => {
    const id = await send()
    await becomes(id, 'delivered')
    await isQuiet()
    await days(31)
    await isGone(id)
    const at = clock.now()
    const notification = sesNotification('Delivery', 'publishing', { providerMessageId: 'gone', messageId: id, at })
    await postSigned(app.url, notification, { at: Math.floor(at.getTime() / 1_000) })
    await eventually('ignored', () => app.app.models.callbacks.exists({ outcome: 'ignored' }))
    const visit = { ipAddress: '192.0.2.1', userAgent: null }
    app.app.engagementRecorder.record({ _id: id, account_id: app.accountId }, 'opened', visit)
    await app.app.engagementRecorder.close()
    expect(await app.app.models.events.countDocuments()).toBe(0)
  })

  test('walks along the ids, without an index of its own', async () => {
    const plan = await app.app.models.messages.collection
      .find({ _id: { $gt: '', $lt: 'msg_1' }, updated_at: { $lt: new Date() }, dispatch_at: { $exists: false } })
      .sort({ _id: 1 })
      .limit(10)
      .explain('queryPlanner')
    expect(JSON.stringify(plan.queryPlanner.winningPlan)).toContain('"indexName":"_id_"')
    expect(JSON.stringify(plan.queryPlanner.winningPlan)).not.toContain('"SORT"')
  })
})
