import type { Config } from '../config.js'
import type { WorkKind } from '../models/dead-letter.js'

/**
 * What travels on a stream: a hint that a row of the ledger may have work to do. Below 200 bytes, never a
 * body, never a secret. The fields are short because there are millions of them.
 */
export interface Hint {
  /** Id of the row. */
  id: string
  accountId: string
  /** Id of the subscription a delivery goes to, by which deliveries share a worker fairly. */
  subscriptionId?: string
}

/** One work stream and how its entries are handled. */
export interface Topic {
  name: WorkKind
  /** Streams of the topic, each with readers of its own. */
  lanes: readonly [string, ...string[]]
  /** The one consumer group of each of its streams: a second would lose what the first deletes. */
  group: string
  /** Time one attempt may take, in ms. Less than the lease. */
  handlerMs: number
  /** How long a claimed row belongs to its claimer, in ms. */
  leaseMs: number
  /** Idle time after which another consumer takes an entry over, in ms. Not less than the lease. */
  claimIdleMs: number
}

export type Catalog = Readonly<Record<WorkKind, Topic>>

/** Longest time of work that only writes to the ledger, in ms: it needs no more than a dispatch does. */
const LEDGER_WORK_MS = 10_000

/** Every work stream. What a provider or an endpoint may take sets the lease; the rest follows from it. */
export function createCatalog(config: Pick<Config, 'dispatchTimeoutMs' | 'webhookTimeoutMs'>): Catalog {
  return {
    dispatch: topic('dispatch', ['main'], config.dispatchTimeoutMs, 3, 4),
    ingest: topic('ingest', ['main'], Math.min(LEDGER_WORK_MS, config.dispatchTimeoutMs), 3, 4.5),
    events: topic('events', ['main'], Math.min(LEDGER_WORK_MS, config.dispatchTimeoutMs), 3, 4.5),
    deliveries: topic('deliveries', ['first', 'retry'], config.webhookTimeoutMs, 2, 2.5),
  }
}

function topic(name: WorkKind, lanes: Topic['lanes'], handlerMs: number, lease: number, idle: number): Topic {
  return { name, lanes, group: 'workers', handlerMs, leaseMs: handlerMs * lease, claimIdleMs: handlerMs * idle }
}

/** Which partition an account's work travels in: the same account always the same one (FNV-1a). */
export function partitionOf(accountId: string, partitions: number): number {
  if (partitions === 1) return 0
  let hash = 0x811c9dc5
  for (let index = 0; index < accountId.length; index += 1) {
    hash = Math.imul(hash ^ accountId.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0) % partitions
}

/** A hint as the fields of a stream entry. */
export function encodeHint(hint: Hint): string[] {
  const fields = ['v', '1', 'i', hint.id, 'a', hint.accountId]
  return hint.subscriptionId ? [...fields, 's', hint.subscriptionId] : fields
}

/** A stream entry as a hint; null when it is none of ours. */
export function decodeHint(fields: string[] | null): Hint | null {
  const entry: Record<string, string> = {}
  for (let index = 0; fields && index + 1 < fields.length; index += 2) entry[fields[index]!] = fields[index + 1]!
  if (entry.v !== '1' || !entry.i || !entry.a) return null
  return { id: entry.i, accountId: entry.a, ...(entry.s && { subscriptionId: entry.s }) }
}
