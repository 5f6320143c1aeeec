import { readFileSync } from 'node:fs'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPTION_HEADERS } from '../../src/services/sending/submission/option-headers.js'
import { eventually } from '../support/start-app.js'
import { verifiedDomain } from '../support/verified-domain.js'
import { type SmtpListenerApp, startListener } from './smtp-app.js'

const DAY_MS = 86_400_000

let app: SmtpListenerApp
let key: string
beforeAll(async () => {
  app = await startListener({ ROLES: 'api,worker,scheduler,smtp', TRACKING_OPENS: 'true' })
  await verifiedDomain(app, 'send.test')
  key = await app.key('send')
})
afterAll(() => app.close())

interface Login {
  user?: string
  pass?: string
}

/** Sends a mail with these lines in its header and returns the reply. */
async function replyTo(lines: readonly string[], { user = 'postline', pass = key }: Login = {}): Promise<string> {
  const transport = createTransport({ host: '127.0.0.1', port: app.port, auth: { user, pass }, name: 'client.test' })
  const header = ['From: hello@send.test', 'To: ada@example.net', 'Subject: S', ...lines]
  const mail = {
    envelope: { from: 'hello@send.test', to: 'ada@example.net' },
    raw: `${header.join('\r\n')}\r\n\r\nT\r\n`,
  }
  return transport.sendMail(mail).then(
    ({ response }) => response,
    (error: { response?: string; message: string }) => error.response ?? error.message,
  )
}

/** Sends a mail with these lines in its header and returns the id of its message. */
async function submit(lines: readonly string[], login?: Login): Promise<string> {
  const reply = await replyTo(lines, login)
  const [, id] = /^250 2\.0\.0 Queued as (msg_\w{26})$/.exec(reply) ?? []
  expect(id, reply).toBeDefined()
  return id!
}

const message = async (id: string) => (await app.call('GET', `/v1/messages/${id}`)).body

/** What the headers of a mail have made of its message. */
async function optionsOf(lines: readonly string[]) {
  const id = await submit(lines)
  const stored = await app.app.models.messages.findOne({ account_id: app.accountId, _id: id }).lean()
  const { tags, message_type, scheduled_at } = await message(id)
  const content = (await app.call('GET', `/v1/messages/${id}/content`)).body
  return {
    tags,
    message_type,
    scheduled_at,
    /** Null if nothing is tracked. */
    tracking: stored!.tracking,
    metadata: stored!.metadata === undefined ? null : JSON.parse(stored!.metadata),
    headers: content.headers,
  }
}

const PLAIN = {
  tags: null,
  message_type: 'transactional',
  scheduled_at: null,
  tracking: { opens: true, clicks: false },
  metadata: null,
  headers: {},
}

describe('the password is the key, and the user name of any service is taken', () => {
  test.each([
    ['Postline', 'postline'],
    ['Resend', 'resend'],
    ['SendGrid', 'apikey'],
    ['Mailgun', 'postmaster@mg.send.test'],
    ['Mailgun, of another domain', 'api@elsewhere.test'],
  ])('%s', async (_name, user) => {
    await submit([], { user })
  })

  test('Postmark, whose user name is the token as well', async () => {
    await submit([], { user: key })
  })

  test.each(['resend', 'apikey', 'postmaster@send.test'])('a wrong key of %s is refused', async (user) => {
    expect(await replyTo([], { user, pass: `sk_live_${'x'.repeat(40)}` })).toMatch(/^535 5\.7\.8 The password must be/)
  })

  test('a key as the user name alone opens nothing', async () => {
    expect(await replyTo([], { user: key, pass: 'postline' })).toMatch(/^535 5\.7\.8 /)
  })
})

