import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RedisClient } from '../../../../src/lib/redis/redis-client.js'
import { keysWith } from '../../../support/connect-redis.js'
import { dumpLedger } from '../../../support/dump-ledger.js'
import { ledgerProblems } from '../../../support/ledger-checks.js'
import { CALLBACK_SECRET, postSigned } from '../../../support/post-callback.js'
import { postMail } from '../../../support/post-mail.js'
import { sesNotification } from '../../../support/ses-notifications.js'
import { aSend, eventually, startApp, type TestApp } from '../../../support/start-app.js'
import { verifiedDomain } from '../../../support/verified-domain.js'
import { startWebhookReceiver, type WebhookReceiver } from '../../../support/webhook-receiver.js'

const EMAIL = 'Ada.Lovelace+news@Analytical.example'
const ADDRESS = EMAIL.toLowerCase()
const OTHER = 'bob@engines.example'
const FROM = 'shop@acme.example'
const PERCENT = encodeURIComponent(EMAIL)
const BASE64 = Buffer.from(`to ${EMAIL}, hello`).toString('base64')

let app: TestApp
let receiver: WebhookReceiver
beforeEach(async () => {
  app = await startApp({ CALLBACK_SECRET })
  await verifiedDomain(app, 'acme.example')
  receiver = await startWebhookReceiver()
  receiver.fallback = { body: `thank you, ${EMAIL}` }
  await app.call('POST', '/v1/webhooks', { body: { endpoint_url: receiver.url } })
})
afterEach(async () => {
  await app.close()
  await receiver.close()
})

const send = async (overrides: Record<string, unknown> = {}) => {
  const body = aSend({ destination: { email: EMAIL }, metadata: { from_email: FROM }, ...overrides })
  const result = await app.call('POST', '/v1/send', { body })
  expect(result.status, JSON.stringify(result.body)).toBe(201)
  return result.body.id as string
}
const get = (id: string) => app.call('GET', `/v1/messages/${id}`)
const becomes = (id: string, status: string) =>
  eventually(`${id} is ${status}`, async () => (await get(id)).body.status === status)
const isQuiet = () =>
  eventually('no work is left', async () => {
    const { events, deliveries, callbacks } = app.app.models
    const open = await Promise.all([
      events.exists({ fanout_at: { $exists: true } }),
      deliveries.exists({ next_at: { $exists: true } }),
      callbacks.exists({ process_at: { $exists: true } }),
    ])
    return !open.some(Boolean)
  })
const erase = (email = EMAIL) => app.call('POST', '/v1/recipients/erase', { body: { email } })
const notify = async (type: string, id: string, more: { tagged?: boolean } = {}) => {
  const providerMessageId = (await get(id)).body.provider_message_id
  const named = { providerMessageId, ...(more.tagged !== false && { messageId: id }), recipients: [EMAIL] }
  await postSigned(app.url, sesNotification(type, 'publishing', named, { mail: headersWith(EMAIL) }))
}
/** Stores the bodies of the webhooks of messages, as earlier versions did. */
const storeBodies = async (...ids: string[]) => {
  const { deliveries, payloads } = app.app.models
  for (const { event_id } of await deliveries.find({ message_id: { $in: ids } }).lean()) {
    const body = JSON.stringify({ event_id, payload: {}, message: null, recipient: ADDRESS })
    await payloads.create({ _id: event_id, account_id: app.accountId, body })
  }
}
const headersWith = (email: string) => ({ destination: [email], headers: [{ name: 'To', value: email }] })

