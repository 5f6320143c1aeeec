import { expect } from 'vitest'
import type { EventDoc } from '../../src/models/event.js'
import type { MongooseModels } from '../../src/models/index.js'
import { type MessageDoc, statusRank } from '../../src/models/message.js'
import type { Amount, UsageDoc } from '../../src/models/usage.js'
import type { WebhookDeliveryDoc } from '../../src/models/webhook.js'
import { backlogKeys } from '../../src/redis-keys.js'
import { WORK_KINDS, type WorkConveyor, type WorkKind } from '../../src/streams/topics.js'
import type { Deployment } from './deployment.js'
import { countsIn, recount } from './recount.js'
import { eventually } from './start-app.js'
import type { Hit } from './webhook-receiver.js'

/*
 * Invariants that hold after every fault. Those of a single fault (a shutdown's exit code, a late outcome, poison) are
 * in its own test.
 */

export interface Traces {
  /** Ids of all messages that were answered with a 2xx. */
  accepted: string[]
  /** The webhooks that a receiver got. */
  hits?: Hit[]
  /** How many attempts the faults may have cut off between the request and its record. */
  cutOff?: number
}

/** The final events of a message that was not cancelled: handed over, failed, or stopped by the suppression list. */
const OUTCOMES = new Set<string>(['sent', 'failed', 'suppressed', 'unsubscribed'])

/**
 * Waits until no work is left, then checks the ledger and the streams against every invariant.
 * @param timeoutMs time for the work to end: the lease and the claim idle time of the dead, and the work itself.
 */
export async function expectInvariants(deployment: Deployment, traces: Traces, timeoutMs = 60_000): Promise<void> {
  const { models } = deployment.ledger
  await isQuiet(deployment, timeoutMs)
  await everythingAcceptedIsThere(models, traces.accepted)
  const deliveries = await models.deliveries.find().lean<WebhookDeliveryDoc[]>()
  await timelinesAreWhole(models)
  await accountsAreInOrder(models)
  await usageIsExact(models)
  await countsAreExact(models)
  deliveriesAreOnce(deliveries)
  if (traces.hits) hitsAreRecorded(deliveries, traces.hits, traces.cutOff ?? 0)
}

/** The remaining work, in words; null if rows, leases, streams and groups have none. */
export async function restlessness({ ledger, redis, programs }: Deployment): Promise<string | null> {
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
  return null
}

/** I1, I7: all work ends and leaves nothing behind. */
async function isQuiet(deployment: Deployment, timeoutMs: number): Promise<void> {
  let left: string | null = null
  try {
    await eventually(
      'everything is at rest',
      async () => {
        left = await restlessness(deployment)
        return left === null
      },
      timeoutMs,
    )
  } catch (error) {
    const logs = deployment.programs.map((program) => program.stderr.slice(-1_500)).join('\n---\n')
    throw new Error(`${(error as Error).message}: ${left}\n${logs}`)
  }
}

