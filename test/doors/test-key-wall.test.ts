import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operationList } from '../../src/operations/list.js'
import { WORK_KINDS } from '../../src/streams/topics.js'
import { receiveMail } from '../support/file-mail.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { CALLBACK_SECRET } from '../support/post-callback.js'
import { postMail } from '../support/post-mail.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js'
import { inAnHour } from './case.js'
import { doors } from './three-doors.js'

/*
 * Messages, webhooks, inbound routes and broadcasts have the mode of the key that made them. To a test key, live ones are
 * missing for every write.
 */

const DOMAIN = 'walled.test'

let app: TestApp
let testKey: string
let receiver: WebhookReceiver
beforeAll(async () => {
  app = await startApp({ CALLBACK_SECRET })
  await inboundDomain({ models: app.app.models, accountId: app.accountId }, DOMAIN)
  testKey = await app.key('admin', true)
  receiver = await startWebhookReceiver()
})
afterAll(async () => {
  await app.close()
  await receiver.close()
})

const from_email = `shop@${DOMAIN}`
const made = async (path: string, body: unknown, key: string) => {
  const { status, body: result } = await app.call('POST', path, { key, body })
  expect(status, JSON.stringify(result)).toBe(201)
  return result
}

const MAKE = {
  message: (key: string) => made('/v1/send', aSend({ metadata: { from_email }, scheduled_at: inAnHour() }), key),
  webhook: (key: string) => made('/v1/webhooks', { endpoint_url: receiver.url }, key),
  route: (key: string) =>
    made('/v1/inbound/routes', { domain: DOMAIN, destination_type: 'webhook', forward_url: receiver.url }, key),
  broadcast: async (key: string) => {
    const { id: list_id } = await made('/v1/contact-lists', { name: `List ${Math.random()}` }, key)
    const mail = { subject: 'News', body_text: '{{ unsubscribe_url }}' }
    return made('/v1/broadcasts', { name: 'News', list_id, from_email, ...mail }, key)
  },
} as const

/** The writes to an object of each kind, with their further input. */
const WRITES: Record<string, { kind: keyof typeof MAKE; input?: Record<string, unknown> }> = {
  'messages.cancel': { kind: 'message' },
  'messages.deleteContent': { kind: 'message' },
  'webhooks.update': { kind: 'webhook', input: { is_active: false } },
  'webhooks.rotateSecret': { kind: 'webhook' },
  'webhooks.test': { kind: 'webhook' },
  'webhooks.redeliverMany': { kind: 'webhook', input: { delivery_ids: ['whd_00000000000000000000000000'] } },
  'webhooks.redeliver': { kind: 'webhook', input: { delivery_id: 'whd_00000000000000000000000000' } },
  'webhooks.delete': { kind: 'webhook' },
  'inbound.routes.update': { kind: 'route', input: { active: false } },
  'inbound.routes.rotateSecret': { kind: 'route' },
  'inbound.routes.delete': { kind: 'route' },
  'broadcasts.update': { kind: 'broadcast', input: { name: 'Other news' } },
  'broadcasts.send': { kind: 'broadcast' },
  'broadcasts.pause': { kind: 'broadcast' },
  'broadcasts.resume': { kind: 'broadcast' },
  'broadcasts.cancel': { kind: 'broadcast' },
  'broadcasts.test': { kind: 'broadcast', input: { email: 'ada@example.com' } },
  'broadcasts.delete': { kind: 'broadcast' },
}
/** What keeps every other write of a test key away from live mail, by the beginning of its name. */
const OTHERS: Record<string, string> = {
  // What they make has the mode of the key.
  'messages.send': 'sends a simulated message',
  'messages.sendBatch': 'sends simulated messages',
  'messages.resend': 'sends a simulated copy',
  'messages.validate': 'changes nothing',
  'broadcasts.create': 'makes a simulated broadcast',
  'webhooks.create': 'makes a webhook for test mail',
  'inbound.routes.create': 'makes a route that forwards nothing',
  'mail.compose': 'sends a simulated message',
  'mail.threads.reply': 'sends a simulated message',
  'mail.threads.forward': 'sends a simulated message',
  'mail.drafts.send': 'sends a simulated message',
  // Tested below, or in test-keys.test.ts.
  'deadLetters.retry': 'finds no live work',
  'mail.blockedSenders.': 'finds no live ones',
  'approvals.': 'finds no live ones',
  'keys.': 'is refused for live keys',
  // What has no mode, because it is what an account is set up with: the scope of the key decides.
  'domains.': 'sets up the account',
  'templates.': 'sets up the account',
  'uploads.': 'sets up the account',
  'contacts.': 'sets up the account',
  'contactLists.': 'sets up the account',
  'suppressions.': 'sets up the account',
  'testRecipients.': 'sets up the account',
  'mail.inboxes.': 'sets up the account',
  'mail.labels.': 'sets up the account',
  'mail.savedReplies.': 'sets up the account',
  // Where people keep a mail that came in, and what they have read. The mail stays as it is.
  'mail.threads.': 'arranges a mailbox',
  'mail.messages.star': 'arranges a mailbox',
  'mail.messages.split': 'arranges a mailbox',
  'mail.notes.': 'arranges a mailbox',
  'mail.presence.': 'says who reads a mailbox',
  'mail.drafts.': 'arranges a mailbox',
}

