import { strictEqual as equal, match, ok, deepStrictEqual as same } from 'node:assert/strict'
import { Models } from 'postmark'
import { eventually, type TestApp } from '../../support/start-app.js'
import { differs, type Given, notHere, type SdkMethod, works } from '../support/methods.js'
import { DOMAIN, FROM, mail, type Postmark } from './sdk.js'

const { TemplateTypes } = Models

type Call = Given<Postmark>
/** Ids are texts here, and numbers in the types of the SDK. */
const asNumber = (id: unknown) => id as number

let made = 0
/** A name that nothing else has. */
export function unique(name: string): string {
  made += 1
  return `${name}-${made}`
}

/** A mail that a test key sends, and that has the outcome which the recipient's name asks for. */
export async function simulated(app: TestApp, recipient: string, status: string): Promise<string> {
  const body = {
    idempotency_key: unique('simulated'),
    destination: { email: recipient },
    payload: { subject: 'Simulated', body_html: '<a href="https://example.com/a">A</a>' },
    metadata: { from_email: FROM },
    tags: { tag: 'simulated' },
  }
  const { id } = (await app.call('POST', '/v1/send', { key: await app.testKey(), body })).body
  await eventually(`the message is ${status}`, async () => {
    const message = await app.call('GET', `/v1/messages/${id}`)
    return message.body.status === status
  })
  return id
}

/** Calls a method that is not here, with as many objects as it takes before its callback. */
function blank<Client extends object>(client: Client, name: keyof Client & string): Promise<unknown> {
  const method = client[name] as (...given: object[]) => Promise<unknown>
  return method.apply(
    client,
    Array.from({ length: method.length - 1 }, () => ({})),
  )
}

const content = async (app: TestApp, id: string) => (await app.call('GET', `/v1/messages/${id}/content`)).body

const aTemplate = async ({ sdk }: Call, more: object = {}) =>
  sdk.server.createTemplate({
    Name: 'Receipt',
    Alias: unique('receipt'),
    Subject: 'Order {{ order }}',
    HtmlBody: '<p>{{ order }}</p>',
    ...more,
  })

const aLayout = async ({ sdk }: Call, more: object = {}) =>
  sdk.server.createTemplate({
    Name: 'Letter',
    Alias: unique('letter'),
    HtmlBody: '<h1>Acme</h1>{{{@content}}}',
    TemplateType: TemplateTypes.Layout,
    ...more,
  })

const aWebhook = ({ sdk }: Call, more: object = {}) =>
  sdk.server.createWebhook({
    Url: 'http://127.0.0.1:1029/hooks',
    Triggers: { Bounce: { Enabled: true, IncludeContent: false }, Open: { Enabled: true, PostFirstOpenOnly: false } },
    ...more,
  })

/** The id of a mail that the account has received. */
export async function received(app: TestApp): Promise<string> {
  const recipient = `support+7@${DOMAIN}`
  const raw = Buffer.from(
    `From: Ada <ada@example.org>\r\nTo: ${recipient}\r\nSubject: Question\r\nMessage-ID: <${unique('m')}@example.org>\r\n\r\nWhy?`,
  )
  const given = { raw, sender: 'ada@example.org', recipients: [recipient], client: null, givenVerdicts: null }
  const { id } = (await app.app.services.inboundReceiver.receive(given)).accepted[0]!
  await eventually('it is parsed', async () => (await app.call('GET', `/v1/inbound/${id}`)).status === 200)
  return id
}

const COUNTS = '`TotalCount` is a lower bound: the items skipped and read, and one more if others follow.'
const EARLY = `${COUNTS} \`offset\` reaches up to 1,000 items.`
const UTC_DAYS =
  'Days are in UTC, and the range is the last 30 days unless the call names one. Filters by tag or stream answer 501.'
const CLIENTS = 'The programs and places of people are not recorded.'
const SENDERS = 'Any address of a verified domain can send.'
const SERVERS = 'An account corresponds to a server.'
const FIXED = 'The streams are `outbound`, `broadcast` and `inbound`.'