/** Where in MongoDB and Redis the address is, in any case and in the notations that anything of ours writes. */
async function whereIsIt(address = ADDRESS): Promise<string[]> {
  const local = address.split('@')[0]!
  const forms = [address, encodeURIComponent(address), local, encodeURIComponent(local)].map((form) =>
    form.toLowerCase(),
  )
  const spellings = [address, EMAIL]
  const coded = spellings.flatMap((text) =>
    [0, 1, 2].map((skip) =>
      Buffer.from(`${' '.repeat(skip)}${text}`)
        .toString('base64')
        .slice(4, -4),
    ),
  )
  const has = (bytes: Buffer) => {
    const text = bytes.toString('latin1').replace(/=\r?\n/g, '')
    return forms.some((form) => text.toLowerCase().includes(form)) || coded.some((form) => text.includes(form))
  }
  const rows = (await dumpLedger(app.app.models.connection)).filter(({ bytes }) => has(bytes)).map(({ name }) => name)
  const redis = (await dumpRedis(app.app.producer, app.app.config.redisPrefix)).some((text) => has(Buffer.from(text)))
  return [...new Set(rows), ...(redis ? ['redis'] : [])]
}

async function dumpRedis(redis: RedisClient, prefix: string): Promise<string[]> {
  const keys = await keysWith(redis, prefix)
  const values = await Promise.all(keys.map((key) => redis.dumpBuffer(key)))
  return [...keys, ...values.map((value) => value?.toString('latin1') ?? '')]
}

test('leaves the address nowhere in MongoDB and Redis, in no notation', async () => {
  await app.call('POST', '/v1/test-recipients', { body: { email: EMAIL } })
  const attachments = (content: string) => [
    { filename: `for ${ADDRESS}.txt`, content_type: 'text/plain', content: Buffer.from(content).toString('base64') },
  ]
  const large = `${'x'.repeat(60_000)} ${ADDRESS.toUpperCase()}`
  const toOther = (payload: object, more: object = {}) =>
    send({
      destination: { email: OTHER, name: 'Bob' },
      payload: { subject: 'Hi', body_text: 'Hello.', ...payload },
      ...more,
    })
  const tracking = { opens: true, clicks: true }
  const mine = [
    await send({
      destination: { email: EMAIL, name: 'Ada Lovelace' },
      tags: { who: ADDRESS, from: `user-${ADDRESS}` },
      metadata: { from_email: FROM, user: EMAIL },
      idempotency_key: `welcome-${ADDRESS}`,
    }),
    await send({
      payload: { subject: `For ${EMAIL}`, body_html: `<a href="https://a.example/?e=${PERCENT}">x</a>` },
      tracking,
    }),
    await send({ destination: { email: OTHER, cc: [`Ada <${EMAIL}>`] } }),
    await send({ destination: { email: OTHER, bcc: [EMAIL] }, payload: { subject: 'Large', body_text: large } }),
    await send({ payload: { subject: 'File', body_text: 'See.', attachments: attachments(large) } }),
  ]
  const mentions = [
    await toOther({ reply_to: EMAIL }),
    await toOther({ subject: `About ${ADDRESS}` }),
    await toOther({ body_html: `<a href="https://a.example/?q=${PERCENT}&t=${BASE64}">ada</a>` }),
    await toOther({ body_text: large }),
    await toOther({ attachments: attachments(`\n${EMAIL}\n`) }),
    await toOther({ headers: { 'X-Customer': ADDRESS } }),
    await toOther({}, { tags: { about: ADDRESS } }),
    await toOther({}, { metadata: { from_email: FROM, about: { [ADDRESS]: EMAIL } } }),
  ]
  for (const id of [...mine, ...mentions]) await becomes(id, 'delivered')
  await notify('Delivery', mine[0]!)
  await notify('Open', mine[1]!)
  await notify('Bounce', mine[2]!, { tagged: false })
  await becomes(mine[2]!, 'bounced')
  await app.call('POST', '/v1/suppressions', {
    body: { channel: 'email', recipient: EMAIL, reason: `asked, ${ADDRESS}` },
  })
  await isQuiet()
  await storeBodies(mine[0]!, mentions[0]!)
  expect(new Set(await whereIsIt())).toEqual(
    new Set(
      [
        'messages',
        'message_contents',
        'events',
        'webhook_payloads',
        'webhook_deliveries',
        'outbox',
        'callbacks',
      ].concat(['suppressions', 'audit_entries', 'test_recipients', 'daily_quotas', 'event_counts']),
    ),
  )

  const { status, body } = await erase(`Ada <${EMAIL.toUpperCase()}>`)
  expect(status, JSON.stringify(body)).toBe(200)
  // The link mail to the test recipient is a message too.
  expect(body).toEqual({ messages: mine.length + mentions.length + 1, inbound_emails: 0, contacts: 0, kept: [] })
  expect(await whereIsIt()).toEqual([])
  expect((await erase()).body).toEqual({ messages: 0, inbound_emails: 0, contacts: 0, kept: [] })

  // What is left can be read by everybody who reads it.
  for (const id of [...mine, ...mentions]) expect((await get(id)).status).toBe(200)
  expect((await get(mine[2]!)).body).toMatchObject({ status: 'bounced', to: [OTHER], cc: [], subject: null })
  expect((await get(mentions[0]!)).body).toMatchObject({ to: [OTHER], subject: 'Hi' })
  const { webhooks } = (await app.call('GET', '/v1/webhooks')).body
  const { deliveries } = (await app.call('GET', `/v1/webhooks/${webhooks[0].id}/deliveries?limit=100`)).body
  for (const { payload } of deliveries) expect(JSON.parse(payload).account_id).toBe(app.accountId)
  expect((await app.call('GET', `/v1/messages?recipient=${encodeURIComponent(ADDRESS)}`)).body.messages).toEqual([])
  expect((await app.call('GET', `/v1/messages?recipient=${OTHER}`)).body.messages).toHaveLength(mentions.length + 2)
})

