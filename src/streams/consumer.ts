import { setTimeout as delay } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { Group } from '../lib/group.js'
import { withFallback, withTimeout } from '../lib/time-limit.js'
import { decodeHint, type Hint, type Topic } from './catalog.js'
import type { RedisConnections } from './redis.js'

/*
 * One reader of one stream.
 *
 * A loop reads as many new entries as there are free places and starts the handler for each. The handler
 * finishes only when its outcome is committed to the ledger; then the entry is acknowledged and deleted in
 * one script, many entries at once. A handler that throws leaves its entry pending.
 *
 * The read blocks on a connection of its own. When it does not return in time, the connection is replaced;
 * after every break the entries that are pending under this consumer's name but not in hand are taken up
 * first. When Redis has lost the stream, the group is made again from its beginning. Entries whose consumer
 * died, or whose handler threw, are taken over once they have been idle for longer than a lease.
 */

const BLOCK_MS = 2_000
const SILENCE_MS = 5_000
const RECLAIM_EVERY_MS = 5_000
const RECLAIM_COUNT = 100
const MAX_BACKOFF_MS = 5_000
/** A consumer that has nothing pending is not forgotten sooner than this: it may only be waiting for entries. */
const MIN_FORGET_MS = 10_000
/** A handler that takes longer is given up: its entry is taken up again, by whoever is next. */
const HANDLE_TIMEOUT_MS = 300_000
/** Time at shutdown for the last words to Redis. */
const FAREWELL_MS = 1_000

type RawEntry = [id: string, fields: string[] | null]

export interface ConsumerOptions {
  key: string
  topic: Topic
  /** Name within the group, unique to this run of this process. */
  name: string
  /** Entries in hand at most. */
  slots: number
  connections: RedisConnections
  /** Handles one entry to its end. Resolves when the ledger holds the outcome. */
  handle: (hint: Hint) => Promise<void>
  log: Logger
}

export class Consumer {
  readonly #options: ConsumerOptions
  readonly #commands: Redis
  readonly #acks: Group<string, undefined>
  readonly #inHand = new Map<string, Promise<void>>()
  readonly #stop = new AbortController()
  #reader: Redis
  #loop: Promise<void> | null = null
  #reclaim: NodeJS.Timeout | null = null
  #reclaiming: Promise<void> = Promise.resolve()
  #wake: () => void = () => undefined

  constructor(options: ConsumerOptions) {
    this.#options = options
    this.#commands = options.connections.connect('commands', 'endless')
    this.#reader = options.connections.connect('reader', 'endless')
    this.#acks = new Group((ids) => this.#acknowledge(ids), { maxItems: 500 })
  }

  /** Entries whose handler has not finished. */
  get inHand(): number {
    return this.#inHand.size
  }

  start(): void {
    this.#loop ??= this.#run()
    this.#scheduleReclaim()
  }