test('every write finds no live object, is refused, or has a reason why it needs neither', () => {
  const open = operationList
    .filter(({ kind, liveAction, name }) => kind === 'mutation' && !liveAction && !WRITES[name])
    .map(({ name }) => name)
  const reasonOf = (name: string) => Object.keys(OTHERS).find((each) => name === each || name.startsWith(each))
  expect(open.filter((name) => !reasonOf(name))).toEqual([])
  const given = Object.keys(OTHERS).filter((each) => !open.some((name) => name === each || name.startsWith(each)))
  expect(given, 'reasons for nothing').toEqual([])
  // A new write to an object with a mode needs a test, not a reason.
  const ofMode = open.filter((name) => /^(messages|webhooks|inbound\.routes|broadcasts)\./.test(name))
  expect(ofMode.filter((name) => !Object.hasOwn(OTHERS, name))).toEqual([])
})

describe.each(doors)('through $name', (door) => {
  test.each(Object.entries(WRITES))(
    '%s: a live object is missing to a test key, and stays as it is',
    async (operation, { kind, input }) => {
      const object = await MAKE[kind](app.adminKey)
      expect(object.test_mode ?? false).toBe(false)
      const read = { message: 'messages', webhook: 'webhooks', route: 'inbound/routes', broadcast: 'broadcasts' }[kind]
      const before = (await app.call('GET', `/v1/${read}/${object.id}`)).body
      const { code, status } = await door.run(app.url, operation, { id: object.id, ...input }, testKey)
      expect([code, status]).toEqual(['not_found', 404])
      expect((await app.call('GET', `/v1/${read}/${object.id}`)).body).toEqual(before)
    },
  )

  test.each(['messages.cancel', 'webhooks.update', 'inbound.routes.update', 'broadcasts.delete'])(
    '%s: a test key changes what a test key made',
    async (operation) => {
      const { kind, input } = WRITES[operation]!
      const object = await MAKE[kind](testKey)
      const { code } = await door.run(app.url, operation, { id: object.id, ...input }, testKey)
      expect(code).toBeNull()
    },
  )
})