const sending: SdkMethod<Postmark>[] = [
  differs(
    'sendEmail',
    '`MessageStream` is `outbound` (transactional) or `broadcast` (marketing, one recipient). `TrackLinks: HtmlAndText` tracks only links of the HTML, and `TextOnly` answers 501. A tag becomes the tag named `tag`.',
    async ({ sdk, app }) => {
      const sent = await sdk.server.sendEmail({
        ...mail(`"Lovelace, Ada" <${app.ownerEmail}>`),
        TextBody: 'It works.',
        ReplyTo: 'answers@example.com, more@example.com',
        Tag: 'welcome',
        Headers: [{ Name: 'X-Order', Value: '4711' }],
        Metadata: { order: '4711' },
        Attachments: [
          {
            Name: 'a.txt',
            Content: Buffer.from('A').toString('base64'),
            ContentType: 'text/plain',
            ContentID: 'cid:a',
          },
        ],
      })
      equal(sent.ErrorCode, 0)
      equal(sent.To, `"Lovelace, Ada" <${app.ownerEmail}>`)
      const stored = await content(app, sent.MessageID)
      same(stored.to, [`"Lovelace, Ada" <${app.ownerEmail}>`])
      same(stored.reply_to, ['answers@example.com', 'more@example.com'])
      same(stored.headers, { 'X-Order': '4711' })
      equal(stored.attachments[0].content_id, 'a')
      const message = (await app.call('GET', `/v1/messages/${sent.MessageID}`)).body
      same(message.tags, { tag: 'welcome' })
    },
  ),
  differs(
    'sendEmailBatch',
    'Up to 1,000 mails. Otherwise as `sendEmail`; each mail has its own result.',
    async ({ sdk, app }) => {
      const results = await sdk.server.sendEmailBatch([mail(app.ownerEmail), mail('nobody'), mail(app.ownerEmail)])
      same(
        results.map(({ ErrorCode }) => ErrorCode),
        [0, 300, 0],
      )
      match(results[1]!.Message, /^To\.0: /)
      ok(results[0]!.MessageID !== results[2]!.MessageID)
    },
  ),
  differs(
    'sendEmailWithTemplate',
    'The template is one stored [here](../templates.md), in our language. `InlineCss` has no effect.',
    async (call) => {
      const { Alias } = await aTemplate(call)
      const sent = await call.sdk.server.sendEmailWithTemplate({
        From: FROM,
        To: call.app.ownerEmail,
        TemplateAlias: Alias!,
        TemplateModel: { order: '4711' },
      })
      equal((await content(call.app, sent.MessageID)).subject, 'Order 4711')
    },
  ),
  differs('sendEmailBatchWithTemplates', 'As both of the above.', async (call) => {
    const { TemplateId } = await aTemplate(call)
    const one = { From: FROM, To: call.app.ownerEmail, TemplateId: asNumber(TemplateId), TemplateModel: { order: '1' } }
    const results = await call.sdk.server.sendEmailBatchWithTemplates([one, { ...one, TemplateId: 7 }])
    same(
      results.map(({ ErrorCode }) => ErrorCode),
      [0, 1_101],
    )
  }),
  notHere('sendBulkEmail', 'Use a batch, or a [broadcast](../broadcasts.md).', ({ sdk }) =>
    sdk.server.sendBulkEmail({ From: FROM, Messages: [] } as never),
  ),
  notHere('getBulkEmailStatus', 'There are no bulk requests.', ({ sdk }) => sdk.server.getBulkEmailStatus('1')),
]