describe('received mail of others that mentions the address', () => {
  const TEXT = 'Content-Type: text/plain; charset=utf-8'
  const file = (name: string, content: string) => [
    ...['--b', TEXT, '', 'See the file.', '--b', `Content-Disposition: attachment; filename="${name}"`],
    ...['Content-Transfer-Encoding: base64', '', base64Lines(content), '--b--'],
  ]
  const base64Lines = (text: string) =>
    Buffer.from(text)
      .toString('base64')
      .replace(/(.{76})/g, '$1\r\n')
  const MIXED = 'Content-Type: multipart/mixed; boundary=b'
  const MAILS: Record<string, string[]> = {
    'its text': [TEXT, '', `Ask ${EMAIL} about it, or ${EMAIL} ${EMAIL}.`],
    'its encoded HTML': [
      ...['Content-Type: text/html', 'Content-Transfer-Encoding: base64', ''],
      base64Lines(`<p>A long line before it, so that it is broken.</p><a href="mailto:${PERCENT}">${EMAIL}</a>`),
    ],
    'a header': [`X-Customer: ${ADDRESS}`, TEXT, '', 'Hello.'],
    'a file': [MIXED, '', ...file('list.csv', `name,email\nAda,${EMAIL}\n`)],
    'the name of a file': [MIXED, '', ...file(`${ADDRESS}.txt`, 'Hello.')],
    'a large file': [MIXED, '', ...file('large.txt', `${'x '.repeat(1_200_000)}${EMAIL}`)],
    nothing: [TEXT, '', 'Ada sends her regards, and a new example.'],
  }
  const receive = async (subject: string, lines: string[]) => {
    const head = [`From: Bob <${OTHER}>`, 'To: help@acme.example', `Subject: ${subject}`]
    const posted = await postMail(app.url, [...head, ...lines].join('\r\n'), {
      ...{ recipients: 'help@acme.example', sender: OTHER },
    })
    const [id] = posted.body.accepted as string[]
    return eventually('it is parsed', async () => {
      const { status, body } = await app.call('GET', `/v1/inbound/${id}`)
      return status === 200 && body.thread_id ? (body as { id: string; thread_id: string }) : null
    })
  }

  test('loses it everywhere, with the raw mail and the files that have it', async () => {
    await app.app.models.domains.updateOne({ name: 'acme.example' }, { $set: { inbound_enabled: true } })
    await app.call('POST', '/v1/inbound/routes', {
      body: { domain: 'acme.example', match_prefix: '', destination_type: 'webhook', forward_url: receiver.url },
    })
    const mails = new Map<string, { id: string; thread_id: string }>()
    for (const [subject, lines] of Object.entries(MAILS)) mails.set(subject, await receive(subject, lines))
    mails.set('a subject', await receive(`About ${EMAIL}`, [TEXT, '', 'Hello.']))
    const { thread_id: begun } = mails.get('nothing')!
    const composed = [
      await app.call('POST', '/v1/mail/compose', {
        body: { from: FROM, to: EMAIL, subject: 'For you', body_text: 'Hello.' },
      }),
      await app.call('POST', `/v1/mail/threads/${begun}/reply`, { body: { body_text: `I ask ${EMAIL}.` } }),
    ]
    for (const { body } of composed) await becomes(body.id, 'delivered')
    await isQuiet()
    const stored = await whereIsIt()
    const places = ['inbound_emails', 'inbound_contents', 'blobs', 'blobs.chunks', 'mail_items', 'mail_threads']
    expect(stored).toEqual(expect.arrayContaining([...places, 'webhook_payloads', 'webhook_deliveries']))

    expect((await erase()).body).toEqual({ messages: 2, inbound_emails: mails.size - 1, contacts: 0, kept: [] })
    expect(await whereIsIt()).toEqual([])
    const texts = await app.app.models.mailTexts.find().lean()
    expect(texts.filter(({ words }) => words.includes('lovelace'))).toEqual([])
    expect((await erase()).body).toEqual({ messages: 0, inbound_emails: 0, contacts: 0, kept: [] })

    // What is left can be read.
    const get = async (subject: string, more = '') => app.call('GET', `/v1/inbound/${mails.get(subject)!.id}${more}`)
    expect((await get('its text')).body.text).toBe('Ask [erased] about it, or [erased] [erased].')
    expect((await get('its encoded HTML')).body.html).toContain('>[erased]</a>')
    expect((await get('a subject')).body.subject).toBe('About [erased]')
    expect((await get('a file', '/attachments/0')).status).toBe(404)
    expect((await get('the name of a file', '/attachments/0')).status).toBe(200)
    expect((await get('a file', '/raw')).status).toBe(404)
    expect((await get('nothing', '/raw')).status).toBe(200)
    const { threads } = (await app.call('GET', '/v1/mail/threads?limit=100')).body
    expect(threads.map(({ subject }: { subject: string }) => subject).sort()).toEqual(
      [...Object.keys(MAILS), 'About [erased]'].sort(),
    )
    expect(threads.find(({ id }: { id: string }) => id === begun).snippet).toBe('I ask [erased].')
    const found = async (q: string) => (await app.call('GET', `/v1/mail/search?q=${q}`)).body.results.length
    expect([await found('lovelace'), await found('analytical'), await found('to:analytical.example')]).toEqual([
      0, 0, 0,
    ])
    // These words are in other texts, too.
    expect([await found('example'), await found('regards'), await found('regards%20ada')]).toEqual([1, 1, 1])
  })

  test('is waited for while it is parsed', async () => {
    await app.close()
    app = await startApp({ CALLBACK_SECRET, ROLES: 'api' })
    await verifiedDomain(app, 'acme.example')
    await app.app.models.domains.updateOne({ name: 'acme.example' }, { $set: { inbound_enabled: true } })
    const posted = await postMail(app.url, `Subject: x\r\n\r\n${EMAIL}`, {
      recipients: 'a@acme.example',
      sender: OTHER,
    })
    const [id] = posted.body.accepted
    const erasing = erase()
    await app.app.models.inboundEmails.updateOne(
      { _id: id },
      { $set: { parsed_at: new Date(), subject: 'x', attachments: [] }, $unset: { parse_at: 1 } },
    )
    expect((await erasing).body.inbound_emails).toBe(1)
    expect(await whereIsIt()).toEqual([])
  })
})

