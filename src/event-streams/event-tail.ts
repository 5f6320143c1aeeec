import type { Logger } from 'pino'
import { withTimeout } from '../lib/concurrency/time-limit.js'
import { messageOf } from '../lib/errors/unknown-error.js'
import type { RedisClient } from '../lib/redis/redis-client.js'
import type { RedisConnections } from '../streams/engine/redis-connections.js'
import { readBehind } from '../streams/engine/stream-replies.js'

const BLOCK_MS = 2_000
const READ_TIMEOUT_MS = 5_000
const BACKOFF_MS = 1_000

interface EventTailOptions {
  connections: RedisConnections
  newsStreams: string[]
  onNews: (accountIds: Set<string>) => void
  log: Logger
}

/**
 * Tails the news streams for the process, and reports accounts with new events. Missed entries are no problem, because the
 * channels also check the ledger regularly. Each stream has a connection: in a cluster they are on different nodes, and one
 * that does not answer keeps no other waiting.
 */
export class EventTail {
  readonly #tails: StreamTail[]

  constructor({ newsStreams, ...options }: EventTailOptions) {
    this.#tails = newsStreams.map((stream) => new StreamTail(stream, options))
  }

  start(): void {
    for (const tail of this.#tails) tail.start()
  }

  async close(): Promise<void> {
    await Promise.all(this.#tails.map((tail) => tail.close()))
  }
}

class StreamTail {
  readonly #stream: string
  readonly #options: Omit<EventTailOptions, 'newsStreams'>
  #reader: RedisClient | null = null
  #loop: Promise<void> | null = null
  #stopping = false

  constructor(stream: string, options: Omit<EventTailOptions, 'newsStreams'>) {
    this.#stream = stream
    this.#options = options
  }

  start(): void {
    this.#loop ??= this.#run()
  }

  async close(): Promise<void> {
    this.#stopping = true
    if (this.#reader) this.#options.connections.drop(this.#reader)
    await this.#loop
  }

  async #run(): Promise<void> {
    const { connections, log } = this.#options
    let position = '$'
    while (!this.#stopping) {
      try {
        position = await this.#read(position)
      } catch (error) {
        if (this.#stopping) return
        log.debug({ err: messageOf(error) }, 'tailing a news stream failed; tailing again')
        if (this.#reader) connections.drop(this.#reader)
        this.#reader = null
        position = '$'
        await new Promise((resolve) => setTimeout(resolve, BACKOFF_MS))
      }
    }
  }

  /** Reports what comes behind a position. Returns the next one. */
  async #read(position: string): Promise<string> {
    this.#reader ??= this.#options.connections.connect('news', 'wait')
    const reply = readBehind(this.#reader, this.#stream, { position, count: 1_000, blockMs: BLOCK_MS })
    const entries = await withTimeout(READ_TIMEOUT_MS, reply)
    const news = new Set(entries.flatMap(([, fields]) => fields?.[1] ?? []))
    if (news.size > 0) this.#options.onNews(news)
    return entries.at(-1)?.[0] ?? position
  }
}
