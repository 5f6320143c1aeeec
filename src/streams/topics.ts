import type { mongo } from 'mongoose'
import type { Clock } from '../clock.js'
import type { Config } from '../config.js'
import { MessageType } from '../contract/messages.js'
import { ID_PREFIXES } from '../ids.js'
import type { Models } from '../models/index.js'
import { type DispatchedMessage, type MessageDoc, NOT_DISPATCHED } from '../models/message.js'
import { PARKED_BROADCAST, PARKED_IMPORT } from '../models/parked-states.js'
import type { Conveyor } from './engine/conveyor.js'
import type { Catalog, Topic } from './engine/topic.js'
import { WorkRows } from './engine/work-rows.js'

/*
 * What the engine is told about this service: its topics, and the rows behind each.
 */

/** The kinds of work, each with its own topic, collection and worker. */
export const WORK_KINDS = ['dispatch', 'ingest', 'fan-out', 'deliveries', 'inbound', 'imports', 'broadcasts'] as const
export type WorkKind = (typeof WORK_KINDS)[number]

/** Puts hints on the streams of this service. */
export type WorkConveyor = Conveyor<WorkKind>

/** Mail of test keys needs no provider, so it does not wait behind mail that does. */
const TEST_LANE = 'test'
/** Mail that somebody waits for has a separate lane. */
export const DISPATCH_LANES = ['transactional', 'marketing', TEST_LANE] as const

/** The lane of a message. */
export function dispatchLane({ test_mode, message_type }: Pick<MessageDoc, 'test_mode' | 'message_type'>): string {
  return test_mode ? TEST_LANE : message_type
}

/** Longest time of work that only writes to the ledger, in ms: it needs no more than a dispatch does. */
const LEDGER_WORK_MS = 10_000
/** Longest time of work on a received mail, in ms: parsing it, asking DNS about its sender, and storing its parts. */
const INBOUND_WORK_MS = 60_000
/** Longest time of a portion of a broadcast, in ms: making a thousand messages. */
const BROADCAST_WORK_MS = 20_000

/** Every topic. What a provider or an endpoint may take sets the lease; the rest follows from it. */
export function createCatalog(config: Pick<Config, 'dispatchTimeoutMs' | 'webhookTimeoutMs'>): Catalog<WorkKind> {
  const ledgerWorkMs = Math.min(LEDGER_WORK_MS, config.dispatchTimeoutMs)
  // With a shorter time for dispatches, everything is to recover sooner.
  const inboundWorkMs = Math.min(INBOUND_WORK_MS, 8 * config.dispatchTimeoutMs)
  const broadcastWorkMs = Math.min(BROADCAST_WORK_MS, 4 * config.dispatchTimeoutMs)
  return {
    dispatch: topic('dispatch', DISPATCH_LANES, 32, times(config.dispatchTimeoutMs, 3, 4)),
    ingest: topic('ingest', ['main'], 256, times(ledgerWorkMs, 3, 4.5)),
    'fan-out': topic('fan-out', ['main'], 512, times(ledgerWorkMs, 3, 4.5)),
    deliveries: topic('deliveries', ['first', 'retry'], 1_024, times(config.webhookTimeoutMs, 2, 2.5)),
    inbound: topic('inbound', ['main'], 16, times(inboundWorkMs, 2, 2.5)),
    imports: topic('imports', ['main'], 4, times(ledgerWorkMs, 3, 4.5)),
    broadcasts: topic('broadcasts', ['main'], 4, times(broadcastWorkMs, 2, 2.5)),
  }
}

function topic<Name extends WorkKind>(
  name: Name,
  lanes: Topic['lanes'],
  maxUnread: number,
  limits: Pick<Topic, 'handlerMs' | 'leaseMs' | 'claimIdleMs'>,
): Topic<Name> {
  return { name, lanes, group: 'workers', maxUnread, ...limits }
}

/** The time limits of a topic, given the one of an attempt and how many times as long a lease and an idle entry last. */
function times(handlerMs: number, lease: number, idle: number) {
  return { handlerMs, leaseMs: handlerMs * lease, claimIdleMs: handlerMs * idle }
}

/** The work of every topic: which rows it is, and when they are due. */
export type Work = ReturnType<typeof createWork>

export function createWork(
  { messages, callbacks, events, deliveries, inboundEmails, contactImports, broadcasts }: Models,
  clock: Clock,
) {
  return {
    dispatch: new WorkRows<DispatchedMessage>({
      collection: messages.collection as unknown as mongo.Collection<DispatchedMessage>,
      unread: NOT_DISPATCHED,
      dueField: 'dispatch_at',
      clock,
      laneField: 'message_type',
      lanes: MessageType.options,
      route: {
        fields: ['test_mode'],
        of: ({ test_mode }) => ({ lane: test_mode ? TEST_LANE : undefined }),
        moreLanes: [TEST_LANE],
      },
      clockField: { name: 'first_attempt_at', stopsFor: isAccount },
    }),
    ingest: new WorkRows({ collection: callbacks.collection, dueField: 'process_at', clock, changesAccount: true }),
    inbound: new WorkRows({ collection: inboundEmails.collection, dueField: 'parse_at', clock }),
    imports: new WorkRows({
      collection: contactImports.collection,
      dueField: 'process_at',
      clock,
      parkedState: PARKED_IMPORT,
    }),
    broadcasts: new WorkRows({
      collection: broadcasts.collection,
      dueField: 'expand_at',
      clock,
      parkedState: PARKED_BROADCAST,
    }),
    'fan-out': new WorkRows({ collection: events.collection, dueField: 'fanout_at', clock }),
    deliveries: new WorkRows({
      collection: deliveries.collection,
      dueField: 'next_at',
      clock,
      // A subscription counts its own pauses.
      clockField: { name: 'round_started_at', stopsFor: isAccount },
      route: {
        fields: ['subscription_id', 'attempt_count'],
        of: ({ subscription_id, attempt_count }) => ({
          lane: attempt_count ? 'retry' : 'first',
          target: subscription_id,
        }),
      },
    }),
  } satisfies Record<WorkKind, unknown>
}

const isAccount = (pausedBy: string) => pausedBy.startsWith(ID_PREFIXES.account)

/** The kind of work of a dead letter. Undefined for one that a newer version wrote. */
export function workKind(stored: string): WorkKind | undefined {
  return WORK_KINDS.find((kind) => kind === stored)
}