describe.each(doors)('dead letters through $name', (door) => {
  /** A dead letter about a row that a key has made, or about a live row that no key makes. */
  async function letterOf(kind: string, row_id: string) {
    const { models, newId } = app.app
    const letter = {
      ...{ _id: newId('deadLetter'), account_id: app.accountId, kind, row_id },
      ...{ error: 'crashed 5 times without an outcome', crashes: 5, created_at: new Date() },
    }
    await models.deadLetters.collection.insertOne(letter)
    return letter._id
  }
  const retried = async (id: string) => {
    const { code } = await door.run(app.url, 'deadLetters.retry', { id }, testKey)
    const left = await app.app.models.deadLetters.countDocuments({ _id: id })
    return { code, left }
  }
  const isMissing = { code: 'not_found', left: 1 }
  const isDone = { code: null, left: 0 }

  /** The row of each kind of work that is about an object. */
  const ROWS: Record<string, (key: string) => Promise<string>> = {
    dispatch: async (key) => (await MAKE.message(key)).id,
    broadcasts: async (key) => (await MAKE.broadcast(key)).id,
    'fan-out': async (key) => {
      const { id } = await made('/v1/send', aSend({ metadata: { from_email } }), key)
      const event = () => app.app.models.events.findOne({ message_id: id }).lean()
      return (await eventually('an event', event))._id
    },
    deliveries: async (key) => {
      const { id: subscription_id } = await MAKE.webhook(key)
      await made('/v1/send', aSend({ metadata: { from_email } }), key)
      const delivery = () => app.app.models.deliveries.findOne({ subscription_id }).lean()
      return (await eventually('a delivery', delivery))._id
    },
  }

  test.each(Object.entries(ROWS))('%s: live work is missing to a test key, its own is not', async (kind, rowOf) => {
    expect(await retried(await letterOf(kind, await rowOf(app.adminKey)))).toEqual(isMissing)
    expect(await retried(await letterOf(kind, await rowOf(testKey)))).toEqual(isDone)
  })

  test('what comes in is live, and an import has no mode', async () => {
    const rowId = `any ${door.name}`
    for (const kind of ['ingest', 'inbound', 'unknown']) {
      expect(await retried(await letterOf(kind, rowId)), kind).toEqual(isMissing)
    }
    expect(await retried(await letterOf('imports', rowId))).toEqual(isDone)
    const kinds = [...Object.keys(ROWS), 'ingest', 'inbound', 'imports']
    expect(kinds.sort()).toEqual([...WORK_KINDS].sort())
  })
})

test.each(doors)(
  'the mail that tests a broadcast of a test key through $name is simulated, also with a live key',
  async (door) => {
    const { id } = await MAKE.broadcast(testKey)
    for (const key of [app.adminKey, testKey]) {
      const { data } = await door.run(app.url, 'broadcasts.test', { id, email: 'bo@example.com' }, key)
      expect((await app.call('GET', `/v1/messages/${(data as { id: string }).id}`)).body.test_mode).toBe(true)
    }
    const live = await MAKE.broadcast(app.adminKey)
    const { data } = await door.run(app.url, 'broadcasts.test', { id: live.id, email: 'bo@example.com' }, app.adminKey)
    expect((await app.call('GET', `/v1/messages/${(data as { id: string }).id}`)).body.test_mode).toBe(false)
  },
)

test.each(doors)('an erasure through $name is refused to a test key', async (door) => {
  const { id } = await MAKE.message(app.adminKey)
  const before = (await app.call('GET', `/v1/messages/${id}`)).body
  const email = before.destination?.email ?? 'ada@example.com'
  expect((await door.run(app.url, 'recipients.erase', { email }, testKey)).code).toBe('forbidden')
  expect((await app.call('GET', `/v1/messages/${id}`)).body).toEqual(before)
})

test('a webhook of a test key gets events of test mail alone, and a live one gets both', async () => {
  const test = await made('/v1/webhooks', { endpoint_url: `${receiver.url}/test` }, testKey)
  const live = await made('/v1/webhooks', { endpoint_url: `${receiver.url}/live` }, app.adminKey)
  expect([test.test_mode, live.test_mode]).toEqual([true, false])
  const sent = {
    live: await made('/v1/send', aSend({ metadata: { from_email } }), app.adminKey),
    test: await made('/v1/send', aSend({ metadata: { from_email } }), testKey),
  }
  const hitsOf = (path: string, id: string) =>
    receiver.hits.filter((hit) => hit.path.endsWith(path) && hit.body.message_id === id).length
  await eventually('all that is due', () => hitsOf('/live', sent.live.id) === 2 && hitsOf('/live', sent.test.id) === 2)
  await eventually('the events of test mail', () => hitsOf('/test', sent.test.id) === 2)
  expect(hitsOf('/test', sent.live.id)).toBe(0)
})