  /**
   * Stops reading and waits for what is in hand, at most `timeoutMs`. What is still unfinished then stays
   * pending, and another consumer takes it over.
   */
  async close(timeoutMs: number): Promise<void> {
    if (this.#stopping) return
    this.#stop.abort()
    if (this.#reclaim) clearTimeout(this.#reclaim)
    this.#options.connections.drop(this.#reader)
    this.#wake()
    await withFallback({ timeoutMs }, this.#finish(), () => undefined)
    const farewell = this.#inHand.size === 0 ? this.#forget([this.#options.name]) : Promise.resolve()
    await withTimeout(FAREWELL_MS, farewell).catch(() => undefined)
    this.#options.connections.drop(this.#commands)
  }

  async #finish(): Promise<void> {
    await Promise.allSettled([this.#loop, this.#reclaiming])
    await Promise.allSettled(this.#inHand.values())
  }

  get #stopping(): boolean {
    return this.#stop.signal.aborted
  }

  async #run(): Promise<void> {
    let failures = 0
    // Where the own pending entries are read from; null when all are in hand.
    let own: string | null = '0'
    while (!this.#stopping) {
      const free = this.#options.slots - this.#inHand.size
      if (free <= 0) {
        await this.#freePlace()
        continue
      }
      try {
        const entries: RawEntry[] = await this.#read(own ?? '>', free)
        this.#accept(entries)
        if (own) own = entries.at(-1)?.[0] ?? null
        failures = 0
      } catch (error) {
        if (this.#stopping) return
        own = '0'
        failures += 1
        await this.#recover(error as Error, failures)
      }
    }
  }

  /** Reads new entries (`>`), or the own pending ones behind an id. */
  async #read(from: string, count: number): Promise<RawEntry[]> {
    const { key, topic, name } = this.#options
    const reply = this.#reader.xreadgroup(
      'GROUP',
      topic.group,
      name,
      'COUNT',
      count,
      'BLOCK',
      BLOCK_MS,
      'STREAMS',
      key,
      from,
    )
    const streams = (await withTimeout(SILENCE_MS, reply)) as [string, RawEntry[]][] | null
    return streams?.[0]?.[1] ?? []
  }

  async #recover(error: Error, failures: number): Promise<void> {
    const { key, topic, connections, log } = this.#options
    try {
      // Without a group there is nothing to log: that is how every stream begins, and begins again.
      if (/NOGROUP|UNBLOCKED|no such key/i.test(error.message)) {
        await this.#commands.xgroup('CREATE', key, topic.group, '0', 'MKSTREAM')
        return
      }
    } catch (failure) {
      if (/BUSYGROUP/.test((failure as Error).message)) return
    }
    log[failures === 1 ? 'warn' : 'debug'](
      { stream: key, err: error.message },
      'reading a stream failed; reading again',
    )
    // One that is down makes itself anew; one that seems to be up is not to be trusted any more.
    if (this.#reader.status === 'ready') {
      connections.drop(this.#reader)
      this.#reader = connections.connect('reader', 'endless')
    }
    const backoffMs = Math.min(100 * 2 ** (failures - 1), MAX_BACKOFF_MS)
    await delay(backoffMs, undefined, { signal: this.#stop.signal }).catch(() => undefined)
  }

  #accept(entries: RawEntry[]): void {
    for (const [id, fields] of entries) {
      if (this.#inHand.has(id)) continue
      this.#inHand.set(
        id,
        this.#handle(id, fields).finally(() => {
          this.#inHand.delete(id)
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
        'handling an entry failed; it is taken up again later',
      )
      return
    }
    await this.#acks.add(id).catch((error: Error) => {
      log.debug({ stream: key, entry: id, err: error.message }, 'acknowledging failed; the entry comes again')
    })
  }

  async #acknowledge(ids: string[]): Promise<undefined> {
    await this.#commands.ackEntries(this.#options.key, this.#options.topic.group, ...ids)
    return undefined
  }

  #freePlace(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
      if (this.#stopping) resolve()
    })
  }

  #scheduleReclaim(): void {
    const delay = RECLAIM_EVERY_MS * (0.75 + Math.random() / 2)
    this.#reclaim = setTimeout(() => {
      this.#reclaiming = this.#takeOver()
        .catch((error: Error) => this.#options.log.debug({ err: error.message }, 'taking over entries failed'))
        .finally(() => {
          if (!this.#stopping) this.#scheduleReclaim()
        })
    }, delay)
  }

  /** Takes over what other consumers left behind, as far as there are places, and forgets those that are gone. */
  async #takeOver(): Promise<void> {
    const { key, topic, name, slots } = this.#options
    let cursor = '0-0'
    do {
      const free = slots - this.#inHand.size
      if (free <= 0 || this.#stopping) return
      const count = Math.min(free, RECLAIM_COUNT)
      const reply = await this.#commands.xautoclaim(key, topic.group, name, topic.claimIdleMs, cursor, 'COUNT', count)
      const [next, entries] = reply as [string, RawEntry[]]
      this.#accept(entries)
      cursor = next
    } while (cursor !== '0-0')
    await this.#forgetTheGone()
  }

  async #forgetTheGone(): Promise<void> {
    const { key, topic } = this.#options
    const forgetMs = Math.max(topic.claimIdleMs, MIN_FORGET_MS)
    const rows = (await this.#commands.xinfo('CONSUMERS', key, topic.group)) as (string | number)[][]
    const gone = rows
      .map((row) => ({ name: String(row[1]), pending: Number(row[3]), idleMs: Number(row[5]) }))
      .filter((consumer) => consumer.pending === 0 && consumer.idleMs > forgetMs)
    await this.#forget(gone.map((consumer) => consumer.name))
  }

  /** Deletes consumers that have nothing pending: deleting one discards its pending entries. */
  async #forget(names: string[]): Promise<void> {
    const { key, topic } = this.#options
    for (const name of names) {
      const pending = (await this.#commands.xpending(key, topic.group, '-', '+', 1, name)) as unknown[]
      if (pending.length === 0) await this.#commands.xgroup('DELCONSUMER', key, topic.group, name)
    }
  }
}
