import { strictEqual as equal, match, ok, deepStrictEqual as same } from 'node:assert/strict'
import type { TestApp } from '../../support/start-app.js'
import { differs, type Given, notHere, type SdkMethod, works } from '../support/methods.js'
import { reports, routes, templates, webhooks } from './resource-methods.js'
import { DOMAIN, FROM, idIn, type Mailgun, mail, unique } from './sdk.js'

type Call = Given<Mailgun>

const content = async (app: TestApp, id: string) => (await app.call('GET', `/v1/messages/${id}/content`)).body

const messages: SdkMethod<Mailgun>[] = [
  differs(
    'messages.create',
    'With `recipient-variables` each recipient gets a mail, and the `id` is that of the first. The first `o:tag` becomes the tag `tag`, others `tag_2` and so on. A mail in MIME (`message`) is read as over [SMTP](../sending-by-smtp.md): `to` decides who gets it. `v:` is [metadata](../api.md). Templates are the ones stored [here](../templates.md). `o:testmode`, `o:require-tls`, AMP, `t:version`, and sending at the best time answer 501.',
    async ({ sdk, app }) => {
      const sent = await sdk.messages.create(
        DOMAIN,
        mail(`"Lovelace, Ada" <${app.ownerEmail}>`, {
          text: 'It works.',
          'h:Reply-To': 'answers@example.com',
          'h:X-Order': '4711',
          'v:order': '4711',
          'o:tag': ['welcome', 'first'],
          'o:tracking-opens': 'no',
          attachment: { filename: 'Grüße.txt', data: Buffer.from('A') },
          inline: { filename: 'logo.png', data: Buffer.from('B') },
        }),
      )
      equal(sent.status, 200)
      const id = idIn(sent.id)
      const stored = await content(app, id)
      same(stored.to, [`"Lovelace, Ada" <${app.ownerEmail}>`])
      same([stored.reply_to, stored.headers], [['answers@example.com'], { 'X-Order': '4711' }])
      same(
        stored.attachments.map((file: { filename: string; content_type: string; content_id: string | null }) => [
          file.filename,
          file.content_type,
          file.content_id,
        ]),
        [
          ['Grüße.txt', 'text/plain', null],
          ['logo.png', 'image/png', 'logo.png'],
        ],
      )
      same((await app.call('GET', `/v1/messages/${id}`)).body.tags, { tag: 'welcome', tag_2: 'first' })
      const mime = await sdk.messages.create(DOMAIN, {
        to: app.ownerEmail,
        message: `From: ${FROM}\r\nTo: ada@example.com\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\n\r\nIn MIME.\r\n`,
        'o:tag': 'raw',
        'h:X-Order': '4712',
      })
      const written = await content(app, idIn(mime.id))
      same([written.subject, written.body_text?.trim(), written.to], ['Grüße', 'In MIME.', [app.ownerEmail]])
      equal(written.headers['X-Order'], '4712')
    },
  ),
]

const aDomain = ({ sdk }: Call) => sdk.domains.create({ name: `${unique('sends')}.acme.test` })

const domains: SdkMethod<Mailgun>[] = [
  differs('domains.list', 'Up to 1,000 domains. `total_count` is a lower bound.', async (call) => {
    const { name } = await aDomain(call)
    ok((await call.sdk.domains.list()).some((domain) => domain.name === name))
  }),
  works('domains.get', async (call) => {
    const { name } = await aDomain(call)
    const found = await call.sdk.domains.get(name)
    same([found.name, found.state], [name, 'unverified'])
    ok(found.sending_dns_records!.some(({ record_type }) => record_type === 'MX'))
  }),
  differs('domains.create', 'Only with a name: the rest is named in `Postline-Ignored`.', async (call) => {
    const { name } = await aDomain(call)
    equal((await call.app.call('GET', `/v1/domains/${name}`)).status, 200)
  }),
  works('domains.verify', async (call) => {
    const { name } = await aDomain(call)
    equal((await call.sdk.domains.verify(name)).state, 'active')
  }),
  works('domains.destroy', async (call) => {
    const { name } = await aDomain(call)
    match((await call.sdk.domains.destroy(name)).message, /deleted/)
    equal((await call.app.call('GET', `/v1/domains/${name}`)).status, 404)
  }),
]

const LISTS = ['bounces', 'complaints', 'unsubscribes'] as const

