import { isDeepStrictEqual } from 'node:util'
import type { Composition } from '../../src/compose.js'
import type { RedisClient } from '../../src/lib/redis/redis-client.js'
import type { EventDoc } from '../../src/models/event.js'
import { type MessageDoc, statusRank } from '../../src/models/message.js'
import type { Amount, UsageDoc } from '../../src/models/usage.js'
import type { WebhookDeliveryDoc } from '../../src/models/webhook.js'
import { backlogKeys } from '../../src/redis-keys.js'
import { WORK_KINDS, type WorkConveyor, type WorkKind } from '../../src/streams/topics.js'
import type { MongooseModels, WithMongoose } from './mongoose-models.js'
import { acceptedCounts, countsIn, recount } from './recount.js'

/*
 * What holds of every ledger once its work is done, whatever has happened to its processes and servers. The checks return
 * what is wrong, in words.
 */

/** A deployment as the checks see it. */
export interface Checked {
  ledger: WithMongoose<Composition>
  redis: RedisClient
  /** Its processes; those that have ended may be among them. */
  programs: readonly { pid: number | null; isRunning: boolean }[]
}

/** The final events of a message that was not cancelled: handed over, failed, or stopped by the suppression list. */
const OUTCOMES = new Set<string>(['sent', 'failed', 'suppressed', 'unsubscribed'])

/** The remaining work, in words; null if rows, leases, streams and groups have none. */
export async function restlessness({ ledger, redis, programs }: Checked): Promise<string | null> {
  const { models, work, conveyor } = ledger
  for (const kind of WORK_KINDS) {
    const { dueField } = work[kind]
    const collection = {
      dispatch: models.messages,
      ingest: models.callbacks,
      'fan-out': models.events,
      deliveries: models.deliveries,
      inbound: models.inboundEmails,
      imports: models.contactImports,
      broadcasts: models.broadcasts,
    }[kind]
    const due = await collection.collection.countDocuments({ [dueField]: { $exists: true } })
    if (due > 0) return `${due} rows of ${kind} have something to do`
    const leased = await collection.collection.countDocuments({ lease: { $exists: true } })
    if (leased > 0) return `${leased} rows of ${kind} are leased`
    for (const key of conveyor.keys(kind)) {
      const trouble = await streamTrouble(redis, conveyor, kind, key, programs)
      if (trouble) return trouble
    }
  }
  const unfiled = await models.messages.collection.countDocuments({ file_at: { $exists: true } })
  return unfiled > 0 ? `${unfiled} messages are not in the mail app yet` : null
}

async function streamTrouble(
  redis: RedisClient,
  conveyor: WorkConveyor,
  kind: WorkKind,
  key: string,
  programs: Checked['programs'],
): Promise<string | null> {
  const length = await redis.xlen(key)
  if (length > 0) return `${key} holds ${length} entries`
  // Turns may stay behind where a hint of an account went on a full stream, and nothing had to wait. They delay nobody.
  const [backlog] = backlogKeys(key)
  const waiting = await redis.exists(backlog)
  if (waiting > 0) return `${key} has a backlog`
  const { group } = conveyor.catalog[kind]
  const consumers = (await redis.xinfo('CONSUMERS', key, group).catch(() => [])) as (string | number)[][]
  const alive = new Set(programs.filter((program) => program.isRunning).map((program) => String(program.pid)))
  for (const [, name, , pending] of consumers) {
    if (Number(pending) > 0) return `${pending} entries of ${key} are pending for ${name}`
    if (!alive.has(String(name).split(':').at(-2)!)) return `${name} is dead and still in the group of ${key}`
  }
  return null
}

/** All checks of a ledger that is at rest. */
export async function ledgerProblems(models: MongooseModels): Promise<string[]> {
  const deliveries = await models.deliveries.find().lean<WebhookDeliveryDoc[]>()
  return [
    ...(await timelineProblems(models)),
    ...(await sequenceProblems(models)),
    ...(await usageProblems(models)),
    ...(await countProblems(models)),
    ...deliveryProblems(deliveries),
  ]
}

