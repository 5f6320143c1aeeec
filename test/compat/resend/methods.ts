import { strictEqual as equal, match, ok, deepStrictEqual as same } from 'node:assert/strict'
import type { Resend } from 'resend'
import { eventually, type TestApp } from '../../support/start-app.js'
import { differs, type Given, notHere, type SdkMethod, works } from '../support/methods.js'

/** A domain of the account that sends and receives. */
export const DOMAIN = 'shop.acme.test'
const FROM = `Shop <hello@${DOMAIN}>`
const ENDPOINT = 'http://127.0.0.1:1029/hooks'

type Call = Given<Resend>

let made = 0
/** A name that nothing else has. */
function unique(name: string): string {
  made += 1
  return `${name}-${made}`
}

/** What a call of the SDK returned. It answers errors instead of throwing them. */
async function done<T>(call: PromiseLike<{ data: T | null; error: { message: string } | null }>): Promise<T> {
  const { data, error } = await call
  if (error || data === null) throw new Error(error?.message ?? 'no data')
  return data
}

const read = async (app: TestApp, path: string) => (await app.call('GET', `/v1${path}`)).body
const statusOf = async (app: TestApp, path: string) => (await app.call('GET', `/v1${path}`)).status

const mail = (to: string, more: object = {}) => ({
  from: FROM,
  to,
  subject: 'Hello',
  html: '<p>It works.</p>',
  ...more,
})
const later = () => new Date(Date.now() + 3_600_000).toISOString()

const aContact = async ({ sdk }: Call) => {
  const email = `${unique('ada')}@example.com`
  const { id } = await done(sdk.contacts.create({ email, firstName: 'Ada', properties: { plan: 'pro' } } as never))
  return { id, email }
}
const aSegment = ({ sdk }: Call) => done(sdk.segments.create({ name: unique('News') }))
const aTopic = ({ sdk }: Call) => done(sdk.topics.create({ name: unique('Offers'), defaultSubscription: 'opt_in' }))
const aTemplate = ({ sdk }: Call) =>
  done(
    sdk.templates.create({ name: 'Receipt', alias: unique('receipt'), subject: 'Order {{ order }}', html: '<p>A</p>' }),
  )
const aWebhook = ({ sdk }: Call) => done(sdk.webhooks.create({ endpoint: ENDPOINT, events: ['email.bounced'] }))
const aDomain = ({ sdk }: Call) => done(sdk.domains.create({ name: `${unique('sends')}.acme.test` }))
const aBroadcast = async (call: Call, more: object = {}) => {
  const { id: segmentId } = await aSegment(call)
  const content = { segmentId, from: FROM, subject: 'News', html: '<p>News</p>', ...more }
  return done(call.sdk.broadcasts.create(content as never))
}

/** The id of a mail with a file that the account has received. */
/** Sends a broadcast with a test key, whose opens and clicks are simulated. */
async function aSentBroadcast({ app }: Call, emails: string[]): Promise<{ id: string }> {
  const key = await app.testKey()
  const post = async (path: string, body: object) => (await app.call('POST', `/v1${path}`, { key, body })).body
  const { id: list_id } = await post('/contact-lists', { name: unique('Readers') })
  for (const email of emails) {
    const { contacts } = await read(app, `/contacts?email=${email}`)
    const contact_id = contacts[0]?.id ?? (await post('/contacts', { email })).id
    await post(`/contact-lists/${list_id}/members`, { contact_id })
  }
  const html = '<a href="https://example.com/sale?from=news">Sale</a>'
  const content = { name: unique('Sale'), list_id, from_email: FROM, subject: 'Sale', body_html: html }
  const { id } = await post('/broadcasts', content)
  await post(`/broadcasts/${id}/send`, {})
  await eventually('all outcomes are there', async () => {
    const { recipients } = await read(app, `/broadcasts/${id}/recipients?outcome=opened`)
    return recipients.length === emails.length
  })
  return { id }
}

export async function received({ app }: Pick<Call, 'app'>): Promise<string> {
  const raw = Buffer.from(
    [
      'From: Ada <ada@example.org>',
      `To: support@${DOMAIN}`,
      'Subject: Question',
      `Message-ID: <${unique('resend')}@example.org>`,
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      '',
      'Why?',
      '--b',
      'Content-Type: text/csv; name=a.csv',
      'Content-Disposition: attachment; filename=a.csv',
      '',
      'a,b',
      '--b--',
      '',
    ].join('\r\n'),
  )
  const given = { raw, sender: 'ada@example.org', recipients: [`support@${DOMAIN}`], client: null, givenVerdicts: null }
  const { id } = (await app.app.services.inboundReceiver.receive(given)).accepted[0]!
  await eventually('it is parsed', async () => (await statusOf(app, `/inbound/${id}`)) === 200)
  return id
}

