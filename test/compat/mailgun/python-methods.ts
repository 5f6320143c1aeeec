import { type MethodRow, type SdkTable, sameAs } from '../support/methods.js'
import { methods as node } from './methods.js'

const LISTS = ['bounces', 'complaints', 'unsubscribes']

const here: MethodRow[] = [
  sameAs(node, 'messages.create', 'messages.create'),
  sameAs(node, 'domains.create', 'domains.create'),
  sameAs(node, 'domains.list', 'domains.get'),
  sameAs(node, 'domains.verify', 'domains.put', 'With `verify=True`. Other changes answer 501.'),
  sameAs(node, 'domains.destroy', 'domains.delete'),
  sameAs(node, 'domains.list', 'domains.stream'),
  sameAs(node, 'domains.create', 'domainlist.create'),
  sameAs(node, 'domains.list', 'domainlist.get'),
  sameAs(node, 'domains.list', 'domainlist.stream'),
  ...LISTS.flatMap((list) => [
    sameAs(node, 'suppressions.create', `${list}.create`),
    sameAs(node, 'suppressions.list', `${list}.get`),
    sameAs(node, 'suppressions.list', `${list}.stream`),
    sameAs(node, 'suppressions.destroy', `${list}.delete`, 'Without an address it answers 501: remove each one.'),
  ]),
]

/** Resources of which nothing, or nothing more, is here, with a method of the SDK for Node.js that says what to use. */
const AREAS: readonly (readonly [names: string, like: string])[] = [
  ['messages resend_message envelopes', 'messages.resendEmail'],
  ['domains domainlist', 'domains.update'],
  ['bounces complaints unsubscribes', 'suppressions.destroyAll'],
  ['ips ip_pools ippools ip_warmups ip_whitelist dynamic_pools', 'ips.list'],
  ['subaccount_ip_pool subaccount_ip_pools', 'ips.list'],
  ['templates account_templates', 'domains.domainTemplates.list'],
  ['webhooks account_webhooks', 'webhooks.list'],
  ['events', 'events.get'],
  ['stats', 'stats.getDomain'],
  ['analytics', 'metrics.getAccount'],
  ['routes routes_match forwards', 'routes.list'],
  ['lists', 'lists.list'],
  ['address addressvalidate addressparse address_bulk address_preview', 'validate.get'],
  ['tags', 'tags.list'],
  ['credentials mailboxes', 'domains.domainCredentials.list'],
  ['dkim dkim_keys dkim_management_rotate dkim_management_rotation', 'domains.domainKeys.list'],
  ['x509 x509_status', 'domains.domainTracking.get'],
  ['accounts', 'subaccounts.list'],
  ['users sandbox', 'accountManagement.updateAccountSettings'],
  ['keys', 'apiKeys.list'],
  ['bounceclassification bounce_classification', 'bounceClassification.list'],
  ['inbox inboxready inspect preview preview_v2 maverick_score monitoring spamtraps', 'inboxPlacements.runTest'],
]

const notHere = (name: string, note: string): MethodRow => ({
  name: `${name}.*`,
  verdict: 'not here',
  note,
  status: 501,
})

const others: MethodRow[] = [
  ...AREAS.flatMap(([names, like]) => names.split(' ').map((name) => sameAs(node, like, `${name}.*`))),
  notHere('mimemessage', 'Send the parts of the mail, or the mail by [SMTP](../sending-by-smtp.md).'),
  notHere('whitelists', 'There are no exceptions from the suppression list.'),
  notHere('dmarc', 'Use `GET /v1/domains/{domain}/dmarc-reports`.'),
  ...['alerts', 'thresholds'].map((name) => notHere(name, 'Make alerts from the [metrics](../metrics.md).')),
  ...['reputation', 'reputationanalytics', 'reputationanalytics_v2'].map((name) =>
    notHere(name, 'Use `GET /v1/stats`.'),
  ),
]

/** What `mailgun` for Python does here. It has the same verbs for each resource: `*` are all that have no row. */
export const mailgunForPython: SdkTable = { sdk: 'mailgun', python: '1.10.0', methods: [...here, ...others] }
