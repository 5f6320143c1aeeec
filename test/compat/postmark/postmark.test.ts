import { Errors, ServerClient } from 'postmark'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inboundDomain } from '../../support/inbound-domain.js'
import { startApp, type TestApp } from '../../support/start-app.js'
import { simulated, unique } from './methods.js'
import { DOMAIN, mail } from './sdk.js'

let app: TestApp
let client: ServerClient

const hostOf = ({ url }: TestApp) => `${new URL(url).host}/compat/postmark`
const sdk = (key: string, of = app) => new ServerClient(key, { useHttps: false, requestHost: hostOf(of) })
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: Errors.PostmarkError) => error,
  )

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/compat/postmark${path}`, {
    method: 'POST',
    headers: { 'x-postmark-server-token': app.adminKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

beforeAll(async () => {
  app = await startApp({ COMPAT_APIS: 'postmark' })
  await inboundDomain({ models: app.app.models, accountId: app.accountId }, DOMAIN)
  client = sdk(app.adminKey)
})
afterAll(() => app.close())

test('the errors of the SDK are those that it has for them', async () => {
  const invalid = await failureOf(client.sendEmail({ ...mail(app.ownerEmail), From: 'nobody' }))
  expect(invalid).toBeInstanceOf(Errors.InvalidEmailRequestError)
  expect(invalid).toMatchObject({ code: 300, statusCode: 422, message: expect.stringMatching(/^From: /) })
  await app.call('POST', '/v1/suppressions', { body: { channel: 'email', recipient: 'gone@example.com' } })
  const inactive = await failureOf(client.sendEmail(mail('gone@example.com')))
  expect(inactive).toBeInstanceOf(Errors.InactiveRecipientsError)
  expect(inactive).toMatchObject({ code: 406, recipients: ['gone@example.com'] })
  const stranger = await failureOf(client.sendEmail({ ...mail(app.ownerEmail), From: 'me@stranger.example' }))
  expect(stranger).toMatchObject({ code: 400, statusCode: 422 })
  const missing = await failureOf(client.getTemplate('nothing'))
  expect(missing).toMatchObject({ code: 1_101, statusCode: 422 })
  expect(await failureOf(client.getOutboundMessageDetails('nothing'))).toMatchObject({ code: 701 })
})

test('a number out of its bounds is refused with them, and a message alone has no other filter', async () => {
  for (const [path, bounds] of [
    ['/bounces?count=501&offset=0', '1 to 100'],
    ['/bounces?count=x', '1 to 100'],
    ['/messages/outbound?count=501', '1 to 500'],
    ['/messages/outbound?count=1&offset=-1', 'from 0'],
  ] as const) {
    const response = await fetch(`${app.url}/compat/postmark${path}`, {
      headers: { 'x-postmark-server-token': app.adminKey },
    })
    const { Message } = (await response.json()) as { Message: string }
    expect([path, response.status, Message]).toEqual([
      ...[
        path,
        422,
        expect.stringContaining(`must be a whole number ${bounds.startsWith('1') ? 'from ' : ''}${bounds}`),
      ],
    ])
  }
  const filtered = await failureOf(client.getBounces({ messageID: 'msg_x', emailFilter: 'ada@example.com' }))
  expect(filtered).toMatchObject({ statusCode: 501, message: expect.stringContaining('emailFilter') })
})

test('an error names the fields of Postmark, also within a sentence', async () => {
  const empty = { From: mail('x').From, To: app.ownerEmail, Subject: 'Nothing' }
  const one = await failureOf(client.sendEmail(empty))
  expect(one!.message).toContain('HtmlBody, TextBody or both')
  const [item] = await client.sendEmailBatch([empty])
  expect(item!.Message).toContain('HtmlBody, TextBody or both')
  const Alias = unique('failing')
  await client.createTemplate({
    Name: 'Failing',
    Alias,
    Subject: 'S',
    HtmlBody: '{{ nothing }}',
  })
  const templated = { From: mail('x').From, To: app.ownerEmail, TemplateAlias: Alias, TemplateModel: { a: 1 } }
  const unsound = await failureOf(client.sendEmailWithTemplate(templated))
  expect(unsound!.message).toContain('HtmlBody: renders to nothing')
})

test('a key is checked before the body is read, in both headers', async () => {
  expect(await failureOf(sdk('wrong').sendEmail(mail('x')))).toBeInstanceOf(Errors.InvalidAPIKeyError)
  const tested = await failureOf(sdk('POSTMARK_API_TEST').sendEmail(mail('x')))
  expect(tested).toMatchObject({ statusCode: 401, message: expect.stringContaining('sk_test_') })
  const none = await fetch(`${app.url}/compat/postmark/email`, { method: 'POST' })
  expect([none.status, await none.json()]).toEqual([
    401,
    expect.objectContaining({ ErrorCode: 10, code: 'unauthorized' }),
  ])
  const read = await failureOf(sdk(await app.key('read')).sendEmail({ ...mail('x'), From: 'nobody' }))
  expect(read).toMatchObject({ code: 10, statusCode: 403 })
  const account = await fetch(`${app.url}/compat/postmark/domains?count=1&offset=0`, {
    headers: { 'x-postmark-account-token': app.adminKey },
  })
  expect(account.status).toBe(200)
  expect(await failureOf(sdk('POSTMARK_API_TEST').sendEmail(mail('x')))).toMatchObject({ code: 10 })
})

test('unknown fields and those without effect are named in a header', async () => {
  const response = await post('/email', { ...mail(app.ownerEmail), Colour: 'red', TrackLinks: 'HtmlAndText' })
  expect(response.status).toBe(200)
  expect(response.headers.get('postline-ignored')?.split(', ').toSorted()).toEqual(['Colour', 'TrackLinks.Text'])
  const batch = await post('/email/batch', [{ ...mail(app.ownerEmail), Colour: 'red' }])
  expect(batch.headers.get('postline-ignored')).toBe('Colour')
})

test('fields that would change what a call means are refused with 501', async () => {
  const refused = [
    await failureOf(client.sendEmail({ ...mail(app.ownerEmail), MessageStream: 'my-stream' })),
    await failureOf(client.getBounces({ inactive: true })),
    await failureOf(client.createWebhook({ Url: 'https://example.com', HttpAuth: { Username: 'a', Password: 'b' } })),
    await failureOf(client.getOutboundMessages({ count: 100, offset: 950 })),
  ]
  for (const error of refused) expect(error).toMatchObject({ statusCode: 501 })
  expect(refused.map((error) => error!.message.split(':')[0])).toEqual([
    'MessageStream',
    'inactive',
    'HttpAuth',
    'Only the first 1,000 items of a list can be read by their number. Use GET /v1/messages with a cursor.',
  ])
})

test('names of query parameters may have any capitals, as in the documentation of Postmark', async () => {
  const get = async (path: string) => {
    const headers = { 'x-postmark-server-token': app.adminKey }
    const response = await fetch(`${app.url}/compat/postmark${path}`, { headers })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const { MessageID } = await client.sendEmail(mail(app.ownerEmail))
  const found = await get('/messages/outbound?count=500&offset=0&fromdate=2020-01-01&ToEmail=')
  expect([found.status, found.body.Message]).toEqual([501, expect.stringContaining('ToEmail')])
  const recent = await get('/messages/outbound?COUNT=5&fromdate=2020-01-01')
  expect(JSON.stringify(recent.body.Messages)).toContain(MessageID)
  const later = await get('/messages/outbound?count=5&fromdate=2999-01-01')
  expect(later.body.Messages).toEqual([])
  expect((await get('/stats/outbound/sends?fromdate=2020-01-01&TODATE=2020-01-02')).body).toEqual({ Days: [], Sent: 0 })
  const streams = await get('/message-streams?messagestreamtype=Inbound')
  expect(streams.body.TotalCount).toBe(1)
  const address = `${unique('dumped')}@example.com`
  await client.createSuppressions('outbound', { Suppressions: [{ EmailAddress: address }] })
  const dump = await get(`/message-streams/outbound/suppressions/dump?emailaddress=${address}`)
  expect(dump.body.Suppressions).toHaveLength(1)
})

test('a webhook that would get nothing is refused instead of getting everything', async () => {
  const error = await failureOf(client.createWebhook({ Url: 'http://127.0.0.1:1029/hook', Triggers: {} }))
  expect(error).toMatchObject({ statusCode: 422, message: 'Triggers: must enable at least one event' })
})

test('addresses in one text are told apart, with commas in their names', async () => {
  const To = `"Doe, \\"J\\", Jr." <${app.ownerEmail}>, Ada <ada@example.com>,`
  const { MessageID } = await client.sendEmail({ ...mail(To), Cc: 'Bob <bob@example.com>', Bcc: 'eve@example.com' })
  const { body } = await app.call('GET', `/v1/messages/${MessageID}/content`)
  expect(body.to.map((text: string) => text.replace(/^.*</, '<'))).toEqual([`<${app.ownerEmail}>`, '<ada@example.com>'])
  expect(body.to[0]).toContain('Doe, ')
  expect([body.cc, body.bcc]).toEqual([['Bob <bob@example.com>'], ['eve@example.com']])
})

test('marketing goes by the stream broadcast, with an unsubscribe link', async () => {
  const { MessageID } = await client.sendEmail({ ...mail(app.ownerEmail), MessageStream: 'broadcast' })
  const message = await app.call('GET', `/v1/messages/${MessageID}`)
  expect(message.body.message_type).toBe('marketing')
})

test('a repeat with an idempotency key gets the first mail, also of a batch', async () => {
  const headers = { 'idempotency-key': 'postmark-repeat' }
  const send = async () => (await post('/email', mail(app.ownerEmail), headers)).json()
  expect((await send()).MessageID).toBe((await send()).MessageID)
  const batch = async () => (await post('/email/batch', [mail(app.ownerEmail), mail('nobody')], headers)).json()
  const [first, second] = [await batch(), await batch()]
  expect(first[0].MessageID).toBe(second[0].MessageID)
  expect(first[1]).toMatchObject({ ErrorCode: 300 })
})

test('a batch of 500 is sent, each mail for itself', async () => {
  const mails = Array.from({ length: 500 }, (_, index) => ({ ...mail(app.ownerEmail), Subject: `Mail ${index}` }))
  const results = await client.sendEmailBatch([...mails, { ...mail(app.ownerEmail), Headers: 7 } as never])
  expect(new Set(results.slice(0, 500).map(({ MessageID }) => MessageID)).size).toBe(500)
  expect(results[500]).toMatchObject({ ErrorCode: 300, Message: expect.stringContaining('Headers') })
})

test('a stranger finds nothing, and the list of the account is his own', async () => {
  const { MessageID } = await client.sendEmail(mail(app.ownerEmail))
  const { key } = await app.app.services.accounts.create('stranger@example.com')
  const other = sdk(key)
  expect(await failureOf(other.getOutboundMessageDetails(MessageID))).toMatchObject({ code: 701 })
  expect((await other.getOutboundMessages()).Messages).toEqual([])
})

test('an unknown path, and a body that is no JSON, are errors of Postmark', async () => {
  const unknown = await post('/nothing', {})
  expect([unknown.status, await unknown.json()]).toEqual([404, expect.objectContaining({ ErrorCode: 1 })])
  const broken = await fetch(`${app.url}/compat/postmark/email`, {
    method: 'POST',
    headers: { 'x-postmark-server-token': app.adminKey, 'content-type': 'application/json' },
    body: '{"From',
  })
  expect([broken.status, await broken.json()]).toEqual([422, expect.objectContaining({ ErrorCode: 300 })])
})

test('the rate limit of the account counts here', async () => {
  const limited = await startApp({ COMPAT_APIS: 'postmark', RATE_LIMIT_PER_SECOND: '1' })
  try {
    const calls = Array.from({ length: 20 }, () => failureOf(sdk(limited.adminKey, limited).getOutboundMessages()))
    const refused = (await Promise.all(calls)).find((error) => error !== null)
    expect(refused).toBeInstanceOf(Errors.RateLimitExceededError)
  } finally {
    await limited.close()
  }
})

test('COMPAT_APIS without it serves none of it', async () => {
  const without = await startApp({ COMPAT_APIS: 'resend' })
  try {
    const response = await fetch(`${without.url}/compat/postmark/email`, { method: 'POST' })
    expect(await response.json()).toMatchObject({ error: { code: 'not_found' } })
  } finally {
    await without.close()
  }
})

const suppress = (entries: object[]) => app.call('POST', '/v1/suppressions/import', { body: { entries } })
const stateOf = async (email: string) => (await app.call('GET', `/v1/suppressions/${email}`)).body.state

test('a suppression is deleted from its own stream alone', async () => {
  await suppress([
    { email: 'left@example.com', state: 'unsubscribed', reason: 'recipient_unsubscribe' },
    { email: 'stopped@example.com', state: 'suppressed', reason: 'complaint' },
  ])
  const both = { Suppressions: [{ EmailAddress: 'left@example.com' }, { EmailAddress: 'stopped@example.com' }] }
  const broadcast = await client.deleteSuppressions('broadcast', { Suppressions: [both.Suppressions[1]!] })
  expect(broadcast.Suppressions[0]).toMatchObject({ Status: 'Failed', Message: expect.stringContaining('outbound') })
  await client.deleteSuppressions('outbound', both)
  expect([await stateOf('left@example.com'), await stateOf('stopped@example.com')]).toEqual(['unsubscribed', undefined])
})

test('an activated bounce lifts no complaint', async () => {
  const id = await simulated(app, 'bounced-hard@example.com', 'bounced')
  await suppress([{ email: 'bounced-hard@example.com', reason: 'complaint' }])
  const { Bounce } = await client.activateBounce(id as unknown as number)
  expect([Bounce.Inactive, await stateOf('bounced-hard@example.com')]).toEqual([true, 'suppressed'])
})

test('a webhook without a trigger, and metadata that would be the sender, are refused', async () => {
  const { ID } = await client.createWebhook({
    Url: 'http://127.0.0.1:1029/triggers',
    Triggers: { Bounce: { Enabled: true, IncludeContent: false } },
  })
  const off = { Triggers: { Bounce: { Enabled: false, IncludeContent: false } } }
  expect(await failureOf(client.editWebhook(ID!, off))).toMatchObject({ statusCode: 422 })
  const posing = { ...mail(app.ownerEmail), Metadata: { from_email: 'other@example.com' } }
  const refused = await failureOf(client.sendEmail(posing))
  expect(refused).toMatchObject({ statusCode: 422, message: expect.stringMatching(/^Metadata.from_email: /) })
})