async function logged(call: Call) {
  const { id: webhookId } = await aWebhook(call)
  const { body } = await call.app.call('POST', `/v1/webhooks/${webhookId}/test`, { body: { event_type: 'bounced' } })
  return { webhookId, eventId: body.id as string }
}

const AT_ONCE = 'Pages go on `after` an id; `before` answers 501.'
const OUR_LANGUAGE = 'Templates are in [our language](../templates.md).'
const MAIL_APP = 'Use the [mail app](../mail-app.md).'
const WITH_KEY = 'The `download_url` needs the key as its `Authorization`.'

const BATCH =
  'Up to 1,000 mails. In strict mode nothing is sent unless all mails are well-formed. What a rule refuses later, such as a suppressed recipient, fails alone: the error says which, and a repeat with the same idempotency key sends only the others.'
const SEND =
  '`scheduledAt` is a time like `2026-12-01T09:00:00Z`, not words. `topicId`, and attachments with a `path`, answer 501. Templates are the ones stored [here](../templates.md).'

const sendOne =
  (name: 'send' | 'create') =>
  async ({ sdk, app }: Call) => {
    const attachments = [{ filename: 'a.pdf', content: Buffer.from('%PDF') }]
    const { id } = await done(
      sdk.emails[name](mail(app.ownerEmail, { attachments, tags: [{ name: 'a', value: 'b' }] })),
    )
    same((await read(app, `/messages/${id}`)).tags, { a: 'b' })
    equal((await read(app, `/messages/${id}/content`)).attachments[0].content_type, 'application/pdf')
  }

const sendTwo =
  (name: 'send' | 'create') =>
  async ({ sdk, app }: Call) => {
    const { data } = await done(sdk.batch[name]([mail(app.ownerEmail), mail(app.ownerEmail)]))
    equal(new Set(data.map(({ id }) => id)).size, 2)
    equal(await statusOf(app, `/messages/${data[1]!.id}`), 200)
  }

const sending: SdkMethod<Resend>[] = [
  differs('emails.send', SEND, sendOne('send')),
  differs('emails.create', 'As `emails.send`.', sendOne('create')),
  differs('batch.send', BATCH, sendTwo('send')),
  differs('batch.create', 'As `batch.send`.', sendTwo('create')),
  differs(
    'emails.get',
    '`last_event` is the [status](../api.md) of the message. It needs a key with the scope `read` or `admin`.',
    async ({ sdk, app }) => {
      const { id } = await done(sdk.emails.send(mail(app.ownerEmail)))
      const got = await done(sdk.emails.get(id))
      same([got.subject, got.html, got.to], ['Hello', '<p>It works.</p>', [app.ownerEmail]])
    },
  ),
  differs('emails.list', `${AT_ONCE} \`bcc\` and \`reply_to\` are empty in a list.`, async ({ sdk, app }) => {
    const { id } = await done(sdk.emails.send(mail(app.ownerEmail)))
    const { data } = await done(sdk.emails.list({ limit: 1 }))
    equal(data[0]!.id, id)
  }),
  works('emails.cancel', async ({ sdk, app }) => {
    const { id } = await done(sdk.emails.send(mail(app.ownerEmail, { scheduledAt: later() })))
    await done(sdk.emails.cancel(id))
    equal((await read(app, `/messages/${id}`)).status, 'canceled')
  }),
  notHere('emails.update', 'Cancel the mail, and send it again.', ({ sdk }) =>
    sdk.emails.update({ id: 'msg_1', scheduledAt: later() }),
  ),
  notHere('emails.share', 'Read its content.', ({ sdk }) => sdk.emails.share('msg_1')),
  notHere('emails.metrics', 'Use `GET /v1/stats`.', ({ sdk }) => sdk.emails.metrics()),
  differs('emails.attachments.list', WITH_KEY, async ({ sdk, app }) => {
    const attachments = [{ filename: 'a.txt', content: Buffer.from('A') }]
    const { id } = await done(sdk.emails.send(mail(app.ownerEmail, { attachments })))
    const { data } = await done(sdk.emails.attachments.list({ emailId: id }))
    same([data[0]!.filename, data[0]!.size], ['a.txt', 1])
  }),
  differs('emails.attachments.get', WITH_KEY, async ({ sdk, app }) => {
    const attachments = [{ filename: 'a.txt', content: Buffer.from('A') }]
    const { id: emailId } = await done(sdk.emails.send(mail(app.ownerEmail, { attachments })))
    const { download_url } = await done(sdk.emails.attachments.get({ emailId, id: '0' }))
    const file = await fetch(download_url, { headers: { authorization: `Bearer ${app.adminKey}` } })
    equal(await file.text(), 'A')
  }),
]

