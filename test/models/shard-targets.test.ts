import { readFileSync, writeFileSync } from 'node:fs'
import type { mongo } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { isRestOnly, operationList } from '../../src/operations/list.js'
import { identities } from '../doors/cases/domains.js'
import { successCases } from '../doors/cases.js'
import { type CasesApp, startCasesApp } from '../doors/cases-app.js'
import { doors } from '../doors/three-doors.js'
import { type Command, watchCommands } from '../support/commands.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { anotherProcess } from '../support/more-processes.js'
import { CALLBACK_SECRET, postSigned } from '../support/post-callback.js'
import { postMail } from '../support/post-mail.js'
import { sesNotification } from '../support/ses-notifications.js'
import { isRange, type Target, targetsOf } from '../support/shards/shard-rules.js'
import { aSend, call, eventually, type TestApp } from '../support/start-app.js'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js'

/*
 * What the service asks of MongoDB while every operation runs, and mail goes its whole way. In a cluster, a command goes
 * to one shard if its filter names the shard key; otherwise all shards get it, which is right only for a sweep over all
 * accounts. The driver reports the commands.
 */

/** Fields of sweeps: what is due, paused or waits, in any account. */
const SWEPT = new Set([
  ...['dispatch_at', 'fanout_at', 'next_at', 'parse_at', 'process_at', 'expand_at', 'file_at', 'held', 'deleted_at'],
  // Sent drafts whose mail can be taken back no longer.
  'empty_at',
  // Threads whose snooze is over.
  'snoozed_until',
  ...['holds.at', 'given_back.at', 'label_deletions.at', 'alert_due_at', 'sending_news.at', 'unsettled_at'],
  // Files of imports that have been kept long enough.
  ...['kind', 'stored_at'],
  // Imports that have ended long ago.
  ...['updated_at', 'crashes'],
  // The lane of due messages.
  'message_type',
])

/** Retention and erasures go through the rows of many accounts, by their ids. */
const REMOVALS = [
  ...['message_contents delete _id', 'webhook_payloads delete _id', 'messages update _id,content'],
  'blobs find _id,_id,file_id,_id',
]
/** Reads by an id alone: right in a cluster, but all shards get them. Name the account in what you add. */
const BY_ID = [
  ...['events', 'inbound_emails', 'message_contents', 'messages', 'templates', 'webhook_payloads'].map(
    (name) => `${name} find _id`,
  ),
  ...['webhook_subscriptions find _id,is_active', 'mail_items find copies.id'],
]

/** Read by each request, or now and then by each process. */
const OF_ANY_REQUEST = ['api_keys', 'system', 'schema_state']

/** What asks all shards although it is about one row; and why. */
const UNKNOWN_ACCOUNT: { reason: string; matches(target: Target): boolean }[] = [
  {
    reason: 'A callback belongs to no account until its message is found, so it is claimed and ended by its id.',
    matches: ({ collection }) => collection === 'callbacks',
  },
  {
    reason: 'The message of a callback is found by its tag, or by the id that the provider gave it.',
    matches: ({ collection, filter }) =>
      collection === 'messages' && ['_id,erased', 'provider_message_id'].includes(fieldsOf(filter)),
  },
]

const GUIDE = 'docs/scaling.md'
const BEGIN = '<!-- Made by test/models/shard-targets.test.ts -->\n\n'
const END = '\n\n<!-- end -->'

let cases: CasesApp
/** Does all the work. What the tests ask MongoDB themselves, they ask through another connection. */
let service: TestApp
/** Answers requests, and has no work of its own. */
let reader: TestApp
let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await startWebhookReceiver()
  cases = await startCasesApp({ ROLES: 'api', CALLBACK_SECRET })
  const { settings } = cases.app
  const watched = { ...settings, MONGODB_URI: `${settings.MONGODB_URI}&monitorCommands=true` }
  service = await anotherProcess(cases.app, { ...watched, ROLES: 'api,worker,scheduler' }, { identities })
  reader = await anotherProcess(cases.app, { ...watched, ROLES: 'api' }, { identities })
})
afterAll(async () => {
  await reader?.close()
  await service?.close()
  await cases?.close()
  await receiver?.close()
})