test('others whose addresses end or begin alike, and other accounts, keep everything', async () => {
  const alike = ['maria@example.com', 'a@example.com.au', 'a.b@example.com', 'a-a@example.com']
  const ids = [await send({ destination: { email: 'a@example.com' } })]
  for (const email of alike)
    ids.push(await send({ destination: { email }, payload: { subject: email, body_text: email } }))
  for (const id of ids) await becomes(id, 'delivered')
  await isQuiet()
  const other = await app.app.services.accounts.create('somebody@elsewhere.test')
  const theirs = await app.call('POST', '/v1/suppressions', {
    key: other.key,
    body: { channel: 'email', recipient: 'a@example.com' },
  })
  const before = await Promise.all(ids.slice(1).map(get))
  expect((await erase('a@example.com')).body.messages).toBe(1)
  expect((await Promise.all(ids.slice(1).map(get))).map(({ body }) => body)).toEqual(before.map(({ body }) => body))
  const list = await app.call('GET', '/v1/suppressions', { key: other.key })
  expect(list.body.suppressions[0].id).toBe(theirs.body.id)
  expect(list.body.suppressions[0].recipient).toBe('a@example.com')
})

describe('mail that has not left', () => {
  const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

  test('is canceled if it is to the address, and its charge is given back', async () => {
    const scheduled = await send({ scheduled_at: tomorrow() })
    await app.app.services.accounts.suspend(app.accountId)
    await app.app.services.accounts.resume(app.accountId)
    const { erasure } = app.app.services
    expect(await erasure.erase(app.accountId, EMAIL)).toMatchObject({ messages: 1 })
    expect((await get(scheduled)).body).toMatchObject({ status: 'canceled', to: [], events: [] })
    expect(await whereIsIt()).toEqual([])
  })

  test('is canceled while it waits for a retry, and costs nothing', async () => {
    await app.close()
    const defer = { outcome: 'deferred', error: 'try again' } as const
    const transport = {
      name: 'smtp' as const,
      concurrency: 4,
      send: async () => defer,
      check: async () => {},
      close: async () => {},
    }
    app = await startApp({ CALLBACK_SECRET }, { transport })
    await verifiedDomain(app, 'acme.example')
    const id = await send()
    await eventually('deferred', () =>
      app.app.models.messages.exists({ _id: id, deferrals: 1, lease: { $exists: false } }),
    )
    expect((await erase()).body.messages).toBe(1)
    expect((await get(id)).body.status).toBe('canceled')
    expect((await app.call('GET', '/v1/usage')).body.total_cost_micros).toBe(0)
    expect(await whereIsIt()).toEqual([])
  })

  test('has left if its worker died after it was sent, and is not canceled', async () => {
    const { models, services } = app.app
    const id = await send()
    await becomes(id, 'delivered')
    await isQuiet()
    const usage = async () => (await app.call('GET', '/v1/usage')).body
    const before = await usage()
    const { status, status_rank, provider_message_id, sent_at } = (await models.messages.findById(id).lean())!

    // As the worker has left it, and then the suspension of the account.
    await services.accounts.suspend(app.accountId)
    const waiting = { status: 'queued', status_rank: '', provider_message_id: null, crashes: 1 } as const
    await models.messages.collection.updateOne(
      { _id: id },
      { $set: { ...waiting, held: app.accountId, held_at: new Date() }, $unset: { sent_at: 1 } },
    )
    expect(await services.erasure.erase(app.accountId, EMAIL)).toMatchObject({ messages: 1 })
    const closed = { status, status_rank, provider_message_id, sent_at, crashes: 0 }
    expect(await models.messages.findById(id).lean()).toMatchObject(closed)
    await services.accounts.resume(app.accountId)
    expect((await get(id)).body).toMatchObject({ status: 'delivered', to: [] })
    expect(await usage()).toEqual(before)
    expect(await ledgerProblems(models)).toEqual([])
  })

  test('to others is sent without the mention', async () => {
    const payload = { subject: 'Hi', body_text: `Write to ${EMAIL}.`, reply_to: [EMAIL, OTHER] }
    const id = await send({ destination: { email: OTHER }, payload, scheduled_at: tomorrow() })
    expect((await erase()).body.messages).toBe(1)
    const row = await app.app.models.messages.findById(id).lean()
    expect(row).toMatchObject({ status: 'scheduled', content: { text: 'Write to [erased].', to: [{ email: OTHER }] } })
    expect(row?.content?.reply_to.map(({ email }) => email)).toEqual([OTHER])
    expect(await whereIsIt()).toEqual([])
  })
})

