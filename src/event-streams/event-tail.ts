import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { withTimeout } from '../lib/concurrency/time-limit.js'
import { messageOf } from '../lib/errors/unknown-error.js'
import type { RedisConnections } from '../streams/engine/redis-connections.js'
import { readStreams } from '../streams/engine/stream-replies.js'

const BLOCK_MS = 2_000
const SILENCE_MS = 5_000
const BACKOFF_MS = 1_000

/**
 * Tails the news streams with one connection for the process, and reports accounts with new events. Missed entries are
 * no problem, because the channels also check the ledger regularly.
 */
export class EventTail {
  readonly #connections: RedisConnections
  readonly #newsStreams: string[]
  readonly #onNews: (accountIds: Set<string>) => void
  readonly #log: Logger
  #reader: Redis | null = null
  #loop: Promise<void> | null = null
  #stopping = false

  constructor(options: {
    connections: RedisConnections
    newsStreams: string[]
    onNews: (accountIds: Set<string>) => void
    log: Logger
  }) {
    this.#connections = options.connections
    this.#newsStreams = options.newsStreams
    this.#onNews = options.onNews
    this.#log = options.log
  }

  start(): void {
    this.#loop ??= this.#run()
  }

  async close(): Promise<void> {
    this.#stopping = true
    if (this.#reader) this.#connections.drop(this.#reader)
    await this.#loop
  }

  async #run(): Promise<void> {
    let positions = this.#newsStreams.map(() => '$')
    while (!this.#stopping) {
      try {
        positions = await this.#read(positions)
      } catch (error) {
        if (this.#stopping) return
        this.#log.debug({ err: messageOf(error) }, 'tailing the news streams failed; tailing again')
        if (this.#reader) this.#connections.drop(this.#reader)
        this.#reader = null
        positions = this.#newsStreams.map(() => '$')
        await new Promise((resolve) => setTimeout(resolve, BACKOFF_MS))
      }
    }
  }

  async #read(positions: string[]): Promise<string[]> {
    this.#reader ??= this.#connections.connect('news', 'endless')
    const reply = readStreams(this.#reader, this.#newsStreams, positions, { count: 1_000, blockMs: BLOCK_MS })
    const last = new Map<string, string>()
    const news = new Set<string>()
    for (const [key, entries] of await withTimeout(SILENCE_MS, reply)) {
      for (const [id, fields] of entries) {
        last.set(key, id)
        if (fields?.[1]) news.add(fields[1])
      }
    }
    if (news.size > 0) this.#onNews(news)
    return this.#newsStreams.map((key, index) => last.get(key) ?? positions[index]!)
  }
}