test('every command about rows of accounts names the account, except the sweeps, and a cluster refuses none', async () => {
  const { accountFor, keyOf } = cases
  const commands = watchCommands(service.app)
  for (const { operation, input, key } of successCases) {
    const given = await input(accountFor(operation))
    const outcome = await doors[0]!.run(service.url, operation, given, keyOf(operation, key))
    expect(outcome, `${operation}: ${outcome.message}`).toMatchObject({ code: null })
  }
  await mailOfAnAccount()
  const { services } = service.app
  await services.retention.run(new AbortController().signal)
  await services.sendingBrakes.evaluateAll(new AbortController().signal)
  await services.acceptedCounter.countAll(new AbortController().signal)

  const targets = commands.flatMap(({ body }) => targetsOf(body))
  const ofCallbacks = targets.filter(({ collection }) => collection === 'callbacks')
  expect(ofCallbacks.length).toBeGreaterThan(0)
  const faults = targets.filter(
    (target) => target.refusal !== null || (target.to === 'all' && !isSweep(target) && !isUnknown(target)),
  )
  expect([...new Set(faults.map(faultText))].toSorted()).toEqual([])
}, 600_000)

test('docs/scaling.md says which shards a message, a received mail and a page of each list ask', async () => {
  const { accountFor, keyOf } = cases
  const rows = new Map<string, string[]>()
  const note = (what: string, found: Target[]) => {
    const places = placesOf(found)
    rows.set(places, [...(rows.get(places) ?? []), what])
  }
  for (const { what, targets } of await mailOfAnAccount()) note(what, targets)
  const commands = watchCommands(reader.app)
  for (const name of pagedLists()) {
    const { input, key } = successCases.find(({ operation }) => operation === name)!
    const given = await input(accountFor(name))
    const found: Target[] = []
    for (const door of doors) {
      commands.length = 0
      expect(await door.run(reader.url, name, given, keyOf(name, key))).toMatchObject({ code: null })
      found.push(...commands.flatMap(({ body }) => targetsOf(body)))
    }
    note(`a page of \`${name}\``, found)
  }
  const lines = [...rows].map(([places, whats]) => `| ${joinWhats(whats)} | ${places} |`)
  const table = [
    '| Work | The account\u2019s shard | The primary shard, for | Other shards |',
    '|---|---|---|---|',
    ...lines,
  ].join('\n')
  const guide = readFileSync(GUIDE, 'utf8')
  const [before, rest] = guide.split(BEGIN) as [string, string]
  const end = rest.indexOf(END)
  if (process.env.UPDATE_DOCS) writeFileSync(GUIDE, before + BEGIN + table + rest.slice(end))
  else expect(rest.slice(0, end), 'run this test with UPDATE_DOCS=1').toBe(table)
}, 600_000)

/** The queries that answer with a list by pages. */
function pagedLists(): string[] {
  const isPaged = (output: z.ZodType) => output instanceof z.ZodObject && 'next_cursor' in output.shape
  return operationList
    .filter((operation) => operation.kind === 'query' && !isRestOnly(operation) && isPaged(operation.output))
    .map(({ name }) => name)
}