const messages: SdkMethod<Postmark>[] = [
  differs(
    'getOutboundMessages',
    `${EARLY} \`status\` can only be \`queued\`; \`subject\` finds words; \`messageStream\` answers 501. Metadata is not in lists.`,
    async ({ sdk, app }) => {
      const Tag = unique('listed')
      for (let sent = 0; sent < 3; sent++) await sdk.server.sendEmail(mail(app.ownerEmail, { Tag }))
      const first = await sdk.server.getOutboundMessages({ count: 2, tag: Tag, recipient: app.ownerEmail })
      const second = await sdk.server.getOutboundMessages({ count: 2, offset: 2, tag: Tag })
      same([first.TotalCount, second.TotalCount], [3, 3] as never)
      const found = [...first.Messages, ...second.Messages]
      equal(new Set(found.map(({ MessageID }) => MessageID)).size, 3)
      equal(found[0]!.Tag, Tag)
      same(found[0]!.To, [{ Email: app.ownerEmail, Name: '' }])
    },
  ),
  differs('getOutboundMessageDetails', '`Body`, the raw mail, is left out.', async ({ sdk, app }) => {
    const id = await simulated(app, 'clicked@example.com', 'clicked')
    const details = await sdk.server.getOutboundMessageDetails(id)
    equal(details.Subject, 'Simulated')
    match(details.HtmlBody!, /example\.com\/a/)
    same(
      details.MessageEvents.map(({ Type }) => Type),
      ['Delivered', 'Opened', 'LinkClicked'],
    )
    ok(details.MessageEvents.every(({ Recipient }) => Recipient === 'clicked@example.com'))
    same(details.MessageEvents[2]!.Details, { Summary: '', Link: 'https://example.com/a' })
  }),
  notHere('getOutboundMessageDump', 'The raw mail is not kept; its content is.', ({ sdk }) =>
    sdk.server.getOutboundMessageDump('1'),
  ),
  notHere('getMessageOpens', 'Get those of a message, or the statistics.', ({ sdk }) => sdk.server.getMessageOpens()),
  differs('getMessageOpensForSingleMessage', CLIENTS, async ({ sdk, app }) => {
    const id = await simulated(app, 'opened@example.com', 'opened')
    const { TotalCount, Opens } = await sdk.server.getMessageOpensForSingleMessage(id)
    equal(TotalCount, 1)
    equal(Opens[0]!.Recipient, 'opened@example.com')
    equal(Opens[0]!.UserAgent, 'Simulated')
  }),
  notHere('getMessageClicks', 'Get those of a message, or the statistics.', ({ sdk }) => sdk.server.getMessageClicks()),
  differs('getMessageClicksForSingleMessage', CLIENTS, async ({ sdk, app }) => {
    const id = await simulated(app, 'clicked@example.com', 'clicked')
    const { Clicks } = await sdk.server.getMessageClicksForSingleMessage(id)
    equal(Clicks[0]!.OriginalLink, 'https://example.com/a')
  }),
  differs('getInboundMessages', `${EARLY} Filters answer 501.`, async ({ sdk, app }) => {
    const id = await received(app)
    const { InboundMessages } = await sdk.server.getInboundMessages({ count: 5 })
    equal(InboundMessages[0]!.MessageID, id)
    equal(InboundMessages[0]!.MailboxHash, '7')
    same(InboundMessages[0]!.FromFull, { Email: 'ada@example.org', Name: 'Ada', MailboxHash: '' })
  }),
  differs('getInboundMessageDetails', 'Files are listed without their content.', async ({ sdk, app }) => {
    const details = await sdk.server.getInboundMessageDetails(await received(app))
    match(details.TextBody, /Why\?/)
    ok(details.Headers.some(({ Name, Value }) => Name === 'Subject' && Value === 'Question'))
  }),
  notHere('bypassBlockedInboundMessage', 'Nothing is blocked.', ({ sdk }) =>
    sdk.server.bypassBlockedInboundMessage('1'),
  ),
  notHere('retryInboundHookForMessage', 'Redeliver it in the log of the webhook.', ({ sdk }) =>
    sdk.server.retryInboundHookForMessage('1'),
  ),
]

const bounces: SdkMethod<Postmark>[] = [
  notHere('getDeliveryStatistics', 'Use `getOutboundOverview`.', ({ sdk }) => sdk.server.getDeliveryStatistics()),
  differs(
    'getBounces',
    `${EARLY} The id of a bounce is that of its message. It has messages whose last event is a bounce. \`type\`, \`inactive\` and \`messageStream\` answer 501.`,
    async ({ sdk, app }) => {
      const id = await simulated(app, 'bounced-hard@example.com', 'bounced')
      const { Bounces } = await sdk.server.getBounces({ emailFilter: 'bounced-hard@example.com', count: 10 })
      const found = Bounces.find(({ MessageID }) => MessageID === id)!
      equal(found.Type, 'HardBounce')
      equal(found.Email, 'bounced-hard@example.com')
      const [only] = (await sdk.server.getBounces({ messageID: id })).Bounces
      equal(only!.MessageID, id)
    },
  ),
  differs('getBounce', 'The id is that of the message.', async ({ sdk, app }) => {
    const id = await simulated(app, 'bounced-soft@example.com', 'bounced')
    const bounce = await sdk.server.getBounce(asNumber(id))
    same([bounce.Type, bounce.MessageID], ['SoftBounce', id])
  }),
  notHere('getBounceDump', 'The event of the message has the report.', ({ sdk }) => sdk.server.getBounceDump(1)),
  differs(
    'activateBounce',
    'An address that is on the suppression list for another reason than a bounce stays there.',
    async ({ sdk, app }) => {
      const id = await simulated(app, 'bounced-hard@example.com', 'bounced')
      const body = { channel: 'email', recipient: 'bounced-hard@example.com', reason: 'hard_bounce' }
      await app.call('POST', '/v1/suppressions', { body })
      const { Bounce } = await sdk.server.activateBounce(asNumber(id))
      equal(Bounce.Inactive, false)
      equal((await app.call('GET', '/v1/suppressions/bounced-hard@example.com')).status, 404)
    },
  ),
]

