import mongoose from 'mongoose'
import { Pool } from 'undici'
import { GROUP_DAYS, StatsGroupBy } from '../src/contract/stats.js'
import { DELIVERY_STATUSES } from '../src/contract/webhooks.js'
import { bearer } from './accept.js'
import { fillDeliveries } from './fill-deliveries.js'
import { fillGroups } from './fill-groups.js'
import { fillHalves, LABEL } from './fill-halves.js'
import { fillLedger, word } from './fill-ledger.js'
import { api, type Ground, say, startApi, startSubject } from './ground.js'
import { inLanes } from './in-lanes.js'
import { percentile } from './percentile.js'
import { until } from './until.js'

export interface ListsOptions {
  rounds: number
  seconds: number
  /** Messages of the account that is read, and deliveries of its webhook. */
  ledger: number
  /** Connections. */
  readers: number
}

/** One round of one kind of request. */
export interface ListsRound {
  p50Ms: number
  p99Ms: number
  /** Requests that were answered with an error. */
  failed: number
}

export interface ListsResult {
  messages: number
  readers: number
  /** The first is a page of messages, which the others are compared with. */
  kinds: { name: string; firstMs: number; rounds: ListsRound[] }[]
  /** How long after its start a scheduler has counted the messages. */
  countedAfterMs: number
}

/** A scheduler counts what is at least four minutes old, once a minute. */
const RECENT_MS = 600_000
const DAY_MS = 86_400_000
const EVENTS_EACH = 3
/** Threads and contacts, for each message. */
const SHARE_OF_HALVES = 0.4
const WARM_UP_SECONDS = 1

/**
 * Measures the figures and lists of one account, with those of a stranger in the same collections. Statistics over time are
 * measured twice: before a scheduler has counted the messages, as after an upgrade, and then with all of them counted.
 */
export async function measureLists(ground: Ground, options: ListsOptions): Promise<ListsResult> {
  const settings = ground.settings('lists')
  const product = await startApi(ground, settings)
  const pool = new Pool(product.url, { connections: options.readers })
  try {
    const log = `/v1/webhooks/${await fillLists(settings.MONGODB_URI!, product, options.ledger)}/deliveries`
    const measure = async (kinds: Kind[]) => {
      const results = kinds.map(([name]) => ({ name, firstMs: 0, rounds: [] as ListsRound[] }))
      const run = async (path: string, seconds: number) => {
        let failed = 0
        const { tookMs } = await inLanes({ lanes: options.readers, seconds }, async () => {
          const response = await pool.request({ method: 'GET', path, headers: bearer(product.adminKey) })
          const text = await response.body.text()
          if (response.statusCode === 200) return
          failed += 1
          say(`${path}: ${response.statusCode} ${text}`)
        })
        const sorted = tookMs.toSorted((one, other) => one - other)
        return { firstMs: tookMs[0]!, p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99), failed }
      }
      for (const [index, [, path]] of kinds.entries()) {
        results[index]!.firstMs = (await run(path, WARM_UP_SECONDS)).firstMs
      }
      for (let round = 1; round <= options.rounds; round += 1) {
        for (const [index, [, path]] of kinds.entries()) {
          const { firstMs: _first, ...measured } = await run(path, options.seconds)
          results[index]!.rounds.push(measured)
        }
        say(`round ${round} of ${options.rounds}`)
      }
      return results
    }
    const first = await measure([MESSAGES, ...listsOf(log), ...halvesOf(), ...groupsOf(), ...statsOf('not counted')])
    const countedAfterMs = await countMessages(ground, settings)
    const counted = await measure([MESSAGES, ...statsOf('counted')])
    const kinds = [...first, ...counted.slice(1)]
    return { messages: options.ledger, readers: options.readers, kinds, countedAfterMs }
  } finally {
    await pool.close()
    await product.close()
  }
}

type Kind = [name: string, path: string]

const MESSAGES: Kind = ['a page of messages', '/v1/messages']
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

/** Conditions that most messages meet, that few meet, and that none meets. */
const MESSAGE_FILTERS = [
  ...['status=delivered', 'status=bounced', 'test_mode=true', 'tag=tenant:acme', 'tag=campaign:campaign-7'],
  ...['recipient=person7@example7.org', 'status=bounced&tag=tenant:acme', `search=${word(1)}`],
  ...[`search=${word(1)}+${word(2)}`, 'search=unheard-of'],
]