/** Sends a message with a webhook, has a provider report on it, and receives a mail, each until all is recorded. */
async function mailOfAnAccount(): Promise<{ what: string; targets: Target[] }[]> {
  count += 1
  const { models, services } = cases.app.app
  const { account_id, key } = await services.accounts.create(`flow${count}@postline.test`)
  const domain = `flow${count}.test`
  const commands = watchCommands(service.app)
  const ids = [account_id]
  const taken = () =>
    commands
      .splice(0)
      .filter((command) => isAbout(command, ids))
      .flatMap(({ body }) => targetsOf(body))
  const own = { account_id }

  await call(cases.app.url, 'POST', '/v1/webhooks', { key, body: { endpoint_url: receiver.url } })
  const long = { subject: 'Long', body_text: 'x'.repeat(40_000) }
  const body = aSend({ destination: { email: `flow${count}@postline.test` }, payload: long })
  taken()
  expect((await call(service.url, 'POST', '/v1/send', { key, body })).status).toBe(201)
  const webhooksOf = (type: 'sent' | 'bounced') => () =>
    models.deliveries.exists({ ...own, event_type: type, status: 'succeeded' })
  await eventually('its webhook is recorded', webhooksOf('sent'))
  const message = await eventually('it is sent', () =>
    models.messages.findOne({ ...own, provider_message_id: { $exists: true } }).lean(),
  )
  ids.push(message._id, message.provider_message_id!)
  const sent = taken()

  const names = { providerMessageId: message.provider_message_id!, messageId: message._id }
  const report = sesNotification('Bounce', 'publishing', { ...names, recipients: [`flow${count}@postline.test`] })
  expect((await postSigned(service.url, report)).status).toBe(200)
  await eventually('the report is recorded', webhooksOf('bounced'))
  await eventually('it is done', () => models.callbacks.exists({ ...own, processed_at: { $exists: true } }))
  const reported = taken()

  // Only now: with a domain, the account could send from that domain alone.
  await inboundDomain({ models, accountId: account_id }, domain)
  const raw = 'From: Ada <ada@example.com>\r\nSubject: Question\r\nMessage-ID: <q@example.com>\r\n\r\nHow?\r\n'
  expect((await postMail(service.url, raw, { recipients: `help@${domain}` })).status).toBe(200)
  await eventually('the mail is in a thread', () => models.mailThreads.exists(own))
  await eventually('and read', () => models.inboundEmails.exists({ ...own, parse_at: { $exists: false } }))
  return [
    { what: 'a message, with its webhook', targets: sent },
    { what: 'an event that a provider reports', targets: reported },
    { what: 'a received mail', targets: taken() },
  ]
}
let count = 0

const isAbout = ({ body }: Command, ids: readonly string[]) => {
  const text = JSON.stringify(body)
  return ids.some((id) => text.includes(id))
}

/** The last three cells of a row. */
function placesOf(targets: readonly Target[]): string {
  const names = (of: (target: Target) => boolean) =>
    [...new Set(targets.filter(of).map(({ collection }) => `\`${collection}\``))].toSorted().join(', ') || '\u2013'
  const isOwn = ({ to }: Target) => typeof to !== 'string' && to.every((key) => key.startsWith('acc_'))
  const other = names((target) => typeof target.to !== 'string' && !isOwn(target))
  const all = names((target) => target.to === 'all' && !isSweep(target))
  const elsewhere = [
    ...(other === '\u2013' ? [] : [`one, for ${other}`]),
    ...(all === '\u2013' ? [] : [`all, for ${all}`]),
  ]
  return [
    targets.some(isOwn) ? 'yes' : '\u2013',
    names(({ to, collection }) => to === 'primary' && !OF_ANY_REQUEST.includes(collection)),
    elsewhere.join('; ') || '\u2013',
  ].join(' | ')
}

const joinWhats = (whats: readonly string[]) => {
  const text = whats.join(', ').replaceAll('`, a page of', '`,')
  return text[0]!.toUpperCase() + text.slice(1)
}

/** Whether it asks for rows of all accounts: those that are due, or those in a range of ids or of accounts, as of a period. */
const isSweep = ({ filter }: Target) =>
  conditionsOf(filter).every(
    ([field, value]) => SWEPT.has(field) || (['_id', 'account_id'].includes(field) && isRange(value)),
  )

const conditionsOf = (filter: mongo.Document): [string, unknown][] =>
  Object.entries(filter).flatMap(([field, value]) =>
    field === '$and' ? (value as mongo.Document[]).flatMap(conditionsOf) : [[field, value]],
  )

const isUnknown = (target: Target) =>
  UNKNOWN_ACCOUNT.some(({ matches }) => matches(target)) || [...REMOVALS, ...BY_ID].includes(faultText(target))

const fieldsOf = (filter: mongo.Document) =>
  conditionsOf(filter)
    .map(([field]) => field)
    .join(',')

const faultText = ({ collection, operation, filter, refusal }: Target) =>
  `${collection} ${operation} ${fieldsOf(filter)}${refusal ? `: ${refusal}` : ''}`