const templates: SdkMethod<Postmark>[] = [
  differs('getTemplates', EARLY, async (call) => {
    const { server } = call.sdk
    const layout = await aLayout(call)
    const { Alias } = await aTemplate(call, { LayoutTemplate: layout.Alias! })
    const { Templates } = await server.getTemplates({ count: 1 })
    same([Templates[0]!.Alias, Templates[0]!.LayoutTemplate], [Alias, layout.Alias])
    const layouts = await server.getTemplates({ templateType: TemplateTypes.Layout, count: 1 })
    same([layouts.Templates[0]!.Alias, layouts.Templates[0]!.TemplateType], [layout.Alias, 'Layout'])
    const users = await server.getTemplates({ layoutTemplate: layout.Alias! })
    same(
      users.Templates.map((one) => one.Alias),
      [Alias],
    )
    const [standard] = (await server.getTemplates({ templateType: TemplateTypes.Standard, count: 1 })).Templates
    equal(standard!.TemplateType, 'Standard')
  }),
  works('getTemplate', async (call) => {
    const { TemplateId, Alias } = await aTemplate(call)
    const found = await call.sdk.server.getTemplate(Alias!)
    same([found.TemplateId, found.Subject, found.HtmlBody], [
      TemplateId,
      'Order {{ order }}',
      '<p>{{ order }}</p>',
    ] as never)
  }),
  works('deleteTemplate', async (call) => {
    const layout = await aLayout(call)
    const { TemplateId } = await aTemplate(call, { LayoutTemplate: layout.Alias! })
    const inUse = await call.sdk.server.deleteTemplate(layout.TemplateId).then(null, (error: unknown) => error)
    same([(inUse as { statusCode: number }).statusCode, (inUse as { code: number }).code], [422, 1_130])
    await call.sdk.server.deleteTemplate(TemplateId)
    equal((await call.app.call('GET', `/v1/templates/${TemplateId}`)).status, 404)
  }),
  differs(
    'createTemplate',
    'In [our language](../templates.md), which has a different syntax for sections and lists. It needs `HtmlBody`, and so does a [layout](../templates.md#layouts). An alias has lower-case letters, digits and hyphens.',
    async (call) => {
      const { TemplateId } = await aTemplate(call)
      equal((await call.app.call('GET', `/v1/templates/${TemplateId}`)).body.name, 'Receipt')
      const layout = await aLayout(call)
      const { Alias } = await aTemplate(call, { LayoutTemplate: layout.Alias! })
      const mail = { From: FROM, To: call.app.ownerEmail, TemplateAlias: Alias!, TemplateModel: { order: 5 } }
      const { MessageID } = await call.sdk.server.sendEmailWithTemplate(mail)
      const { body } = await call.app.call('GET', `/v1/messages/${MessageID}/content`)
      same([body.subject, body.body_html], ['Order 5', '<h1>Acme</h1><p>5</p>'])
      const unplaced = await aLayout(call, { HtmlBody: '<h1>' }).then(null, (error: unknown) => error)
      const { statusCode, code, message } = unplaced as { statusCode: number; code: number; message: string }
      same([statusCode, code], [422, 1_131])
      equal(message.includes('The layout content placeholder must be present exactly once. HtmlBody'), true)
    },
  ),
  differs('editTemplate', 'As `createTemplate`.', async (call) => {
    const { TemplateId } = await aTemplate(call)
    await call.sdk.server.editTemplate(TemplateId, { Subject: 'Your order {{ order }}' })
    const stored = (await call.app.call('GET', `/v1/templates/${TemplateId}`)).body
    same([stored.subject, stored.body_html], ['Your order {{ order }}', '<p>{{ order }}</p>'])
    const { server } = call.sdk
    const layout = await aLayout(call)
    const withLayout = await server.editTemplate(TemplateId, { LayoutTemplate: layout.Alias! })
    equal(withLayout.LayoutTemplate, layout.Alias)
    await server.editTemplate(layout.TemplateId, { HtmlBody: '<b>{{{ @content }}}</b>' })
    const edited = await server.getTemplate(layout.TemplateId)
    same([edited.HtmlBody, edited.TemplateType, edited.Subject], ['<b>{{{@content}}}</b>', 'Layout', null])
    const rendered = await call.app.call('POST', `/v1/templates/${TemplateId}/render`, { body: { vars: { order: 1 } } })
    equal(rendered.body.body_html, '<b><p>1</p></b>')
    const unchanged = await server.editTemplate(TemplateId, { Name: 'Another' })
    equal(unchanged.LayoutTemplate, layout.Alias)
    const without = await server.editTemplate(TemplateId, { LayoutTemplate: '' })
    equal(without.LayoutTemplate, null)
  }),
  differs(
    'validateTemplate',
    '`Subject` and `HtmlBody` are required; a layout has no subject. If something is wrong, each part has the same error.',
    async ({ sdk }) => {
      const good = { Subject: 'A', HtmlBody: '<p>{{ name }}</p>', TestRenderModel: { name: 'Ada' } }
      const sound = await sdk.server.validateTemplate(good as never)
      same([sound.AllContentIsValid, sound.HtmlBody.RenderedContent], [true, '<p>Ada</p>'])
      const layout = { TemplateType: 'Layout', HtmlBody: '<b>{{{@content}}}</b>', TestRenderModel: {} }
      equal((await sdk.server.validateTemplate(layout as never)).HtmlBody.RenderedContent, '<b></b>')
      const unplaced = await sdk.server.validateTemplate({ ...layout, HtmlBody: '<b>' } as never)
      equal(unplaced.AllContentIsValid, false)
      const wrong = await sdk.server.validateTemplate({ ...good, HtmlBody: '{{#each items}}' } as never)
      equal(wrong.AllContentIsValid, false)
    },
  ),
  notHere('account.pushTemplates', 'Copy templates with two keys.', ({ sdk }) =>
    sdk.account.pushTemplates({ SourceServerID: 1, DestinationServerID: 2, PerformChanges: true }),
  ),
]

