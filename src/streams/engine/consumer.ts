import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Batcher } from '../../lib/concurrency/batcher.js'
import { withFallback, withTimeout } from '../../lib/concurrency/time-limit.js'
import { toError } from '../../lib/errors/unknown-error.js'
import type { RedisClient } from '../../lib/redis/redis-client.js'
import { backlogKeys } from '../../redis-keys.js'
import { decodeHint, type Hint } from './hint.js'
import type { RedisConnections } from './redis-connections.js'
import {
  type ConsumerGroup,
  consumersOf,
  type Entry,
  type GroupConsumer,
  LAST_ID,
  readGroup,
  takeOverFrom,
  takeOverIdle,
} from './stream-replies.js'
import type { Topic } from './topic.js'

/*
 * One reader of one stream.
 *
 * A loop reads as many new entries as there are free slots and starts a handler for each. Unless all slots are taken then,
 * or the backlog of the stream has more, it rests a moment before the next read. A handler finishes when its outcome is
 * committed to the ledger. Then one script acknowledges and deletes the entries, many at once, and fills the stream up from
 * its backlog. If a handler throws, its entry stays pending.
 *
 * Only as many hints move from the backlog as there are free slots, but the reader takes up to half more entries. So while an
 * account with a backlog has all slots, a hint that goes past the backlog because its turn is next does not wait for one.
 *
 * The read blocks on its own connection, which is replaced if the read does not return in time. After every
 * interruption the reader first continues with entries that are pending under its name. If Redis has lost the stream,
 * the reader creates the group again at its beginning. Entries of a consumer that has been silent for some seconds are taken
 * over: it is dead, or its process hangs. If it had claimed their rows, these wait for their lease; the others go on at once.
 * Entries of a handler that threw are taken over once they have been idle for longer than a lease.
 */

/**
 * After a read, the reader rests this long for each entry that it got, in ms, up to a limit. What comes meanwhile is read
 * together, so its handlers share commands: a command costs about as much CPU time as ten entries in it.
 */
const REST_MS_PER_ENTRY = 10
const MAX_REST_MS = 30
/** How many entries more than its slots a reader takes, as a part of them. */
const SPARE_SHARE = 1 / 2
/** How many more it takes over, as a part of its slots: with a backlog it has no room for more than that. */
const TAKE_OVER_SHARE = 1 / 8
const BLOCK_MS = 2_000
const REPLY_TIMEOUT_MS = 5_000
/** A consumer that Redis has not heard of for so long is taken for dead, in ms. All others show themselves twice in this time. */
const DEAD_MS = 10_000
/** Most time between two searches for entries of dead consumers, in ms. */
const MAX_RECLAIM_EVERY_MS = 5_000
const RECLAIM_COUNT = 100
const MAX_BACKOFF_MS = 5_000
/** A consumer without pending entries is removed after at least this time, in ms: longer than a read may take. */
const MIN_FORGET_MS = REPLY_TIMEOUT_MS + 1_000
/** A handler that takes longer is abandoned. Another consumer takes over its entry. */
export const HANDLE_TIMEOUT_MS = 300_000
/** Time until an entry whose acknowledgement failed is acknowledged again, in ms, and how often. */
const ACK_AGAIN_MS = 1_000
const ACK_ATTEMPTS = 30
/** Time at shutdown for the last commands to Redis. */
const SHUTDOWN_COMMANDS_MS = 1_000

export interface ConsumerOptions {
  key: string
  topic: Topic
  /** Name within the group, unique to this run of this process. */
  name: string
  /** Most entries in progress, apart from a few that go past the backlog. */
  slots: number
  connections: RedisConnections
  /** Handles one entry. Resolves when the outcome is in the ledger. */
  handle: (hint: Hint) => Promise<void>
  log: Logger
  /** How long a consumer may be silent, in ms. For tests. */
  deadMs?: number
}

export class Consumer {
  readonly #options: ConsumerOptions
  readonly #commands: RedisClient
  readonly #acks: Batcher<string, undefined>
  readonly #inProgress = new Map<string, Promise<void>>()
  readonly #stop = new AbortController()
  #reader: RedisClient
  #loop: Promise<void> | null = null
  #reclaim: NodeJS.Timeout | null = null
  #reclaiming: Promise<void> = Promise.resolve()
  #wake: () => void = () => undefined
  /** Id of the newest entry that a read of new entries returned. */
  #lastRead = '0'
  #isClosed = false

  constructor(options: ConsumerOptions) {
    this.#options = options
    this.#commands = options.connections.connect('commands', 'wait')
    this.#reader = options.connections.connect('reader', 'wait')
    this.#acks = new Batcher((ids) => this.#acknowledge(ids), { maxItems: 500 })
  }

  /** Entries whose handler has not finished. */
  get inProgress(): number {
    return this.#inProgress.size
  }