const receiving: SdkMethod<Resend>[] = [
  differs('emails.receiving.list', AT_ONCE, async (call) => {
    const id = await received(call)
    const { data } = await done(call.sdk.emails.receiving.list({ limit: 1 }))
    same([data[0]!.id, data[0]!.from], [id, 'Ada <ada@example.org>'])
  }),
  differs(
    'emails.receiving.get',
    '`raw` is null: the bytes are at `GET /v1/inbound/{id}/raw`. `html_format` answers 501.',
    async (call) => {
      const got = await done(call.sdk.emails.receiving.get(await received(call)))
      match(got.text!, /Why\?/)
      equal(got.headers!.subject, 'Question')
      equal(got.attachments[0]!.filename, 'a.csv')
    },
  ),
  ...(['forward', 'forwardPassthrough', 'forwardWrapped'] as const).map((name) =>
    notHere<Resend>(
      `emails.receiving.${name}`,
      'The SDK needs a URL of the raw mail that takes no key. Forward it with `POST /v1/mail/threads/{id}/forward`.',
      async (call) => {
        const options = { emailId: await received(call), to: 'bob@example.com', from: FROM }
        return call.sdk.emails.receiving.forward(options)
      },
      400,
    ),
  ),
  differs('emails.receiving.attachments.list', WITH_KEY, async (call) => {
    const emailId = await received(call)
    const { data } = await done(call.sdk.emails.receiving.attachments.list({ emailId }))
    equal(data[0]!.content_type, 'text/csv')
  }),
  differs('emails.receiving.attachments.get', WITH_KEY, async (call) => {
    const emailId = await received(call)
    const { download_url } = await done(call.sdk.emails.receiving.attachments.get({ emailId, id: '0' }))
    const file = await fetch(download_url, { headers: { authorization: `Bearer ${call.app.adminKey}` } })
    match(await file.text(), /^a,b/)
  }),
]

const domains: SdkMethod<Resend>[] = [
  differs(
    'domains.create',
    '`region` has no effect. Tracking, `tls: enforced`, `customReturnPath` and receiving answer 501.',
    async (call) => {
      const { name, records } = await aDomain(call)
      equal(await statusOf(call.app, `/domains/${name}`), 200)
      ok(records.some(({ record, type }) => record === 'DKIM' && type === 'CNAME'))
      ok(records.some((record) => record.type === 'MX' && 'priority' in record && record.priority === 10))
    },
  ),
  differs('domains.list', AT_ONCE, async (call) => {
    const { id } = await aDomain(call)
    const { data } = await done(call.sdk.domains.list())
    ok(data.some((domain) => domain.id === id))
  }),
  works('domains.get', async (call) => {
    const { id, name } = await aDomain(call)
    equal((await done(call.sdk.domains.get(id))).name, name)
  }),
  differs('domains.update', 'It turns receiving on and off; the rest answers 501.', async ({ sdk, app }) => {
    const { id } = await read(app, `/domains/${DOMAIN}`)
    await done(sdk.domains.update({ id, capabilities: { receiving: 'disabled' } }))
    equal((await read(app, `/domains/${DOMAIN}`)).inbound_enabled, false)
    await done(sdk.domains.update({ id, capabilities: { receiving: 'enabled' } }))
    equal((await read(app, `/domains/${DOMAIN}`)).inbound_enabled, true)
  }),
  works('domains.verify', async (call) => {
    const { id, name } = await aDomain(call)
    await done(call.sdk.domains.verify(id))
    equal((await read(call.app, `/domains/${name}`)).fully_verified, true)
  }),
  works('domains.remove', async (call) => {
    const { id, name } = await aDomain(call)
    await done(call.sdk.domains.remove(id))
    equal(await statusOf(call.app, `/domains/${name}`), 404)
  }),
  ...(['create', 'get', 'verify'] as const).map((name) =>
    notHere<Resend>(`domains.claims.${name}`, 'A domain belongs to the account that verifies it.', ({ sdk }) =>
      name === 'create' ? sdk.domains.claims.create({ name: 'a.example' }) : sdk.domains.claims[name]('dom_1'),
    ),
  ),
]