/** I8: timelines are complete, without duplicates and in order; the status is the newest event's. */
async function timelineProblems(models: MongooseModels): Promise<string[]> {
  const events = groupBy(await models.events.find().lean<EventDoc[]>(), ({ message_id }) => message_id)
  const messages = await models.messages.find().lean<MessageDoc[]>()
  const parked = new Set((await models.deadLetters.find().lean()).map((letter) => letter.row_id))
  const live = messages.filter(({ _id, status }) => !parked.has(_id) && status !== 'canceled')
  return live.flatMap(({ _id, status, status_rank }) => {
    const timeline = (events.get(_id) ?? []).sort((one, other) => (statusRank(one) < statusRank(other) ? -1 : 1))
    const types = timeline.map(({ type }) => type)
    const newest = timeline.at(-1)
    if (!newest) return [`${_id} has no event`]
    return [
      ...wrong(`outcomes of ${_id}`, types.filter((type) => OUTCOMES.has(type)).length, 1),
      ...wrong(`different types of events of ${_id}`, new Set(types).size, types.length),
      ...wrong(`status of ${_id}`, status, newest.type),
      ...wrong(`rank of ${_id}`, status_rank, statusRank(newest)),
    ]
  })
}

/** I8: the sequence numbers of each account have no gaps and no duplicates. */
async function sequenceProblems(models: MongooseModels): Promise<string[]> {
  const rows = await models.events.find({}, { account_id: 1, seq: 1 }).sort({ seq: 1 }).lean<EventDoc[]>()
  return [...groupBy(rows, ({ account_id }) => account_id)].flatMap(([account, events]) => {
    const gap = events.findIndex(({ seq }, index) => seq !== index + 1)
    return gap < 0 ? [] : [`sequence number ${gap + 1} of ${account} is ${events[gap]!.seq}`]
  })
}

/** I12: usage equals the charges of the messages, plus holds for messages that were never written. */
async function usageProblems(models: MongooseModels): Promise<string[]> {
  const problems: string[] = []
  for (const { _id, account_id, period, micros, count, holds } of await models.usage.find().lean<UsageDoc[]>()) {
    const filter = { account_id, 'charge.period': period }
    const messages = await models.messages.find(filter as object).lean<MessageDoc[]>()
    const holdOf = new Map(messages.map((message) => [message._id, message.charge?.hold]))
    const charges = messages.flatMap(({ charge }) => (charge?.state === 'charged' ? [charge] : []))
    const unwritten = holds.flatMap((hold) =>
      hold.grants.filter(({ message_id }) => holdOf.get(message_id) !== hold.id),
    )
    const sum = (amounts: readonly Amount[], of: keyof Amount) =>
      amounts.reduce((total, amount) => total + amount[of], 0)
    problems.push(
      ...wrong(`recipients of ${_id}`, count, sum(charges, 'count') + sum(unwritten, 'count')),
      ...wrong(`micro-dollars of ${_id}`, micros, sum(charges, 'micros') + sum(unwritten, 'micros')),
    )
  }
  return problems
}

/** The counts are those of the events, and of the accepted messages, in the ledger. */
async function countProblems(models: MongooseModels): Promise<string[]> {
  const accepted = await acceptedCounts(models)
  const counted = [...(await countsIn(models)), ...accepted.counted]
  const expected = [...(await recount(models)), ...accepted.expected]
  const ids = new Set([...counted, ...expected].map(({ _id }) => _id))
  return [...ids].flatMap((id) => {
    const [one, other] = [counted, expected].map((rows) => rows.find(({ _id }) => _id === id))
    return isDeepStrictEqual(one, other)
      ? []
      : [`counts of ${id} are ${JSON.stringify(one)}, not ${JSON.stringify(other)}`]
  })
}

/** I3, I5: one delivery per event and subscription; its attempts are counted, few, and within a day. */
function deliveryProblems(deliveries: WebhookDeliveryDoc[]): string[] {
  const pairs = deliveries.map((delivery) => `${delivery.event_id} ${delivery.subscription_id}`)
  return [
    ...wrong('deliveries, one an event and subscription', new Set(pairs).size, pairs.length),
    ...deliveries.flatMap(({ _id, attempts, attempt_count, round_attempts, round_started_at }) => {
      const last = attempts.at(-1)
      const lastedMs = last && round_started_at ? last.attempted_at.getTime() - round_started_at.getTime() : 0
      return [
        ...wrong(`attempts of ${_id}`, attempts.length, attempt_count),
        ...(round_attempts > 12 ? [`${_id} has ${round_attempts} attempts`] : []),
        ...(lastedMs >= 24 * 3_600_000 ? [`attempts of ${_id} last ${lastedMs} ms`] : []),
      ]
    }),
  ]
}

function wrong(what: string, found: unknown, expected: unknown): string[] {
  return isDeepStrictEqual(found, expected) ? [] : [`${what}: ${String(found)}, not ${String(expected)}`]
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