  start(): void {
    this.#loop ??= this.#run()
    this.#scheduleReclaim()
  }

  /**
   * Stops reading and waits up to `timeoutMs` for running handlers. Unfinished entries stay pending, and another
   * consumer takes them over.
   */
  async close(timeoutMs: number): Promise<void> {
    if (this.#stopping) return
    this.#stop.abort()
    if (this.#reclaim) clearTimeout(this.#reclaim)
    this.#options.connections.drop(this.#reader)
    this.#wake()
    await withFallback({ timeoutMs }, this.#finish(), () => undefined)
    this.#isClosed = true
    const removal = this.#inProgress.size === 0 ? this.#forget([this.#options.name]) : Promise.resolve()
    await withTimeout(SHUTDOWN_COMMANDS_MS, removal).catch(() => undefined)
    this.#options.connections.drop(this.#commands)
  }

  async #finish(): Promise<void> {
    await Promise.allSettled([this.#loop, this.#reclaiming])
    await this.#acceptUnseen().catch(() => undefined)
    await Promise.allSettled(this.#inProgress.values())
  }

  /** Handles entries that Redis assigned to this consumer by a read whose connection was closed before the reply came. */
  async #acceptUnseen(): Promise<void> {
    const unseen = { from: this.#lastRead, count: this.#mostEntries }
    const entries = await withTimeout(
      SHUTDOWN_COMMANDS_MS,
      readGroup(this.#commands, this.#group, this.#options.name, unseen),
    )
    if (!this.#isClosed) this.#accept(entries)
  }

  get #group(): ConsumerGroup {
    const { key, topic } = this.#options
    return { stream: key, group: topic.group }
  }

  get #stopping(): boolean {
    return this.#stop.signal.aborted
  }

  async #run(): Promise<void> {
    let failures = 0
    // Position in the own pending entries; null once all of them are in progress.
    let own: string | null = '0'
    while (!this.#stopping) {
      const room = this.#room
      if (room <= 0) {
        await this.#freePlace()
        continue
      }
      try {
        const entries: Entry[] = await this.#read(own ?? '>', room)
        this.#accept(entries)
        const last = entries.at(-1)?.[0]
        if (own) own = last ?? null
        else this.#lastRead = last ?? this.#lastRead
        failures = 0
        if (this.#free > 0 && !(await this.#refill())) {
          await delay(Math.min(REST_MS_PER_ENTRY * entries.length, MAX_REST_MS))
        }
      } catch (error) {
        if (this.#stopping) return
        own = '0'
        failures += 1
        await this.#recover(toError(error), failures)
      }
    }
  }

  /** Reads new entries (`>`), or the own pending ones after an id. */
  #read(from: string, count: number): Promise<Entry[]> {
    const options = { from, count, blockMs: BLOCK_MS }
    return withTimeout(REPLY_TIMEOUT_MS, readGroup(this.#reader, this.#group, this.#options.name, options))
  }

  async #recover(error: Error, failures: number): Promise<void> {
    const { key, topic, connections, log } = this.#options
    try {
      // A missing group is normal: every stream starts without one, also after a loss of data.
      if (/NOGROUP|UNBLOCKED|no such key/i.test(error.message)) {
        await this.#commands.xgroup('CREATE', key, topic.group, '0', 'MKSTREAM')
        return
      }
    } catch (failure) {
      if (/BUSYGROUP/.test(toError(failure).message)) return
    }
    log[failures === 1 ? 'warn' : 'debug']({ stream: key, err: error }, 'reading a stream failed; trying again')
    // A broken connection reconnects by itself. One that seems to work cannot be trusted.
    if (this.#reader.status === 'ready') {
      connections.drop(this.#reader)
      this.#reader = connections.connect('reader', 'wait')
    }
    const backoffMs = Math.min(100 * 2 ** (failures - 1), MAX_BACKOFF_MS)
    await delay(backoffMs, undefined, { signal: this.#stop.signal }).catch(() => undefined)
  }

  #accept(entries: Entry[]): void {
    for (const [id, fields] of entries) {
      if (this.#inProgress.has(id)) continue
      this.#inProgress.set(
        id,
        this.#handle(id, fields).finally(() => {
          this.#inProgress.delete(id)
          this.#wake()
        }),
      )
    }
  }

  async #handle(id: string, fields: string[] | null): Promise<void> {
    const { key, handle, log } = this.#options
    const hint = decodeHint(fields)
    try {
      if (hint) await withTimeout(HANDLE_TIMEOUT_MS, handle(hint))
    } catch (error) {
      log.error(
        { stream: key, row: hint?.id, accountId: hint?.accountId, err: error },
        'handling an entry failed; it will be retried',
      )
      return
    }
    await this.#settle(id)
  }

  /**
   * Acknowledges an entry, again if that fails: until then it is still pending, and no other consumer should take it over
   * only to find its row done. Gives up after some attempts, or after one while the consumer closes.
   */
  async #settle(id: string): Promise<void> {
    const { key, log } = this.#options
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#acks.add(id)
      } catch (error) {
        log.debug(
          { stream: key, entry: id, err: toError(error).message },
          'acknowledging failed; the entry is still pending',
        )
      }
      if (attempt === ACK_ATTEMPTS || this.#stopping) return
      await delay(ACK_AGAIN_MS, undefined, { signal: this.#stop.signal }).catch(() => undefined)
    }
  }

  /** Acknowledges entries, and moves as many hints from the backlog to the stream as there are slots for then. */
  async #acknowledge(ids: string[]): Promise<undefined> {
    const { key, topic } = this.#options
    await this.#commands.ackEntries(key, ...backlogKeys(key), topic.group, this.#freeWithout(ids.length), ...ids)
    return undefined
  }

  /**
   * Moves as many hints from the backlog to the stream as there are free slots. Returns how many entries are unread then; 0 if
   * there is no backlog.
   */
  #refill(): Promise<number> {
    const { key, topic } = this.#options
    const refilled = this.#commands.refillStream(key, ...backlogKeys(key), topic.group, this.#free)
    return withTimeout(REPLY_TIMEOUT_MS, refilled)
  }

  get #free(): number {
    return this.#freeWithout(0)
  }

  /** How many slots are free without so many of the entries in progress. */
  #freeWithout(count: number): number {
    return Math.max(0, this.#options.slots - this.#inProgress.size + count)
  }

  /** How many entries the reader takes now. */
  get #room(): number {
    return this.#mostEntries - this.#inProgress.size
  }