describe('a suppressed recipient', () => {
  const suppress = (recipient = EMAIL) =>
    app.call('POST', '/v1/suppressions', { body: { channel: 'email', recipient, reason: 'asked' } })
  const list = async () => (await app.call('GET', '/v1/suppressions')).body.suppressions
  const refused = async (key: string) => {
    const body = aSend({ destination: { email: EMAIL }, metadata: { from_email: FROM }, idempotency_key: key })
    return (await app.call('POST', '/v1/send', { body })).body.error?.code
  }

  test('stays suppressed as a keyed hash, is listed so, and can be removed by the address', async () => {
    const { id } = (await suppress()).body
    await erase()
    const [entry] = await list()
    expect(entry).toMatchObject({ id, state: 'suppressed', reason: 'asked' })
    expect(entry.recipient).toMatch(/^erased:[0-9a-f]{32}$/)
    expect(await refused('first')).toBe('recipient_suppressed')
    const found = await app.call('GET', `/v1/suppressions/${encodeURIComponent(EMAIL)}`)
    expect(found.body).toEqual(entry)
    expect((await app.call('POST', '/v1/recipients/erase', { body: { email: EMAIL } })).status).toBe(200)

    // Another bounce, an import or an unsubscription does not bring the address back.
    await app.app.services.suppressions.suppress(app.accountId, [{ recipient: EMAIL, reason: 'hard_bounce' }])
    await app.app.services.suppressions.unsubscribe(app.accountId, EMAIL, 'recipient_unsubscribe')
    await app.call('POST', '/v1/suppressions/import', { body: { entries: [{ email: EMAIL, reason: 'import' }] } })
    expect((await suppress()).body).toMatchObject({ id, recipient: entry.recipient, reason: 'asked' })
    expect(await list()).toHaveLength(1)

    const path = `/v1/suppressions?channel=email&recipient=${encodeURIComponent(EMAIL)}`
    expect((await app.call('DELETE', path)).status).toBe(204)
    expect(await list()).toEqual([])
    expect(await refused('second')).toBeUndefined()
    const { entries } = (await app.call('GET', '/v1/audit-log')).body
    expect(entries[0]).toMatchObject({ operation: 'suppressions.delete', target: entry.recipient })
  })

  test('can also be removed by what the list shows, and two accounts have different hashes', async () => {
    await suppress()
    await erase()
    const [{ recipient }] = await list()
    const hashOf = await app.app.recipientHash()
    expect(recipient).toBe(hashOf(app.accountId, ADDRESS))
    expect(hashOf('acc_other', ADDRESS)).not.toBe(recipient)
    expect((await app.call('DELETE', `/v1/suppressions?channel=email&recipient=${recipient}`)).status).toBe(204)
    expect(await list()).toEqual([])
  })
})