const keys: SdkMethod<Resend>[] = [
  differs(
    'apiKeys.create',
    '`sending_access` is our scope `send`, `full_access` is `admin`. `domain_id` answers 501.',
    async ({ sdk, app }) => {
      const { token } = await done(sdk.apiKeys.create({ name: 'Shop', permission: 'sending_access' }))
      equal((await app.call('GET', '/v1/messages', { key: token })).status, 403)
    },
  ),
  differs('apiKeys.list', AT_ONCE, async ({ sdk }) => {
    const { id } = await done(sdk.apiKeys.create({ name: 'Listed' }))
    const { data } = await done(sdk.apiKeys.list())
    equal(data.find((key) => key.id === id)!.name, 'Listed')
  }),
  notHere('apiKeys.update', 'Make another key.', ({ sdk }) => sdk.apiKeys.update('key_1', { name: 'Other' } as never)),
  works('apiKeys.remove', async ({ sdk, app }) => {
    const { id, token } = await done(sdk.apiKeys.create({ name: 'Removed' }))
    await done(sdk.apiKeys.remove(id))
    equal((await app.call('GET', '/v1/messages', { key: token })).status, 401)
  }),
]

const contacts: SdkMethod<Resend>[] = [
  differs(
    'contacts.create',
    '`properties` are [attributes](../contacts.md). An existing contact is changed. `unsubscribed: true` puts the address on the suppression list; `false` brings nobody back who left, but an update does.',
    async (call) => {
      const { id } = await aSegment(call)
      const email = `${unique('eve')}@example.com`
      const created = await done(
        call.sdk.contacts.create({ email, firstName: 'Eve', unsubscribed: true, segments: [{ id }] } as never),
      )
      const again = await done(call.sdk.contacts.create({ audienceId: id, email, lastName: 'Adams' }))
      equal(again.id, created.id)
      const stored = await read(call.app, `/contacts/${created.id}`)
      same([stored.first_name, stored.last_name, stored.status], ['Eve', 'Adams', 'unsubscribed'])
      equal((await read(call.app, `/contact-lists/${id}/members`)).members.length, 1)
    },
  ),
  differs('contacts.list', AT_ONCE, async (call) => {
    const { id } = await aContact(call)
    equal((await done(call.sdk.contacts.list({ limit: 1 }))).data[0]!.id, id)
    const segment = await aSegment(call)
    const others = [await aContact(call), await aContact(call), await aContact(call)]
    for (const { id: contactId } of others)
      await done(call.sdk.contacts.segments.add({ contactId, segmentId: segment.id }))
    const first = await done(call.sdk.contacts.list({ segmentId: segment.id, limit: 2 }))
    equal(first.has_more, true)
    const second = await done(call.sdk.contacts.list({ segmentId: segment.id, limit: 2, after: first.data[1]!.id }))
    same(
      [...first.data, ...second.data].map((contact) => contact.id).toSorted(),
      others.map((contact) => contact.id).toSorted(),
    )
  }),
  works('contacts.get', async (call) => {
    const { id, email } = await aContact(call)
    equal((await done(call.sdk.contacts.get({ email: email.toUpperCase() }))).id, id)
    equal((await done(call.sdk.contacts.get({ id }))).first_name, 'Ada')
  }),
  differs('contacts.update', 'As `contacts.create`.', async (call) => {
    const { id, email } = await aContact(call)
    await done(call.sdk.contacts.update({ email, firstName: null, unsubscribed: true }))
    const stored = await read(call.app, `/contacts/${id}`)
    same([stored.first_name, stored.status, stored.attributes], [null, 'unsubscribed', { plan: 'pro' }])
    await done(call.sdk.contacts.update({ id, unsubscribed: false }))
    equal((await read(call.app, `/contacts/${id}`)).status, 'subscribed')
  }),
  works('contacts.remove', async (call) => {
    const { id, email } = await aContact(call)
    await done(call.sdk.contacts.remove({ email }))
    equal(await statusOf(call.app, `/contacts/${id}`), 404)
  }),
  ...(['create', 'list', 'get', 'buildCreateFormData', 'buildColumnMap', 'appendField'] as const).map((name) =>
    notHere<Resend>(`contacts.imports.${name}`, 'Use `POST /v1/contacts/import`.', ({ sdk }) =>
      sdk.contacts.imports.get('1'),
    ),
  ),
  works('contacts.segments.add', async (call) => {
    const [{ id: contactId }, { id: segmentId }] = [await aContact(call), await aSegment(call)]
    await done(call.sdk.contacts.segments.add({ contactId, segmentId }))
    equal((await read(call.app, `/contact-lists/${segmentId}/members`)).members[0].id, contactId)
  }),
  differs('contacts.segments.list', AT_ONCE, async (call) => {
    const [{ email }, { id: segmentId }] = [await aContact(call), await aSegment(call)]
    await done(call.sdk.contacts.segments.add({ email, segmentId }))
    const { data } = await done(call.sdk.contacts.segments.list({ email }))
    equal(data[0]!.id, segmentId)
  }),
  works('contacts.segments.remove', async (call) => {
    const [{ email }, { id: segmentId }] = [await aContact(call), await aSegment(call)]
    await done(call.sdk.contacts.segments.add({ email, segmentId }))
    await done(call.sdk.contacts.segments.remove({ email, segmentId }))
    same((await read(call.app, `/contact-lists/${segmentId}/members`)).members, [])
  }),
  works('contacts.topics.update', async (call) => {
    const [{ id }, topic] = [await aContact(call), await aTopic(call)]
    await done(call.sdk.contacts.topics.update({ id, topics: [{ id: topic.id, subscription: 'opt_out' }] }))
    const { topics } = await read(call.app, `/contacts/${id}/topics`)
    equal(topics.find((one: { list_id: string }) => one.list_id === topic.id).subscribed, false)
  }),
  works('contacts.topics.list', async (call) => {
    const [{ email }, topic] = [await aContact(call), await aTopic(call)]
    const { data } = await done(call.sdk.contacts.topics.list({ email }))
    equal(data.find((one) => one.id === topic.id)!.subscription, 'opt_in')
  }),
  ...(['create', 'list', 'get', 'update', 'remove'] as const).map((name) =>
    notHere<Resend>(`contactProperties.${name}`, 'Attributes need no declaration.', ({ sdk }) =>
      sdk.contactProperties[name]({ id: '1', key: 'plan', type: 'string' } as never),
    ),
  ),
]