const webhooks: SdkMethod<Postmark>[] = [
  differs('getWebhooks', 'Webhooks in other formats are listed, too. `messageStream` has no effect.', async (call) => {
    const { ID } = await aWebhook(call)
    const { Webhooks } = await call.sdk.server.getWebhooks()
    ok(Webhooks.some((webhook) => webhook.ID === ID))
  }),
  works('getWebhook', async (call) => {
    const { ID } = await aWebhook(call)
    const { Triggers } = await call.sdk.server.getWebhook(ID)
    same([Triggers.Bounce.Enabled, Triggers.Click.Enabled], [true, false])
  }),
  differs(
    'createWebhook',
    'The requests have the [format](../webhooks.md#handlers-for-other-mail-apis) `postmark`. `HttpAuth`, `HttpHeaders`, `SubscriptionChange` and the options of triggers answer 501: check our signature.',
    async (call) => {
      const { ID } = await aWebhook(call)
      const stored = (await call.app.call('GET', `/v1/webhooks/${ID}`)).body
      same([stored.format, stored.event_types.toSorted()], ['postmark', ['bounced', 'opened']])
    },
  ),
  differs('editWebhook', 'As `createWebhook`.', async (call) => {
    const { ID } = await aWebhook(call)
    const edited = await call.sdk.server.editWebhook(ID, { Triggers: { Click: { Enabled: true } } })
    same([edited.Triggers.Click.Enabled, edited.Triggers.Bounce.Enabled], [true, false])
  }),
  works('deleteWebhook', async (call) => {
    const { ID } = await aWebhook(call)
    await call.sdk.server.deleteWebhook(ID)
    equal((await call.app.call('GET', `/v1/webhooks/${ID}`)).status, 404)
  }),
]