test('what is reported later names the recipient no more, and still suppresses them', async () => {
  const id = await send()
  await becomes(id, 'delivered')
  await isQuiet()
  await erase()
  receiver.fallback = {}
  await notify('Bounce', id)
  await notify('Send', id)
  await becomes(id, 'bounced')
  const message = await app.app.models.messages.findById(id).lean()
  app.app.engagementRecorder.record(message!, 'opened', { ipAddress: '192.0.2.7', userAgent: 'Ada' })
  await app.app.engagementRecorder.close()
  await isQuiet()
  expect(await whereIsIt()).toEqual([])
  const { suppressions } = (await app.call('GET', '/v1/suppressions')).body
  expect(suppressions).toEqual([
    expect.objectContaining({ recipient: expect.stringMatching(/^erased:/), reason: 'hard_bounce' }),
  ])
  expect((await get(id)).body.events.map(({ type }: { type: string }) => type)).toEqual([
    'sent',
    'delivered',
    'bounced',
  ])
})

test('concurrent sends are either erased or whole, and a second request finds the rest', async () => {
  const sending = Promise.all(Array.from({ length: 40 }, () => send()))
  await Promise.all([erase(), erase()])
  const ids = await sending
  for (const id of ids) await eventually('it left', async () => (await get(id)).body.status !== 'queued')
  await isQuiet()
  await erase()
  expect(await whereIsIt()).toEqual([])
  for (const id of ids) expect((await get(id)).body).toMatchObject({ to: [], subject: null })
})