/** Conditions that many rows meet, but none meets together, and some that no index tells. */
const HALVES = [
  ...['messages?search=odd+even', 'messages?search=odd+even&test_mode=false', 'contacts?search=odd+even'],
  ...['mail/threads?folder=inbox', `mail/threads?folder=inbox&label=${LABEL}`],
  ...['mail/threads?q=odd+even', 'mail/threads?q=%22odd+even%22', 'mail/threads?q=larger:5M'],
  ...['mail/search?q=odd+even', 'mail/search?q=odd+in:spam', 'mail/search?q=larger:5M'],
]

const halvesOf = (): Kind[] => HALVES.map((path) => [path, `/v1/${path}`])

const listsOf = (log: string): Kind[] => [
  ...MESSAGE_FILTERS.map((filter): Kind => [`messages, ${filter}`, `/v1/messages?${filter}`]),
  ['deliveries', log],
  ...DELIVERY_STATUSES.map((status): Kind => [`deliveries, ${status}`, `${log}?status=${status}`]),
  ['deliveries, old', `${log}?to=${daysAgo(300)}`],
]

const statsOf = (state: string): Kind[] => [
  [`24 hours, ${state}`, '/v1/stats'],
  [`30 days by hour, ${state}`, `/v1/stats?interval=hour&from=${daysAgo(30)}`],
  [`a year by day, ${state}`, `/v1/stats?interval=day&from=${daysAgo(365)}`],
]

const groupsOf = (): Kind[] =>
  [GROUP_DAYS.usual, GROUP_DAYS.most].flatMap((days) =>
    StatsGroupBy.options.map(
      (by): Kind => [`${days} days by ${by}`, `/v1/stats?group_by=${by}&from=${daysAgo(days - 1)}`],
    ),
  )

/** Runs a scheduler until it has counted all messages. @returns how long that takes from its start, in ms */
async function countMessages({ main }: Ground, settings: Record<string, string>): Promise<number> {
  const startedAt = performance.now()
  const scheduler = await startSubject([main], { ...settings, ROLES: 'scheduler' }, /"msg":"started"/)
  const connection = await mongoose.createConnection(settings.MONGODB_URI!).asPromise()
  try {
    const rows = connection.collection<{ _id: string; value: string }>('system')
    await until('the messages counted', async () => {
      const row = await rows.findOne({ _id: 'accepted_counted_until' })
      return Date.parse(row?.value ?? '') > Date.now() - RECENT_MS
    })
    return performance.now() - startedAt
  } finally {
    await connection.close()
    await scheduler.close()
  }
}

/** Fills the ledger, and returns the webhook with the log. */
async function fillLists(
  mongodbUri: string,
  { url, adminKey }: { url: string; adminKey: string },
  messages: number,
): Promise<string> {
  const endpoint = { endpoint_url: 'http://127.0.0.1:65000/' }
  const { id, account_id } = (await api(url, adminKey, 'POST', '/v1/webhooks', endpoint)) as Record<string, string>
  const connection = await mongoose.createConnection(mongodbUri).asPromise()
  try {
    const { _id, ...subscription } = (await connection.collection('webhook_subscriptions').findOne({}))!
    const [accountId, webhookId] = ['acc_stranger', 'wh_stranger']
    const theirs = { ...subscription, _id: webhookId as never, account_id: accountId }
    await connection.collection('webhook_subscriptions').insertOne(theirs)
    await fillLedger(mongodbUri, account_id!, { to: messages, events: EVENTS_EACH })
    await fillDeliveries(mongodbUri, [
      { accountId: account_id!, webhookId: id!, deliveries: messages },
      { accountId, webhookId, deliveries: Math.ceil(messages / 3) },
    ])
    await fillGroups(mongodbUri, account_id!, GROUP_DAYS.most)
    await fillHalves(mongodbUri, account_id!, Math.ceil(messages * SHARE_OF_HALVES))
    return id!
  } finally {
    await connection.close()
  }
}
