import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { Group } from '../lib/group.js'
import { decodeHint, type Hint, type Topic } from './catalog.js'
import type { RedisConnections } from './redis.js'

/*
 * One reader of one stream.
 *
 * A loop reads as many new entries as there are free places and starts the handler for each. The handler
 * finishes only when its outcome is committed to the ledger; then the entry is acknowledged and deleted in
 * one script, many entries at once. A handler that throws leaves its entry pending.
 *
 * The read blocks on a connection of its own. When it does not return in time, or the connection comes
 * back from a break, the connection is replaced and the entries that are pending under this consumer's
 * name but not in hand are taken up first. When Redis has lost the stream, the group is made again from its
 * beginning. Entries whose consumer died are taken over once they have been idle for longer than a lease.
 */

const BLOCK_MS = 2_000
const SILENCE_MS = 5_000
const RECLAIM_EVERY_MS = 5_000
const RECLAIM_COUNT = 100
const MAX_BACKOFF_MS = 5_000
/** A consumer that is away for longer than this and has nothing pending is forgotten. */
const FORGET_CONSUMER_MS = 3_600_000

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
  #reader: Redis
  #stopping = false
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
   * Stops reading and waits for what is in hand, at most `deadlineMs`. What is still unfinished then stays
   * pending, and another consumer takes it over.
   */
  async close(deadlineMs: number): Promise<void> {
    if (this.#stopping) return
    this.#stopping = true
    if (this.#reclaim) clearTimeout(this.#reclaim)
    this.#options.connections.drop(this.#reader)
    this.#wake()
    await this.#loop
    await this.#reclaiming
    await within(deadlineMs, Promise.allSettled(this.#inHand.values()))
    if (this.#inHand.size === 0) await within(1_000, this.#forget([this.#options.name]))
    this.#options.connections.drop(this.#commands)
  }

  async #run(): Promise<void> {
    let failures = 0
    let own = true
    while (!this.#stopping) {
      const free = this.#options.slots - this.#inHand.size
      if (free <= 0) {
        await this.#freePlace()
        continue
      }
      try {
        const entries = await this.#read(own ? '0' : '>', free)
        this.#accept(entries)
        own = false
        failures = 0
      } catch (error) {
        if (this.#stopping) return
        own = true
        failures += 1
        await this.#recover(error as Error, failures)
      }
    }
  }

  async #read(from: '0' | '>', count: number): Promise<RawEntry[]> {
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
    reply.catch(() => undefined)
    const answered = (await within(SILENCE_MS, reply)) as { value: [string, RawEntry[]][] | null } | null
    if (!answered) throw new Error(`no answer to a blocking read within ${SILENCE_MS} ms`)
    return answered.value?.[0]?.[1] ?? []
  }

  async #recover(error: Error, failures: number): Promise<void> {
    const { key, topic, connections, log } = this.#options
    try {
      // Without a group there is nothing to log: that is how every stream begins, and begins again.
      if (/NOGROUP|UNBLOCKED|no such key/i.test(error.message)) {
        await this.#commands.xgroup('CREATE', key, topic.group, '0', 'MKSTREAM')
        return
      }
      log.warn({ stream: key, err: error.message }, 'reading a stream failed; reading again')
    } catch (failure) {
      if (/BUSYGROUP/.test((failure as Error).message)) return
    }
    connections.drop(this.#reader)
    this.#reader = connections.connect('reader', 'endless')
    const backoff = Math.min(100 * 2 ** (failures - 1), MAX_BACKOFF_MS)
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, backoff)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
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
    const hint = decodeHint(fields)
    try {
      if (hint) await this.#options.handle(hint)
      await this.#acks.add(id)
    } catch (error) {
      this.#options.log.error({ stream: this.#options.key, row: hint?.id, err: error }, 'handling an entry failed')
    }
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
    const rows = (await this.#commands.xinfo('CONSUMERS', key, topic.group)) as (string | number)[][]
    const gone = rows
      .map((row) => ({ name: String(row[1]), pending: Number(row[3]), idleMs: Number(row[5]) }))
      .filter((consumer) => consumer.pending === 0 && consumer.idleMs > FORGET_CONSUMER_MS)
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

/** Waits for a promise, at most so long. Answers null when the time was up first. */
async function within<T>(ms: number, promise: Promise<T>): Promise<{ value: T } | null> {
  let timer: NodeJS.Timeout | undefined
  const timeUp = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null)
  })
  try {
    return await Promise.race([promise.then((value) => ({ value })), timeUp])
  } finally {
    clearTimeout(timer)
  }
}
