import type { mongo } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shardKeyOf } from '../../src/models/sharding.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js'

/*
 * What the service asks of MongoDB while mail goes its whole way. In a cluster, a command goes to one shard if its filter
 * names the shard key; otherwise all shards get it, which is right only for a sweep over all accounts. Upserts and
 * `findAndModify` without the key are even errors. The profiler of mongod lists the commands.
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
  // Callbacks that wait for their message: they belong to no account yet.
  'awaits',
])

let app: TestApp
let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await startWebhookReceiver()
  app = await startApp()
})
afterAll(() => Promise.all([app?.close(), receiver?.close()]))

interface Command {
  collection: string
  kind: string
  filter: mongo.Document
  isUpsert: boolean
}

test('every command about rows of accounts names the account, except the sweeps', async () => {
  const { models } = app.app
  const account_id = app.accountId
  const db = models.connection.db!
  await app.call('POST', '/v1/webhooks', { body: { endpoint_url: receiver.url } })
  await app.call('POST', '/v1/suppressions', { body: { recipient: 'stopped@example.com', channel: 'email' } })
  await db.command({ profile: 0 })
  await db.createCollection('system.profile', { capped: true, size: 64 * 1024 * 1024 })
  await db.command({ profile: 2, slowms: 0 })

  const key = await app.testKey()
  const destination = { email: 'delivered@example.com' }
  const sent = await app.call('POST', '/v1/send', { key, body: aSend({ destination }) })
  const long = { subject: 'Long', body_text: 'x'.repeat(40_000) }
  await app.call('POST', '/v1/send', { key, body: aSend({ destination, payload: long, idempotency_key: 'long' }) })
  const owner = { email: app.ownerEmail }
  const live = await app.call('POST', '/v1/send', { body: aSend({ destination: owner, idempotency_key: 'live' }) })
  expect([sent.status, live.status]).toEqual([201, 201])
  const template = { name: 'Greeting', channel: 'email', subject: 'Hello', body_html: '<p>Hello</p>' }
  const { body } = await app.call('POST', '/v1/templates', { body: template })
  await app.call('PATCH', `/v1/templates/${body.id}`, { body: { subject: 'Good day' } })
  await app.call('GET', `/v1/templates/${body.id}/versions`)
  await app.call('PUT', '/v1/spend-caps', { body: { hard_limit_micros: 5_000_000 } })
  for (const path of [`/v1/messages/${sent.body.id}`, '/v1/messages', '/v1/suppressions', '/v1/outbox', '/v1/usage']) {
    await app.call('GET', path)
  }
  // Events `sent` and `delivered` of two messages, and `sent` of the third.
  await eventually('all webhooks', () => receiver.hits.length >= 5)
  await eventually(
    'all are recorded',
    async () => !(await models.deliveries.exists({ account_id, status: { $ne: 'succeeded' } })),
  )
  await db.command({ profile: 0 })

  const commands = (await db.collection('system.profile').find().toArray()).flatMap(commandsOf)
  const ofWork = commands.filter(({ collection }) => collection === 'webhook_deliveries')
  expect(ofWork.length).toBeGreaterThan(0)
  const astray = commands.filter((command) => !isTargeted(command) && (command.isUpsert || !isSweep(command.filter)))
  expect([
    ...new Set(astray.map(({ collection, kind, filter }) => `${collection} ${kind} ${shapeOf(filter)}`)),
  ]).toEqual([])
})

/** The filters of a profiled command: one for each collection that it reads. None for commands without. */
function commandsOf({ op, ns, command }: mongo.Document): Command[] {
  const collection = String(ns).replace(/^[^.]+\./, '')
  if (collection.startsWith('system.')) return []
  const kind = ['find', 'findAndModify', 'aggregate', 'count', 'distinct'].find((name) => name in command) ?? op
  const isUpsert = command.upsert === true || kind === 'findAndModify'
  const pipeline: mongo.Document[] = command.pipeline ?? []
  const filter = command.filter ?? command.query ?? command.q ?? pipeline[0]?.$match
  const unions = pipeline.flatMap(({ $unionWith: union }) =>
    union ? [{ collection: union.coll, kind, filter: union.pipeline[0].$match, isUpsert }] : [],
  )
  return filter ? [{ collection, kind, filter, isUpsert }, ...unions] : []
}

/** Whether the filter names the shard key, so that only the shards with these rows get the command. */
function isTargeted({ collection, filter }: Command): boolean {
  const key = shardKeyOf(collection)
  return key === null || names(filter, key)
}

function names(filter: mongo.Document, key: string): boolean {
  return (
    (key in filter && !isRange(filter[key])) ||
    (Array.isArray(filter.$or) && filter.$or.every((branch) => names(branch, key)))
  )
}

/** Whether it asks for rows of all accounts: those that are due, or those in a range of ids or of accounts, as of a period. */
const isSweep = (filter: mongo.Document) =>
  Object.entries(filter).every(
    ([field, value]) => SWEPT.has(field) || (['_id', 'account_id'].includes(field) && isRange(value)),
  )

const isRange = (value: mongo.Document | string) =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).every((name) => ['$gt', '$gte', '$lt', '$lte'].includes(name))

const shapeOf = (filter: mongo.Document) => Object.keys(filter).join(', ')