/** Audiences are the former name of segments, and the same object in the SDK. */
const segments: SdkMethod<Resend>[] = [
  works('segments.create', async (call) => {
    const { id, name } = await aSegment(call)
    equal((await read(call.app, `/contact-lists/${id}`)).name, name)
  }),
  differs('segments.list', AT_ONCE, async (call) => {
    const { id } = await aSegment(call)
    equal((await done(call.sdk.segments.list())).data[0]!.id, id)
  }),
  works('segments.get', async (call) => {
    const { id, name } = await aSegment(call)
    equal((await done(call.sdk.segments.get(id))).name, name)
  }),
  works('segments.update', async (call) => {
    const { id } = await aSegment(call)
    await done(call.sdk.segments.update(id, { name: 'Renamed' } as never))
    equal((await read(call.app, `/contact-lists/${id}`)).name, 'Renamed')
  }),
  works('segments.remove', async (call) => {
    const { id } = await aSegment(call)
    await done(call.sdk.segments.remove(id))
    equal(await statusOf(call.app, `/contact-lists/${id}`), 404)
  }),
]

const topics: SdkMethod<Resend>[] = [
  differs('topics.create', 'A topic is a contact list. `defaultSubscription: opt_out` answers 501.', async (call) => {
    const { id } = await aTopic(call)
    equal((await read(call.app, `/contact-lists/${id}`)).is_topic, true)
  }),
  differs('topics.list', 'Those among the 100 newest lists.', async (call) => {
    const { id } = await aTopic(call)
    ok((await done(call.sdk.topics.list())).data.some((topic) => topic.id === id))
  }),
  works('topics.get', async (call) => {
    const { id } = await aTopic(call)
    equal((await done(call.sdk.topics.get(id))).default_subscription, 'opt_in')
  }),
  works('topics.update', async (call) => {
    const { id } = await aTopic(call)
    await done(call.sdk.topics.update({ id, name: 'Sales' }))
    equal((await read(call.app, `/contact-lists/${id}`)).name, 'Sales')
  }),
  works('topics.remove', async (call) => {
    const { id } = await aTopic(call)
    await done(call.sdk.topics.remove(id))
    equal(await statusOf(call.app, `/contact-lists/${id}`), 404)
  }),
]