test('an account has one erasure in progress and three that wait, and others have their own', async () => {
  const { accounts, erasure } = app.app.services
  const other = await accounts.create('somebody@elsewhere.test')
  const all = Array.from({ length: 5 }, () => erasure.erase(app.accountId, EMAIL))
  await expect(all[4]).rejects.toMatchObject({ code: 'overloaded', retryAfterSeconds: 60 })
  await Promise.all([...all.slice(0, 4), erasure.erase(other.account_id, EMAIL)])
  expect((await erase()).status).toBe(200)
})

describe('what a worker has in hand', () => {
  test('is waited for: mail that is being sent goes out, and is erased then', async () => {
    await app.close()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const send = async () => {
      await held
      return { outcome: 'accepted', providerMessageId: 'p-1' } as const
    }
    const transport = { name: 'smtp' as const, concurrency: 4, send, check: async () => {}, close: async () => {} }
    app = await startApp({ CALLBACK_SECRET }, { transport })
    await verifiedDomain(app, 'acme.example')
    const body = aSend({ destination: { email: EMAIL }, metadata: { from_email: FROM } })
    const { id } = (await app.call('POST', '/v1/send', { body })).body
    await eventually('claimed', () => app.app.models.messages.exists({ _id: id, lease: { $exists: true } }))
    const erasing = erase()
    release()
    expect((await erasing).body.messages).toBe(1)
    expect((await get(id)).body).toMatchObject({ status: 'sent', to: [] })
    expect(await whereIsIt()).toEqual([])
  })

  test('is waited for: the log of a webhook that is being sent', async () => {
    const id = await send()
    await becomes(id, 'delivered')
    await isQuiet()
    const { deliveries } = app.app.models
    const until = new Date(Date.now() + 2_000)
    await deliveries.updateOne({ message_id: id }, { lease: { by: 'a worker', token: 't', until } })
    expect((await erase()).body.messages).toBe(1)
    expect(Date.now()).toBeGreaterThan(until.getTime())
    expect(await whereIsIt()).toEqual([])
  })
})

test('goes on where a process died', async () => {
  const ids = [await send(), await send()]
  for (const id of ids) await becomes(id, 'delivered')
  await isQuiet()
  const { collection } = app.app.models.deliveries
  const { find } = collection
  collection.find = () => {
    throw new Error('the process dies here')
  }
  await erase()
  collection.find = find
  expect(await whereIsIt()).not.toEqual([])
  expect((await erase()).body.messages).toBe(2)
  expect(await whereIsIt()).toEqual([])
})