const streams: SdkMethod<Postmark>[] = [
  differs('getMessageStreams', FIXED, async ({ sdk }) => {
    const { MessageStreams } = await sdk.server.getMessageStreams()
    same(
      MessageStreams.map(({ ID }) => ID),
      ['outbound', 'broadcast', 'inbound'],
    )
  }),
  differs('getMessageStream', FIXED, async ({ sdk }) => {
    equal((await sdk.server.getMessageStream('broadcast')).MessageStreamType, 'Broadcasts')
  }),
  ...(['editMessageStream', 'createMessageStream', 'archiveMessageStream', 'unarchiveMessageStream'] as const).map(
    (name) => notHere<Postmark>(name, FIXED, ({ sdk }) => blank(sdk.server, name)),
  ),
  differs(
    'getSuppressions',
    'One list for the account: `broadcast` shows unsubscribed people as well. Lists of more than 1,000 and filters other than `emailAddress` answer 501.',
    async ({ sdk }) => {
      const EmailAddress = `${unique('dumped')}@example.com`
      await sdk.server.createSuppressions('outbound', { Suppressions: [{ EmailAddress }] })
      const { Suppressions } = await sdk.server.getSuppressions('outbound')
      const found = Suppressions.find((one) => one.EmailAddress === EmailAddress)!
      equal(found.SuppressionReason, 'ManualSuppression')
      const alone = await sdk.server.getSuppressions('outbound', { EmailAddress } as never)
      equal(alone.Suppressions.length, 1)
    },
  ),
  differs('createSuppressions', 'Those of `broadcast` stop only marketing mail.', async ({ sdk, app }) => {
    const email = `${unique('left')}@example.com`
    const entries = { Suppressions: [{ EmailAddress: email }, { EmailAddress: 'nobody' }] }
    const { Suppressions } = await sdk.server.createSuppressions('broadcast', entries)
    same(
      Suppressions.map(({ Status }) => Status),
      ['Suppressed', 'Failed'],
    )
    equal((await app.call('GET', `/v1/suppressions/${email}`)).body.state, 'unsubscribed')
  }),
  differs(
    'deleteSuppressions',
    'Also those of people who complained. An address whose mail is all stopped is deleted from `outbound`.',
    async ({ sdk, app }) => {
      const email = `${unique('back')}@example.com`
      const entries = { Suppressions: [{ EmailAddress: email }] }
      await sdk.server.createSuppressions('outbound', entries)
      equal((await sdk.server.deleteSuppressions('outbound', entries)).Suppressions[0]!.Status, 'Deleted')
      equal((await app.call('GET', `/v1/suppressions/${email}`)).status, 404)
    },
  ),
]

const COUNTED = [
  ['getSentCounts', 'Sent'],
  ['getBounceCounts', 'Bounced'],
  ['getSpamComplaintsCounts', 'SpamComplaint'],
  ['getEmailOpenCounts', 'Opens'],
  ['getClickCounts', 'Clicks'],
] as const
const NOT_COUNTED = [
  'getTrackedEmailCounts',
  'getEmailOpenPlatformUsage',
  'getEmailOpenClientUsage',
  'getEmailOpenReadTimes',
  'getClickBrowserUsage',
  'getClickPlatformUsage',
  'getClickLocation',
] as const

const stats: SdkMethod<Postmark>[] = [
  differs(
    'getOutboundOverview',
    `${UTC_DAYS} Numbers by person, program or place are left out.`,
    async ({ sdk, app }) => {
      await sdk.server.sendEmail(mail(app.ownerEmail))
      await eventually('it is counted', async () => (await sdk.server.getOutboundOverview()).Sent > 0)
    },
  ),
  ...COUNTED.map(([name, field]) =>
    differs<Postmark>(name, UTC_DAYS, async ({ sdk }) => {
      const counts = (await sdk.server[name]({ fromDate: '2026-01-01', toDate: '2026-01-31' })) as unknown as {
        [field: string]: unknown
      }
      same([counts.Days, counts[field]], [[], 0])
    }),
  ),
  ...NOT_COUNTED.map((name) => notHere<Postmark>(name, CLIENTS, ({ sdk }) => blank(sdk.server, name))),
]