const suppressions: SdkMethod<Mailgun>[] = [
  differs(
    'suppressions.list',
    'One list for the account, distinguished by reason: `hard_bounce`, `complaint`, `recipient_unsubscribe`. Pages go on by `next`, until one is empty; `previous` and `last` answer 501. There are no exceptions (`whitelists`).',
    async ({ sdk }) => {
      for (const list of LISTS) {
        const addresses = [1, 2, 3].map(() => `${unique(list)}@example.com`)
        for (const address of addresses) await sdk.suppressions.create(DOMAIN, list, { address })
        const first = await sdk.suppressions.list(DOMAIN, list, { limit: 2 })
        equal(first.items.length, 2)
        const second = await sdk.suppressions.list(DOMAIN, list, { limit: 2, page: first.pages.next.page! })
        const found = [...first.items, ...second.items].map((item) => (item as { address: string }).address)
        ok(addresses.every((address) => found.includes(address)))
        let page = second.pages.next.page!
        for (let items = second.items; items.length > 0; ) {
          const next = await sdk.suppressions.list(DOMAIN, list, { limit: 2, page })
          page = next.pages.next.page!
          items = next.items
        }
      }
    },
  ),
  works('suppressions.get', async ({ sdk }) => {
    const address = `${unique('bounced')}@example.com`
    await sdk.suppressions.create(DOMAIN, 'bounces', { address })
    const found = await sdk.suppressions.get(DOMAIN, 'bounces', address)
    equal((found as { address: string }).address, address)
  }),
  differs('suppressions.create', 'Opting out of a tag answers 501: people opt out of topics.', async ({ sdk, app }) => {
    const [one, two] = [`${unique('gone')}@example.com`, `${unique('gone')}@example.com`]
    await sdk.suppressions.create(DOMAIN, 'complaints', [{ address: one }, { address: two }])
    equal((await app.call('GET', `/v1/suppressions/${two}`)).body.reason, 'complaint')
    await sdk.suppressions.create(DOMAIN, 'unsubscribes', { address: `${unique('left')}@example.com`, tag: '*' })
  }),
  works('suppressions.destroy', async ({ sdk, app }) => {
    const address = `${unique('back')}@example.com`
    await sdk.suppressions.create(DOMAIN, 'bounces', { address })
    equal((await sdk.suppressions.destroy(DOMAIN, 'bounces', address)).address, address)
    equal((await app.call('GET', `/v1/suppressions/${address}`)).status, 404)
  }),
  notHere('suppressions.destroyAll', 'Remove each address.', ({ sdk }) =>
    sdk.suppressions.destroyAll(DOMAIN, 'bounces'),
  ),
  notHere('suppressions.upload', 'Use `POST /v1/suppressions/import/file`.', ({ sdk }) =>
    sdk.suppressions.upload(DOMAIN, 'bounces', 'address\nada@example.com'),
  ),
]