describe('headers of other services say how a mail is sent, and do not leave with it', () => {
  const later = new Date(Math.floor((Date.now() + DAY_MS) / 1_000) * 1_000)
  const seconds = later.getTime() / 1_000

  test.each<[string, string[], object]>([
    ['no header', [], {}],
    ['a tag of Postmark', ['X-PM-Tag: Welcome mail'], { tags: { tag: 'Welcome mail' } }],
    ['a tag in encoded words', ['X-PM-Tag: =?utf-8?Q?Gr=C3=BC=C3=9Fe?='], { tags: { tag: 'Grüße' } }],
    [
      'metadata of Postmark',
      ['X-PM-Metadata-Order: 4711', 'x-pm-metadata-color: red'],
      { metadata: { order: '4711', color: 'red' } },
    ],
    ['opens of Postmark', ['X-PM-TrackOpens: false'], { tracking: null }],
    ['links of Postmark', ['X-PM-TrackLinks: HtmlAndText'], { tracking: { opens: true, clicks: true } }],
    ['no links of Postmark', ['X-PM-TrackLinks: None'], { tracking: { opens: true, clicks: false } }],
    ['the transactional stream of Postmark', ['X-PM-Message-Stream: outbound'], {}],
    ['its broadcast stream', ['X-PM-Message-Stream: broadcast'], { message_type: 'marketing' }],
    ['what Postmark needs and Postline does not', ['X-PM-KeepID: true'], {}],
    [
      'tags of Mailgun, beside one of Postline',
      ['X-Mailgun-Tag: first', 'X-Mailgun-Tag: second', 'X-Mailgun-Tag: first', 'X-Tag: tag=own'],
      { tags: { tag: 'own', tag_2: 'first', tag_3: 'second' } },
    ],
    [
      'variables of Mailgun, on several lines',
      [
        'X-Mailgun-Variables: {"order": 4711,',
        '\t"of": {"name": "Ada"}}',
        'X-Mailgun-Variables: {"_bsontype": "Long"}',
      ],
      { metadata: { order: 4711, of: { name: 'Ada' }, _bsontype: 'Long' } },
    ],
    ['no tracking of Mailgun', ['X-Mailgun-Track: no'], { tracking: null }],
    [
      'one kind of tracking of Mailgun',
      ['X-Mailgun-Track-Clicks: htmlonly', 'X-Mailgun-Track: no', 'X-Mailgun-Track-Opens: True'],
      { tracking: { opens: true, clicks: true } },
    ],
    [
      'a time of Mailgun',
      [`X-Mailgun-Deliver-By: ${later.toUTCString().replace('GMT', '+0000')}`],
      { scheduled_at: later.toISOString() },
    ],
    ['a time of Mailgun in seconds', [`X-Mailgun-Deliver-By: ${seconds}`], { scheduled_at: later.toISOString() }],
    [
      'what Mailgun may do without a change of the mail',
      ['X-Mailgun-Dkim: yes', 'X-Mailgun-Sending-Ip: 192.0.2.1', 'X-Mailgun-Require-TLS: no'],
      {},
    ],
    ['a mail of Mailgun that is to be delivered', ['X-Mailgun-Drop-Message: no'], {}],
    [
      'everything of SendGrid',
      [
        `X-SMTPAPI: {"category": ["a", "b"], "unique_args": {"order": "4711"}, "send_at": ${seconds},`,
        ' "filters": {"clicktrack": {"settings": {"enable": 1, "enable_text": true}},',
        ' "opentrack": {"settings": {"enable": "0"}}, "footer": {"settings": {"enable": 0}}},',
        ' "ip_pool": "p", "to": [], "sub": {}, "section": {}}',
      ],
      {
        tags: { tag: 'a', tag_2: 'b' },
        metadata: { order: '4711' },
        scheduled_at: later.toISOString(),
        tracking: { opens: false, clicks: true },
      },
    ],
    ['a single category of SendGrid', ['X-SMTPAPI: {"category": "newsletter"}'], { tags: { tag: 'newsletter' } }],
    ['empty headers', ['X-PM-Tag: ', 'X-SMTPAPI:', 'X-Mailgun-Recipient-Variables: ', 'X-Tag:'], {}],
  ])('%s', async (_name, lines, options) => {
    expect(await optionsOf(lines)).toEqual({ ...PLAIN, ...options })
  })

  test('none of them is in the mail that leaves', async () => {
    const id = await submit(['X-PM-Tag: secret-1', 'X-PM-Metadata-A: secret-2', 'Resend-Idempotency-Key: secret-3'])
    const mail = await eventually('it is in the outbox', async () => {
      const { mails } = (await app.call('GET', '/dev/outbox')).body
      return mails.find(({ message_id }: { message_id: string }) => message_id === id)
    })
    const raw = (await app.call('GET', `/dev/outbox/${mail.id}`)).body
    expect(raw).toContain('Subject: S')
    expect(raw).not.toMatch(/secret|X-PM|Resend/i)
  })

  test('the idempotency key of Resend makes one message of two mails', async () => {
    const lines = ['Resend-Idempotency-Key: welcome/4712']
    const id = await submit(lines)
    expect(await submit(lines)).toBe(id)
    expect((await message(id)).idempotency_key).toBe('welcome/4712')
  })

  test('a mail that Mailgun would drop needs a test key, which simulates it', async () => {
    const lines = ['X-Mailgun-Drop-Message: yes']
    expect(await replyTo(lines)).toMatch(/^554 5\.6\.0 invalid_request: .*X-Mailgun-Drop-Message .*test key/)
    const id = await submit(lines, { pass: await app.key('send', true) })
    expect((await message(id)).test_mode).toBe(true)
  })
})

