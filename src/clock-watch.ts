import type { Connection, mongo } from 'mongoose'
import type { Logger } from 'pino'
import type { Metrics } from './metrics/metrics.js'

/** From this difference on, in ms, somebody has to look at the clocks. NTP keeps them within some milliseconds. */
export const WRONG_CLOCK_MS = 2_000

export interface ClockWatchOptions {
  connection: Connection
  metrics: Pick<Metrics, 'clockAhead'>
  log: Logger
}

/**
 * Compares the clock of this machine with that of the primary of MongoDB, whose time the driver gets with each heartbeat,
 * every 10 seconds. A busy event loop reads an answer late, and the clock then seems ahead: of two heartbeats, the smaller
 * difference counts.
 */
export class ClockWatch {
  readonly #options: ClockWatchOptions
  readonly #client: mongo.MongoClient
  #lastMs: number | null = null
  #isWrong = false

  constructor(options: ClockWatchOptions) {
    this.#options = options
    this.#client = options.connection.getClient()
  }

  start(): void {
    this.#client.on('serverHeartbeatSucceeded', this.#onHeartbeat)
  }

  close(): void {
    this.#client.off('serverHeartbeatSucceeded', this.#onHeartbeat)
  }

  readonly #onHeartbeat = ({ reply }: mongo.ServerHeartbeatSucceededEvent): void => {
    if (!reply.isWritablePrimary || !(reply.localTime instanceof Date)) return
    const latestMs = Date.now() - reply.localTime.getTime()
    const lastMs = this.#lastMs
    this.#lastMs = latestMs
    if (lastMs === null) return
    const aheadMs = Math.abs(latestMs) < Math.abs(lastMs) ? latestMs : lastMs
    const { metrics, log } = this.#options
    metrics.clockAhead(aheadMs / 1_000)
    const isWrong = Math.abs(aheadMs) >= WRONG_CLOCK_MS
    if (isWrong === this.#isWrong) return
    this.#isWrong = isWrong
    if (isWrong) log.warn({ aheadMs }, 'the clock of this machine differs from that of MongoDB')
    else log.info({ aheadMs }, 'the clock of this machine agrees with that of MongoDB again')
  }
}