/** Whole areas that are not here. */
const AREAS: readonly (readonly [area: string, names: string, note: string])[] = [
  ['messages', 'retrieveStoredEmail resendEmail getMessagesQueueStatus', 'Use `/v1/inbound` and `/v1/messages`.'],
  ['domains', 'update getConnection updateConnection getTracking updateTracking', 'Use `/v1/domains`.'],
  ['domains', 'getIps assignIp deleteIp linkIpPool unlinkIpPoll', 'The provider of the deployment chooses them.'],
  ['domains', 'updateDKIMAuthority updateDKIMSelector updateWebPrefix', 'Names of records are made from the domain.'],
  ['domains.domainCredentials', 'list create update destroy destroyAll', 'Use keys: they are the passwords of SMTP.'],
  ['domains.domainTemplates', 'destroyAll', 'Delete each template.'],
  ['domains.domainTemplates', 'updateVersion destroyVersion', 'Versions stay as they are: make a new one.'],
  ['domains.domainTags', 'list get update destroy statistic countries providers devices', 'Use statistics by tag.'],
  [
    'domains.domainTracking',
    'get generate regenerate getTracking updateTracking',
    'Use `PUT /v1/domains/{domain}/links`.',
  ],
  [
    'domains.domainKeys',
    'list listAll create activate deactivate destroy updateDKIMSelector updateDKIMAuthority',
    'Keys are made with the domain.',
  ],
  ['stats', 'getDomain', 'Numbers are those of the account: `stats.getAccount`.'],
  ['metrics', 'getAccount getAccountUsage', 'Use `GET /v1/stats`.'],
  ['routes', 'matchAddress', 'All routes that match forward mail.'],
  ['ips', 'list get', 'The provider of the deployment chooses them.'],
  [
    'ip_pools',
    'list get create update destroy linkedDomains addIp removeIp delegate revokeDelegation addIps removeIpFromDomainPool removeDomainPool unlinkDomainPool',
    'The provider of the deployment chooses them.',
  ],
  [
    'lists',
    'list listByAddress get create update destroy validate validationResult cancelValidation',
    'Use contact lists.',
  ],
  [
    'lists.members',
    'listMembers listMembersByAddress getMember createMember createMembers updateMember destroyMember upload',
    'Use contact lists.',
  ],
  ['validate.multipleValidation', 'list get create destroy', 'Use `POST /v1/validate`.'],
  [
    'subaccounts',
    'list get create destroy getMonthlySendingLimit setMonthlySendingLimit updateSubaccountFeature enable disable',
    'Create accounts on the command line.',
  ],
  ['inboxPlacements', 'runTest', 'Inbox placement tests are not available.'],
  ['inboxPlacements.seedsLists', 'list get create update destroy', 'Inbox placement tests are not available.'],
  ['inboxPlacements.seedsLists.attributes', 'list get', 'Inbox placement tests are not available.'],
  ['inboxPlacements.seedsLists.filters', 'list', 'Inbox placement tests are not available.'],
  ['inboxPlacements.results', 'list get destroy getResultByShareId', 'Inbox placement tests are not available.'],
  ['inboxPlacements.results.attributes', 'list get', 'Inbox placement tests are not available.'],
  ['inboxPlacements.results.filters', 'list', 'Inbox placement tests are not available.'],
  ['inboxPlacements.results.sharing', 'get update', 'Inbox placement tests are not available.'],
  ['inboxPlacements.providers', 'list', 'Inbox placement tests are not available.'],
  ['logs', 'list', 'Use the audit log, and the log of the server.'],
  ['dkimManagement', 'update rotateImmediately', 'Keys are made with the domain.'],
  ['bounceClassification', 'list', 'The events of messages say why they bounced.'],
  ['tags', 'list limits update destroy', 'Use statistics by tag.'],
  ['customMessageLimit', 'get set destroy enable', 'Use spend caps: `/v1/spend-caps`.'],
  [
    'accountManagement',
    'updateAccountSettings getWebhookSigningKey createWebhookSigningKey getSandboxAuthorizedRecipients addSandboxAuthorizedRecipient removeSandboxAuthorizedRecipient resendActivationEmail updateAccountFeature',
    'Use `/v1/account` and the settings of the deployment.',
  ],
  ['apiKeys', 'list create destroy regeneratePublicKey', 'Use `/v1/keys` of Postline.'],
]

/** Calls a method that is not here. */
function blank(sdk: Mailgun, name: string): Promise<unknown> {
  const path = name.split('.')
  const method = path.pop()!
  const owner = path.reduce<unknown>((object, step) => (object as Record<string, unknown>)[step], sdk)
  const call = (owner as Record<string, (...args: unknown[]) => Promise<unknown>>)[method]!
  const texts = Array.from({ length: call.length }, () => 'x')
  return call.apply(owner, ARGUMENTS[name] ?? texts)
}

/** What methods take that are not content with texts. */
const ARGUMENTS: Record<string, unknown[]> = {
  'domains.updateConnection': ['x', {}],
  'ip_pools.destroy': ['x', {}],
  'ip_pools.removeIpFromDomainPool': ['x', '192.0.2.1'],
  'lists.list': [{}],
  'validate.multipleValidation.create': ['x', { file: 'address' }],
  'subaccounts.updateSubaccountFeature': ['x', { email_preview: true }],
  'inboxPlacements.seedsLists.update': ['x', { name: 'x' }],
  'logs.list': [{ start: new Date(0), end: new Date(0), events: [], pagination: { limit: 1 } }],
  'accountManagement.updateAccountSettings': [{ name: 'x' }],
  'accountManagement.updateAccountFeature': [{ ai_insights: { enabled: true } }],
}

const areas: SdkMethod<Mailgun>[] = AREAS.flatMap(([area, names, note]) =>
  names.split(' ').map((name) => notHere<Mailgun>(`${area}.${name}`, note, ({ sdk }) => blank(sdk, `${area}.${name}`))),
)

const queue = notHere<Mailgun>(
  'messages.clearMessagesQueue',
  'The SDK calls servers of Mailgun. Cancel each message.',
  ({ sdk }) => blank(sdk, 'messages.clearMessagesQueue'),
  400,
)

/** What `mailgun.js` does here. */
export const methods: readonly SdkMethod<Mailgun>[] = [
  ...[...messages, queue, ...domains, ...suppressions],
  ...[...templates, ...webhooks, ...routes, ...reports],
  ...areas,
]
