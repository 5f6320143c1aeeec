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
  sameAs(node, 'messages.create', 'mimemessage.create'),
  sameAs(node, 'events.get', 'events.get'),
  sameAs(node, 'events.get', 'events.stream', 'The SDK does not follow its pages, as at Mailgun: use `events.get`.'),
  sameAs(node, 'validate.get', 'addressvalidate.get'),
  sameAs(node, 'domains.domainTemplates.create', 'templates.create', 'With `versions=True` it makes a version.'),
  sameAs(node, 'domains.domainTemplates.list', 'templates.get', 'With `versions=True` it lists versions.'),
  sameAs(node, 'domains.domainTemplates.list', 'templates.stream'),
  sameAs(node, 'domains.domainTemplates.update', 'templates.put'),
  sameAs(node, 'domains.domainTemplates.update', 'templates.update'),
  sameAs(node, 'domains.domainTemplates.destroy', 'templates.delete'),
  sameAs(node, 'webhooks.create', 'webhooks.create'),
  sameAs(node, 'webhooks.list', 'webhooks.get'),
  sameAs(node, 'webhooks.list', 'webhooks.stream', 'The SDK finds no items in it, as at Mailgun.'),
  sameAs(node, 'webhooks.update', 'webhooks.put'),
  sameAs(node, 'webhooks.update', 'webhooks.update'),
  sameAs(node, 'webhooks.destroy', 'webhooks.delete'),
  sameAs(node, 'routes.create', 'routes.create'),
  sameAs(node, 'routes.list', 'routes.get'),
  sameAs(node, 'routes.list', 'routes.stream'),
  sameAs(node, 'routes.update', 'routes.put'),
  sameAs(node, 'routes.update', 'routes.update'),
  sameAs(node, 'routes.destroy', 'routes.delete'),
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
  ['templates account_templates', 'domains.domainTemplates.destroyAll'],
  ['stats', 'stats.getDomain'],
  ['analytics', 'metrics.getAccount'],
  ['routes routes_match forwards', 'routes.matchAddress'],
  ['lists', 'lists.list'],
  ['address addressvalidate addressparse address_bulk address_preview', 'validate.multipleValidation.create'],
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
  notHere('mimemessage', 'Mails are only sent.'),
  notHere('events', 'Events are only read.'),
  ...['webhooks', 'account_webhooks'].map((name) =>
    notHere(name, 'Use the webhooks of a domain: they apply to all domains.'),
  ),
  notHere('whitelists', 'There are no exceptions from the suppression list.'),
  notHere('dmarc', 'Use `GET /v1/domains/{domain}/dmarc-reports`.'),
  ...['alerts', 'thresholds'].map((name) => notHere(name, 'Make alerts from the [metrics](../metrics.md).')),
  ...['reputation', 'reputationanalytics', 'reputationanalytics_v2'].map((name) =>
    notHere(name, 'Use `GET /v1/stats`.'),
  ),
]

/** What `mailgun` for Python does here. It has the same verbs for each resource: `*` are all that have no row. */
export const mailgunForPython: SdkTable = { sdk: 'mailgun', python: '1.10.0', methods: [...here, ...others] }