const templates: SdkMethod<Resend>[] = [
  differs(
    'templates.create',
    `${OUR_LANGUAGE} They are published at once. \`from\` and \`replyTo\` answer 501.`,
    async (call) => {
      const { id } = await aTemplate(call)
      equal((await read(call.app, `/templates/${id}`)).subject, 'Order {{ order }}')
    },
  ),
  differs('templates.performCreate', 'As `templates.create`.', async ({ sdk, app }) => {
    const { id } = await done(sdk.templates.create({ name: unique('Made'), subject: 'A', html: '<p>A</p>' }).publish())
    equal((await read(app, `/templates/${id}`)).is_active, true)
  }),
  differs('templates.list', AT_ONCE, async (call) => {
    const { id } = await aTemplate(call)
    equal((await done(call.sdk.templates.list({ limit: 1 } as never))).data[0]!.id, id)
  }),
  works('templates.get', async (call) => {
    const { id } = await aTemplate(call)
    same(
      [(await done(call.sdk.templates.get(id))).html, (await done(call.sdk.templates.get(id))).name],
      ['<p>A</p>', 'Receipt'],
    )
  }),
  differs('templates.update', 'As `templates.create`.', async (call) => {
    const { id } = await aTemplate(call)
    await done(call.sdk.templates.update(id, { subject: 'Changed' } as never))
    equal((await read(call.app, `/templates/${id}`)).subject, 'Changed')
  }),
  differs('templates.publish', 'It is published already.', async (call) => {
    const { id } = await aTemplate(call)
    equal((await done(call.sdk.templates.publish(id))).id, id)
  }),
  notHere('templates.duplicate', 'Get it, and create a copy.', ({ sdk }) =>
    Promise.resolve(sdk.templates.duplicate('1')),
  ),
  works('templates.remove', async (call) => {
    const { id } = await aTemplate(call)
    await done(call.sdk.templates.remove(id))
    equal(await statusOf(call.app, `/templates/${id}`), 404)
  }),
]

const broadcasts: SdkMethod<Resend>[] = [
  differs(
    'broadcasts.create',
    `Variables are those of [our language](../templates.md). \`previewText\` and \`topicId\` answer 501.`,
    async (call) => {
      const { id } = await aBroadcast(call, { send: true, scheduledAt: later() })
      const stored = await read(call.app, `/broadcasts/${id}`)
      same([stored.status, stored.subject, stored.from_email], ['scheduled', 'News', FROM])
    },
  ),
  works('broadcasts.send', async (call) => {
    const { id } = await aBroadcast(call)
    await done(call.sdk.broadcasts.send(id))
    await eventually('it is sent', async () => (await read(call.app, `/broadcasts/${id}`)).status === 'sent')
  }),
  differs('broadcasts.list', AT_ONCE, async (call) => {
    const { id } = await aBroadcast(call)
    equal((await done(call.sdk.broadcasts.list())).data[0]!.id, id)
  }),
  differs(
    'broadcasts.get',
    'A status of ours that Resend does not have is `queued`; a canceled one is a `draft`.',
    async (call) => {
      const { id } = await aBroadcast(call)
      const got = await done(call.sdk.broadcasts.get(id))
      same([got.status, got.html], ['draft', '<p>News</p>'])
    },
  ),
  differs('broadcasts.update', 'As `broadcasts.create`.', async (call) => {
    const { id } = await aBroadcast(call)
    await done(call.sdk.broadcasts.update(id, { subject: 'More' }))
    equal((await read(call.app, `/broadcasts/${id}`)).subject, 'More')
  }),
  works('broadcasts.remove', async (call) => {
    const { id } = await aBroadcast(call)
    await done(call.sdk.broadcasts.remove(id))
    equal(await statusOf(call.app, `/broadcasts/${id}`), 404)
  }),
  works('broadcasts.cancel', async (call) => {
    const { id } = await aBroadcast(call, { send: true, scheduledAt: later() })
    await done(call.sdk.broadcasts.cancel(id))
    equal((await read(call.app, `/broadcasts/${id}`)).status, 'canceled')
  }),
  differs(
    'broadcasts.recipients',
    'The `id` is that of the message, and `contact_id` is null. `email` may be the beginning of an address. `bounceType` answers 501.',
    async (call) => {
      const { id } = await aSentBroadcast(call, ['clicked@example.com', 'opened@example.com'])
      const clicked = (await done(call.sdk.broadcasts.recipients(id, { type: 'clicked' }))).data
      same(
        clicked.map(({ email, count, clicked_links }) => [email, count, clicked_links]),
        [['clicked@example.com', 1, [{ url: 'https://example.com/sale?from=news', clicks: 1 }]]],
      )
      const first = await done(call.sdk.broadcasts.recipients(id, { type: 'sent', limit: 1 }))
      const after = first.data[0]!.id
      const second = await done(call.sdk.broadcasts.recipients(id, { type: 'sent', limit: 1, after }))
      same([first.data[0]!.email, second.data[0]!.email].toSorted(), ['clicked@example.com', 'opened@example.com'])
    },
  ),
  differs('broadcasts.clickedLinks', 'The 100 with the most clicks, at once, without their queries.', async (call) => {
    const { id } = await aSentBroadcast(call, ['clicked@example.com'])
    const { data } = await done(call.sdk.broadcasts.clickedLinks(id))
    same(data, [{ id: 'https://example.com/sale', url: 'https://example.com/sale', clicks: 1, unique_clicks: 1 }])
  }),
  notHere('broadcasts.duplicate', 'Get it, and create a copy.', ({ sdk }) => sdk.broadcasts.duplicate('1')),
]