describe('what cannot be done is refused, and the reply names the header', () => {
  const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`
  const folded = (json: string) => json.replace(/.{900}/g, '$&\r\n ')

  test.each<[string, string[], RegExp]>([
    ['recipients of SendGrid', ['X-SMTPAPI: {"to": ["a@b.test"]}'], /X-SMTPAPI \(to\) is not supported: send one mail/],
    ['its substitutions', ['X-SMTPAPI: {"sub": {"%n%": ["A"]}}'], /X-SMTPAPI \(sub\) is not supported: send one mail/],
    ['a list of its times', ['X-SMTPAPI: {"send_each_at": [1]}'], /X-SMTPAPI \(send_each_at\) is not supported/],
    ['a field that it does not have', ['X-SMTPAPI: {"constructor": 1}'], /X-SMTPAPI \(constructor\) is not supported/],
    [
      'a filter of it',
      ['X-SMTPAPI: {"filters": {"footer": {"settings": {"enable": 1}}}}'],
      /X-SMTPAPI \(filters\)\.footer is not supported/,
    ],
    [
      'a text that its pixel would replace',
      ['X-SMTPAPI: {"filters": {"opentrack": {"settings": {"enable": 1, "replace": "%o%"}}}}'],
      /X-SMTPAPI \(filters\)\.opentrack cannot replace/,
    ],
    ['categories that are none', ['X-SMTPAPI: {"category": [1]}'], /X-SMTPAPI \(category\) must be a text/],
    ['a time that is none', ['X-SMTPAPI: {"send_at": "soon"}'], /X-SMTPAPI \(send_at\) must be a time/],
    ['JSON that is none', ['X-SMTPAPI: {"category": '], /X-SMTPAPI is not JSON that can be read/],
    ['JSON that is no object', ['X-SMTPAPI: ["to"]'], /X-SMTPAPI must be a JSON object/],
    ['JSON that is deep', [folded(`X-SMTPAPI: ${deep.slice(0, 20_000)}`)], /X-SMTPAPI is not JSON .*20 levels deep/],
    ['JSON that is long', [folded(`X-SMTPAPI: {"category": "${'x'.repeat(40_000)}"}`)], /X-SMTPAPI is cut/],
    ['a prototype', ['X-Mailgun-Variables: {"__proto__": {"a": 1}}'], /X-Mailgun-Variables is not JSON .*__proto__/],
    ['another sender', ['X-Mailgun-Variables: {"from_email": "e@v.test"}'], /X-Mailgun-Variables .*from_email/],
    ['another sender of Postmark', ['X-PM-Metadata-From_Email: e@v.test'], /X-PM-Metadata-From_Email .*from_email/],
    ['metadata without a name', ['X-PM-Metadata-: 1'], /X-PM-Metadata- must end with the name/],
    ['another stream of Postmark', ['X-PM-Message-Stream: constructor'], /X-PM-Message-Stream must be outbound/],
    ['other links of Postmark', ['X-PM-TrackLinks: constructor'], /X-PM-TrackLinks must be None/],
    ['a switch that is none', ['X-PM-TrackOpens: perhaps'], /X-PM-TrackOpens must be yes, no/],
    ['two headers that disagree', ['X-PM-TrackOpens: true', 'X-Mailgun-Track-Opens: no'], /contradicts another header/],
    ['two keys', ['X-Idempotency-Key: a', 'Resend-Idempotency-Key: b'], /Resend-Idempotency-Key contradicts/],
    ['variables of recipients', ['X-Mailgun-Recipient-Variables: {"a@b.test": {}}'], /Recipient-Variables is not supp/],
    ['TLS or nothing', ['X-Mailgun-Require-TLS: yes'], /X-Mailgun-Require-TLS is not supported/],
    ['a date that is none', ['X-Mailgun-Deliver-By: tomorrow'], /X-Mailgun-Deliver-By must be a date/],
    ['a header of Mailgun that nobody knows', ['X-Mailgun-New: 1'], /X-Mailgun-New.*gives orders to mail relays/],
    ['too many tags', Array.from({ length: 11 }, (_none, index) => `X-Mailgun-Tag: t${index}`), /at most 10 tags/],
    ['a tag on two lines', ['X-PM-Tag: =?utf-8?Q?a=0D=0ABcc:_e@v.test?='], /line breaks/],
    ['too much metadata', [folded(`X-Mailgun-Variables: {"a": "${'x'.repeat(5_000)}"}`)], /at most 4,096 characters/],
  ])('%s', async (_name, lines, reason) => {
    const reply = await replyTo(lines)
    expect(reply).toMatch(/^55\d 5\.\d\.\d \w+: /)
    expect(reply).toMatch(reason)
  })
})

test('the guide explains every header that is understood', () => {
  const guide = readFileSync('docs/sending-by-smtp.md', 'utf8')
  expect(OPTION_HEADERS.filter((header) => !guide.includes(`\`${header}`))).toEqual([])
})
