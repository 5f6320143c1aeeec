import { groupBy } from '../../lib/collections/group-by.js'
import type { RedisClient } from '../../lib/redis/redis-client.js'
import { backlogKeys } from '../../redis-keys.js'
import type { DueRow } from './backlog.js'
import type { Conveyor } from './conveyor.js'
import { decodeHint, hintText } from './hint.js'

/** A newly marked row counts as placed for this long, in ms: its hint takes a moment, and clocks differ a little. */
const GRACE_MS = 2_000
/** The entries of a longer stream are not read, but all marked rows count as placed there. */
const MAX_ENTRIES = 20_000

/** What the streams of a topic and their backlogs hold during one sweep. */
export class QueuedHints {
  readonly #redis: RedisClient
  readonly #conveyor: Conveyor<string>
  readonly #topic: string
  readonly #streams = new Map<string, Promise<ReadonlySet<string> | 'all'>>()

  constructor(redis: RedisClient, conveyor: Conveyor<never>, topic: string) {
    this.#redis = redis
    this.#conveyor = conveyor as unknown as Conveyor<string>
    this.#topic = topic
  }

  /** How many hints of an account wait in the backlogs of lanes, by default of all. */
  async waiting(
    accountId: string,
    lanes: readonly string[] = this.#conveyor.catalog[this.#topic]!.lanes,
  ): Promise<number> {
    const counts = await Promise.all(
      lanes.map(async (each) => {
        const [, turns] = backlogKeys(this.#conveyor.keyOf(this.#topic, each, accountId))
        const [present, last] = await this.#redis.hmget(turns, '', accountId)
        // The last turn of an account can be long past: that of a hint that went past the backlog.
        return Math.max(0, Number(last ?? 0) - Number(present ?? 0))
      }),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  }

  /** Those of the rows whose hints are nowhere. */
  async missing(rows: readonly DueRow[], now: Date): Promise<DueRow[]> {
    const isFresh = ({ enqueuedAt }: DueRow) => enqueuedAt && now.getTime() - enqueuedAt.getTime() < GRACE_MS
    const unmarked = rows.filter(({ enqueuedAt }) => !enqueuedAt)
    const marked = rows.filter((row) => row.enqueuedAt && !isFresh(row))
    const keyOf = ({ hint, lane }: DueRow) => this.#conveyor.keyOf(this.#topic, lane, hint.accountId)
    const lost = [...groupBy(marked, keyOf)].map(([key, own]) => this.#lost(key, own))
    return [...unmarked, ...(await Promise.all(lost)).flat()]
  }

  /** The backlog is read first: hints only move from there to the stream. */
  async #lost(key: string, rows: readonly DueRow[]): Promise<DueRow[]> {
    const [backlog] = backlogKeys(key)
    const turns = await this.#redis.zmscore(backlog, ...rows.map(({ hint }) => hintText(hint)))
    const left = rows.filter((_row, index) => turns[index] === null)
    if (left.length === 0) return []
    const entries = await this.#entriesOf(key)
    return entries === 'all' ? [] : left.filter(({ hint }) => !entries.has(hint.id))
  }

  #entriesOf(key: string): Promise<ReadonlySet<string> | 'all'> {
    const known = this.#streams.get(key) ?? this.#readEntries(key)
    this.#streams.set(key, known)
    return known
  }

  async #readEntries(key: string): Promise<ReadonlySet<string> | 'all'> {
    const entries = await this.#redis.xrange(key, '-', '+', 'COUNT', MAX_ENTRIES + 1)
    if (entries.length > MAX_ENTRIES) return 'all'
    return new Set(entries.map(([, fields]) => decodeHint(fields)?.id ?? ''))
  }
}