const webhooks: SdkMethod<Resend>[] = [
  differs(
    'webhooks.create',
    'The requests have the [format](../webhooks.md#handlers-for-other-mail-apis) `resend`. Events that we do not have answer 501.',
    async (call) => {
      const { id, signing_secret } = await aWebhook(call)
      match(signing_secret, /^whsec_/)
      const stored = await read(call.app, `/webhooks/${id}`)
      same([stored.format, stored.event_types], ['resend', ['bounced']])
    },
  ),
  differs('webhooks.get', 'Without the signing secret, which is shown only once.', async (call) => {
    const { id } = await aWebhook(call)
    const got = await done(call.sdk.webhooks.get(id))
    same([got.endpoint, got.events, got.status], [ENDPOINT, ['email.bounced'], 'enabled'])
  }),
  differs('webhooks.list', `${AT_ONCE} Webhooks in other formats are listed, too.`, async (call) => {
    const { id } = await aWebhook(call)
    equal((await done(call.sdk.webhooks.list())).data[0]!.id, id)
  }),
  works('webhooks.update', async (call) => {
    const { id } = await aWebhook(call)
    await done(call.sdk.webhooks.update(id, { status: 'disabled', events: ['email.opened'] }))
    const stored = await read(call.app, `/webhooks/${id}`)
    same([stored.is_active, stored.event_types], [false, ['opened']])
  }),
  works('webhooks.remove', async (call) => {
    const { id } = await aWebhook(call)
    await done(call.sdk.webhooks.remove(id))
    equal(await statusOf(call.app, `/webhooks/${id}`), 404)
  }),
  works('webhooks.rotateSigningSecret', async (call) => {
    const { id, signing_secret } = await aWebhook(call)
    const rotated = await done(call.sdk.webhooks.rotateSigningSecret(id))
    ok(rotated.signing_secret !== signing_secret)
  }),
  works('webhooks.verify', async ({ sdk }) => {
    // What it accepts of our requests is tested where these are made.
    let refused = false
    try {
      sdk.webhooks.verify({
        payload: '{}',
        headers: { id: '1', timestamp: '1', signature: 'v1,A' },
        webhookSecret: 'whsec_QQ==',
      })
    } catch {
      refused = true
    }
    ok(refused)
  }),
  differs('webhooks.events.list', `${AT_ONCE} The ids are those of [deliveries](../webhooks.md).`, async (call) => {
    const { webhookId, eventId } = await logged(call)
    equal((await done(call.sdk.webhooks.events.list({ webhookId }))).data[0]!.id, eventId)
  }),
  works('webhooks.events.get', async (call) => {
    const got = await done(call.sdk.webhooks.events.get(await logged(call)))
    equal((got as unknown as { payload: { type: string } }).payload.type, 'email.bounced')
  }),
  works('webhooks.events.replay', async (call) => {
    const { webhookId, eventId } = await logged(call)
    await eventually('it was attempted', async () => {
      const delivery = await read(call.app, `/webhooks/${webhookId}/deliveries/${eventId}`)
      return delivery.attempt_count > 0
    })
    await done(call.sdk.webhooks.events.replay({ webhookId, eventId }))
    equal((await read(call.app, `/webhooks/${webhookId}/deliveries/${eventId}`)).round, 2)
  }),
  works('webhooks.events.attempts.list', async (call) => {
    const { webhookId, eventId } = await logged(call)
    await eventually('there is an attempt', async () => {
      const { data } = await done(call.sdk.webhooks.events.attempts.list({ webhookId, eventId }))
      return data.length > 0
    })
  }),
]