const SENDER_CALLS = [
  'getSenderSignature',
  'getSenderSignatures',
  'createSenderSignature',
  'editSenderSignature',
  'deleteSenderSignature',
  'resendSenderSignatureConfirmation',
  'verifySenderSignatureSPF',
  'requestNewDKIMForSenderSignature',
] as const
const SERVER_CALLS = ['getServers', 'getServer', 'createServer', 'editServer', 'deleteServer'] as const

const aDomain = ({ sdk }: Call) => sdk.account.createDomain({ Name: `${unique('sends')}.acme.test` })

const account: SdkMethod<Postmark>[] = [
  notHere('getServer', SERVERS, ({ sdk }) => sdk.server.getServer()),
  notHere('editServer', SERVERS, ({ sdk }) => sdk.server.editServer({})),
  ...SERVER_CALLS.map((name) => notHere<Postmark>(`account.${name}`, SERVERS, ({ sdk }) => blank(sdk.account, name))),
  ...SENDER_CALLS.map((name) => notHere<Postmark>(`account.${name}`, SENDERS, ({ sdk }) => blank(sdk.account, name))),
  differs('account.getDomains', EARLY, async (call) => {
    const { Name } = await aDomain(call)
    const { Domains } = await call.sdk.account.getDomains({ count: 5 })
    ok(Domains.some((domain) => domain.Name === Name))
  }),
  differs(
    'account.getDomain',
    'There are several DKIM records: `Records` has all records to publish.',
    async (call) => {
      const { ID, Name } = await aDomain(call)
      const found = await call.sdk.account.getDomain(ID)
      equal(found.Name, Name)
      ok((found as unknown as { Records: unknown[] }).Records.length > 3)
    },
  ),
  differs('account.createDomain', '`ReturnPathDomain` answers 501: it is made from the name.', async (call) => {
    const { Name } = await aDomain(call)
    equal((await call.app.call('GET', `/v1/domains/${Name}`)).status, 200)
  }),
  notHere('account.editDomain', 'The subdomain of envelope senders is made from the name.', ({ sdk }) =>
    sdk.account.editDomain(1, { ReturnPathDomain: 'pm.example.com' }),
  ),
  works('account.deleteDomain', async (call) => {
    const { ID, Name } = await aDomain(call)
    await call.sdk.account.deleteDomain(ID)
    equal((await call.app.call('GET', `/v1/domains/${Name}`)).status, 404)
  }),
  ...(['verifyDomainDKIM', 'verifyDomainReturnPath', 'verifyDomainSPF'] as const).map((name) =>
    differs<Postmark>(`account.${name}`, 'All records are looked up at once.', async (call) => {
      const { ID } = await aDomain(call)
      const verified = await call.sdk.account[name](ID)
      equal((verified as { DKIMVerified: boolean }).DKIMVerified, true)
    }),
  ),
  notHere('account.rotateDomainDKIM', 'Delete the domain and add it again for new keys.', ({ sdk }) =>
    sdk.account.rotateDomainDKIM(1),
  ),
  differs('account.requestDataRemoval', 'It is done when the call answers. Nobody is notified.', async ({ sdk }) => {
    const done = await sdk.account.requestDataRemoval({
      RequestedBy: 'me@example.com',
      RequestedFor: 'forget-me@example.com',
      NotifyWhenCompleted: false,
    })
    equal(done.Status, 'Done')
  }),
  notHere('account.getDataRemovalStatus', 'A removal is done when `requestDataRemoval` answers.', ({ sdk }) =>
    sdk.account.getDataRemovalStatus(1),
  ),
]

const triggers: SdkMethod<Postmark>[] = (
  ['createInboundRuleTrigger', 'deleteInboundRuleTrigger', 'getInboundRuleTriggers'] as const
).map((name) => notHere(name, 'Block senders in the [mail app](../mail-app.md).', ({ sdk }) => blank(sdk.server, name)))

/** What `postmark` for Node.js does here. Those of its AccountClient begin with `account.`. */
export const methods: readonly SdkMethod<Postmark>[] = [
  ...sending,
  ...messages,
  ...bounces,
  ...templates,
  ...webhooks,
  ...streams,
  ...stats,
  ...triggers,
  ...account,
]