  /** Most entries of a read. */
  get #mostEntries(): number {
    const { slots } = this.#options
    return slots + Math.floor(slots * SPARE_SHARE)
  }

  /** How many entries it may take over now. */
  get #roomToTakeOver(): number {
    return this.#room + Math.max(1, Math.floor(this.#options.slots * TAKE_OVER_SHARE))
  }

  #freePlace(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
      if (this.#stopping) resolve()
    })
  }

  #scheduleReclaim(): void {
    // Twice in the time after which entries may be taken over.
    const everyMs = Math.min(MAX_RECLAIM_EVERY_MS, this.#options.topic.claimIdleMs / 2, this.#deadMs / 2)
    const delay = everyMs * (0.75 + Math.random() / 2)
    this.#reclaim = setTimeout(() => {
      this.#reclaiming = this.#takeOver()
        .catch((error: Error) => this.#options.log.debug({ err: error.message }, 'taking over entries failed'))
        .finally(() => {
          if (!this.#stopping) this.#scheduleReclaim()
        })
    }, delay)
  }

  get #deadMs(): number {
    return this.#options.deadMs ?? DEAD_MS
  }

  /** Takes over entries of other consumers, as far as there is room, and removes dead consumers. */
  async #takeOver(): Promise<void> {
    const { topic, name } = this.#options
    // One whose slots are all taken reads nothing, and must not seem dead.
    await readGroup(this.#commands, this.#group, name, { from: LAST_ID, count: 1 })
    const consumers = await consumersOf(this.#commands, this.#group)
    await this.#takeOverFromTheDead(consumers)
    let cursor = '0-0'
    do {
      const room = this.#roomToTakeOver
      if (room <= 0 || this.#stopping) return
      const options = { idleMs: topic.claimIdleMs, cursor, count: Math.min(room, RECLAIM_COUNT) }
      const found = await takeOverIdle(this.#commands, this.#group, name, options)
      this.#accept(found.entries)
      cursor = found.cursor
    } while (cursor !== '0-0')
    await this.#forgetTheGone(consumers)
  }

  async #takeOverFromTheDead(consumers: GroupConsumer[]): Promise<void> {
    for (const { name, pending, idleMs } of consumers) {
      const room = this.#roomToTakeOver
      if (room <= 0 || this.#stopping) return
      if (pending === 0 || idleMs < this.#deadMs || name === this.#options.name) continue
      const options = { idleMs: this.#deadMs, count: Math.min(room, RECLAIM_COUNT) }
      this.#accept(await takeOverFrom(this.#commands, this.#group, name, this.#options.name, options))
    }
  }

  async #forgetTheGone(consumers: GroupConsumer[]): Promise<void> {
    const forgetMs = Math.max(this.#options.topic.claimIdleMs, MIN_FORGET_MS)
    const gone = consumers.filter(({ pending, idleMs }) => pending === 0 && idleMs > forgetMs)
    await this.#forget(gone.map((consumer) => consumer.name))
  }

  /** Removes consumers, unless they have pending entries. */
  async #forget(names: string[]): Promise<void> {
    const { key, topic } = this.#options
    for (const name of names) await this.#commands.forgetConsumer(key, topic.group, name)
  }
}