test('a route of a test key forwards no mail, and costs nothing', async () => {
  const email = { domain: DOMAIN, match_prefix: 'walled', destination_type: 'email' }
  const route = await made('/v1/inbound/routes', { ...email, forward_address: 'ada@example.com' }, testKey)
  expect(route.test_mode).toBe(true)
  const live = await made('/v1/inbound/routes', { ...email, forward_address: 'bob@example.com' }, app.adminKey)
  const mail = 'From: eve@sender.test\r\nSubject: Hi\r\n\r\nHello.\r\n'
  expect((await postMail(app.url, mail, { recipients: `walled@${DOMAIN}` })).status).toBe(200)
  const forwards = await eventually('the forward of the live route', async () => {
    const { body } = await app.call('GET', '/v1/messages?recipient=bob@example.com')
    return body.messages.length > 0 ? body.messages : null
  })
  expect(forwards).toHaveLength(1)
  expect((await app.call('GET', '/v1/messages?recipient=ada@example.com&test_mode=false')).body.messages).toEqual([])
  await app.call('DELETE', `/v1/inbound/routes/${live.id}`)
})

test('a broadcast of a test key is simulated, also if a live key sends it', async () => {
  const { id: list_id } = await made('/v1/contact-lists', { name: 'Readers' }, app.adminKey)
  const contact = await made('/v1/contacts', { email: 'reader@example.com' }, app.adminKey)
  await made(`/v1/contact-lists/${list_id}/members`, { contact_id: contact.id }, app.adminKey)
  const mail = { subject: 'News', body_text: '{{ unsubscribe_url }}', from_email }
  const broadcast = await made('/v1/broadcasts', { name: 'News', list_id, ...mail }, testKey)
  expect((await app.call('POST', `/v1/broadcasts/${broadcast.id}/send`)).body.test_mode).toBe(true)
  const [message] = await eventually('its mail', async () => {
    const { body } = await app.call('GET', `/v1/messages?broadcast_id=${broadcast.id}`)
    return body.messages.length > 0 ? body.messages : null
  })
  expect(message.test_mode).toBe(true)
})

describe.each(doors)('blocked senders through $name', (door) => {
  const list = async () => (await app.call('GET', '/v1/mail/blocked-senders')).body.blocked_senders
  const sendersOf = async (mode: boolean) =>
    (await list()).flatMap(({ test_mode, sender }: { test_mode: boolean; sender: string }) =>
      test_mode === mode ? sender : [],
    )

  test('a live one is missing to a test key, and one of a test key concerns no mail', async () => {
    const sender = `${door.name.toLowerCase()}@example.com`
    const live = await made('/v1/mail/blocked-senders', { sender: `live-${sender}` }, app.adminKey)
    const { code } = await door.run(app.url, 'mail.blockedSenders.delete', { id: live.id }, testKey)
    expect(code).toBe('not_found')
    expect(await sendersOf(false)).toContain(`live-${sender}`)
    await door.run(app.url, 'mail.blockedSenders.create', { sender }, testKey)
    expect(await sendersOf(true)).toContain(sender)
    const { threadId } = await receiveMail(app, { from: sender })
    expect((await app.call('GET', `/v1/mail/threads/${threadId}`)).body.folder).toBe('inbox')
  })

  test('what a test key moves teaches nothing about live mail', async () => {
    const from = `moved-${door.name.toLowerCase()}@example.com`
    const folderOf = async (key: string, folder: string) => {
      const { threadId } = await receiveMail(app, { from })
      await door.run(app.url, 'mail.threads.move', { id: threadId, folder }, key)
      const next = await receiveMail(app, { from })
      return (await app.call('GET', `/v1/mail/threads/${next.threadId}`)).body.folder
    }
    expect(await folderOf(testKey, 'spam')).toBe('inbox')
    expect(await folderOf(app.adminKey, 'spam')).toBe('spam')
    expect(await folderOf(testKey, 'inbox')).toBe('spam')
    expect(await folderOf(app.adminKey, 'inbox')).toBe('inbox')
  })
})

test.each(doors)('forwarding a thread through $name needs a key that may read it', async (door) => {
  const { threadId: id } = await receiveMail(app)
  const input = { id, to: 'ada@example.com', body_text: 'x' }
  expect((await door.run(app.url, 'mail.threads.forward', input, await app.key('send'))).code).toBe('forbidden')
})