async function streamTrouble(
  redis: Deployment['redis'],
  conveyor: WorkConveyor,
  kind: WorkKind,
  key: string,
  programs: Deployment['programs'],
): Promise<string | null> {
  const length = await redis.xlen(key)
  if (length > 0) return `${key} holds ${length} entries`
  const waiting = await redis.exists(...backlogKeys(key))
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

/** I2: every message answered with a 2xx is in the ledger. */
async function everythingAcceptedIsThere(models: MongooseModels, accepted: string[]): Promise<void> {
  const found = await models.messages.countDocuments({ _id: { $in: accepted } })
  expect(found, 'accepted messages in the ledger').toBe(accepted.length)
}

/** I8: timelines are complete, without duplicates and in order; the status is the newest event's. */
async function timelinesAreWhole(models: MongooseModels): Promise<void> {
  const events = new Map<string, EventDoc[]>()
  for (const event of await models.events.find().lean<EventDoc[]>()) {
    events.set(event.message_id, [...(events.get(event.message_id) ?? []), event])
  }
  const messages = await models.messages.find().lean<MessageDoc[]>()
  const parked = new Set((await models.deadLetters.find().lean()).map((letter) => letter.row_id))
  for (const message of messages.filter(({ _id, status }) => !parked.has(_id) && status !== 'canceled')) {
    const timeline = (events.get(message._id) ?? []).sort((one, other) =>
      statusRank(one) < statusRank(other) ? -1 : 1,
    )
    const types = timeline.map((event) => event.type)
    expect(
      types.filter((type) => OUTCOMES.has(type)),
      `outcomes of ${message._id}`,
    ).toHaveLength(1)
    expect(new Set(types).size, `types of ${message._id}, each once`).toBe(types.length)
    expect(message.status, `status of ${message._id}`).toBe(types.at(-1))
    expect(message.status_rank, `rank of ${message._id}`).toBe(statusRank(timeline.at(-1)!))
  }
}

/** I8: the sequence numbers of each account have no gaps and no duplicates. */
async function accountsAreInOrder(models: MongooseModels): Promise<void> {
  const sequences = new Map<string, number[]>()
  for (const { account_id, seq } of await models.events.find().sort({ seq: 1 }).lean<EventDoc[]>()) {
    sequences.set(account_id, [...(sequences.get(account_id) ?? []), seq!])
  }
  for (const numbers of sequences.values()) expect(numbers).toEqual(numbers.map((_number, index) => index + 1))
}

/** I12: usage equals the charges of the messages, plus holds for messages that were never written. */
async function usageIsExact(models: MongooseModels): Promise<void> {
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
    expect(count, `recipients of ${_id}`).toBe(sum(charges, 'count') + sum(unwritten, 'count'))
    expect(micros, `micro-dollars of ${_id}`).toBe(sum(charges, 'micros') + sum(unwritten, 'micros'))
  }
}

/** The counts are those of the events in the ledger. */
async function countsAreExact(models: MongooseModels): Promise<void> {
  expect(await countsIn(models), 'counts').toEqual(await recount(models))
}

/** I3, I5: one delivery per event and subscription; its attempts are counted, few, and within a day. */
function deliveriesAreOnce(deliveries: WebhookDeliveryDoc[]): void {
  const pairs = deliveries.map((delivery) => `${delivery.event_id} ${delivery.subscription_id}`)
  expect(new Set(pairs).size, 'deliveries, one an event and subscription').toBe(pairs.length)
  for (const { _id, attempts, attempt_count, round_attempts, round_started_at } of deliveries) {
    expect(attempts, `attempts of ${_id}`).toHaveLength(attempt_count)
    expect(round_attempts).toBeLessThanOrEqual(12)
    const last = attempts.at(-1)
    if (last && round_started_at) {
      expect(last.attempted_at.getTime() - round_started_at.getTime()).toBeLessThan(24 * 3_600_000)
    }
  }
}

/** I4: every event arrives with one id, and not more often than attempts were recorded or interrupted by faults. */
function hitsAreRecorded(deliveries: WebhookDeliveryDoc[], hits: Hit[], cutOff: number): void {
  const attempts = deliveries.reduce((sum, delivery) => sum + delivery.attempt_count, 0)
  expect(hits.length, 'requests at the receiver').toBeLessThanOrEqual(attempts + cutOff)
  const bodies = new Map<string, string>()
  for (const { eventId, rawBody } of hits) {
    const body = rawBody.toString()
    expect(bodies.get(eventId) ?? body, `the body of ${eventId}, in every attempt`).toBe(body)
    bodies.set(eventId, body)
  }
  const delivered = deliveries
    .filter((delivery) => delivery.status === 'succeeded')
    .map((delivery) => delivery.event_id)
  for (const eventId of delivered) expect(bodies.has(eventId), `${eventId} at the receiver`).toBe(true)
}