const suppressions: SdkMethod<Resend>[] = [
  works('suppressions.add', async ({ sdk, app }) => {
    const email = `${unique('gone')}@example.com`
    await done(sdk.suppressions.add({ email }))
    equal((await read(app, `/suppressions/${email}`)).state, 'suppressed')
  }),
  differs('suppressions.list', `${AT_ONCE} \`origin\` answers 501.`, async ({ sdk }) => {
    const email = `${unique('gone')}@example.com`
    await done(sdk.suppressions.add({ email }))
    equal((await done(sdk.suppressions.list({ limit: 1 }))).data[0]!.email, email)
  }),
  differs('suppressions.get', 'By address, not by id.', async ({ sdk }) => {
    const email = `${unique('gone')}@example.com`
    const { id } = await done(sdk.suppressions.add({ email }))
    equal((await done(sdk.suppressions.get(email))).id, id)
  }),
  differs('suppressions.remove', 'By address, not by id.', async ({ sdk, app }) => {
    const email = `${unique('gone')}@example.com`
    await done(sdk.suppressions.add({ email }))
    await done(sdk.suppressions.remove(email))
    equal(await statusOf(app, `/suppressions/${email}`), 404)
  }),
  works('suppressions.batch.add', async ({ sdk, app }) => {
    const emails = [`${unique('gone')}@example.com`, `${unique('gone')}@example.com`]
    await done(sdk.suppressions.batch.add({ emails }))
    for (const email of emails) equal(await statusOf(app, `/suppressions/${email}`), 200)
  }),
  differs('suppressions.batch.remove', 'By address, not by id.', async ({ sdk, app }) => {
    const emails = [`${unique('gone')}@example.com`]
    await done(sdk.suppressions.batch.add({ emails }))
    await done(sdk.suppressions.batch.remove({ emails }))
    equal(await statusOf(app, `/suppressions/${emails[0]}`), 404)
  }),
]

/** Calls a method that is not here, with an object for each of its parameters. */
function blank(sdk: Resend, name: string): Promise<unknown> {
  const path = name.split('.')
  const method = path.pop()!
  const owner = path.reduce<unknown>((object, step) => (object as Record<string, unknown>)[step], sdk)
  const given = { inboxId: 'i', threadId: 't', emailId: 'e', draftId: 'd', labelId: 'l', automationId: 'a', runId: 'r' }
  const full = { ...given, steps: [], connections: [], labels: [] }
  return (owner as Record<string, (...args: unknown[]) => Promise<unknown>>)[method]!(full, full)
}

/** Whole areas that are not here. */
const areas: SdkMethod<Resend>[] = [
  ...['create', 'list', 'get', 'remove', 'update', 'duplicate', 'stop', 'runs.get', 'runs.list'].map(
    (name) => [`automations.${name}`, 'React to webhooks in your own program.'] as const,
  ),
  ...['send', 'create', 'get', 'list', 'update', 'remove'].map(
    (name) => [`events.${name}`, 'React to webhooks in your own program.'] as const,
  ),
  ...['create', 'list', 'get', 'update', 'remove'].map((name) => [`inboxes.${name}`, MAIL_APP] as const),
  ...['list', 'search', 'get', 'update', 'remove'].map((name) => [`inboxes.threads.${name}`, MAIL_APP] as const),
  ...['list', 'get', 'reply', 'forward'].map((name) => [`inboxes.threads.emails.${name}`, MAIL_APP] as const),
  ...['add', 'set', 'remove'].map((name) => [`inboxes.threads.labels.${name}`, MAIL_APP] as const),
  ...['list', 'create', 'update', 'remove'].map((name) => [`inboxes.labels.${name}`, MAIL_APP] as const),
  ...['list', 'create', 'get', 'update', 'remove', 'send'].map((name) => [`inboxes.drafts.${name}`, MAIL_APP] as const),
  ...['get', 'update'].map((name) => [`inboxes.agent.${name}`, 'Language models use [MCP](../mcp.md).'] as const),
  ...['list', 'get'].map((name) => [`logs.${name}`, 'Use the audit log.'] as const),
  ...['list', 'revoke'].map((name) => [`oauthGrants.${name}`, 'Use keys.'] as const),
  ['usage.get', 'Use `GET /v1/usage`.'] as const,
].map(([name, note]) => notHere<Resend>(name, note, ({ sdk }) => blank(sdk, name)))

/** What `resend` for Node.js does here. */
export const methods: readonly SdkMethod<Resend>[] = [
  ...sending,
  ...receiving,
  ...domains,
  ...keys,
  ...contacts,
  ...segments,
  ...topics,
  ...templates,
  ...broadcasts,
  ...webhooks,
  ...suppressions,
  ...areas,
]
