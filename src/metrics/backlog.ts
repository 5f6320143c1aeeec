import type { Logger } from 'pino'
import { SingleFlight } from '../lib/concurrency/single-flight.js'
import { withTimeout } from '../lib/concurrency/time-limit.js'
import { messageOf } from '../lib/errors/unknown-error.js'
import type { RedisClient } from '../lib/redis/redis-client.js'
import type { Models } from '../models/index.js'
import { inspectStreams, type StreamName } from '../streams/engine/inspect-streams.js'
import { WORK_KINDS, type Work } from '../streams/topics.js'
import type { FeedbackRates } from './feedback-rates.js'
import type { Metrics } from './metrics.js'

/** Rows are counted up to this. */
const MAX_COUNT = 10_000

export interface BacklogOptions {
  metrics: Metrics
  models: Pick<Models, 'deadLetters'>
  work: Work
  redis: RedisClient
  conveyor: { answers(): Promise<boolean[]> }
  streams: readonly StreamName[]
  rates: Pick<FeedbackRates, 'measure' | 'gauges'>
  log: Logger
  /** Time-out for each server, in ms. */
  timeoutMs?: number
}

/**
 * Measures the waiting work, only when the metrics are scraped. If a server does not answer in time, its gauges are
 * left empty: a stale value would look healthy.
 */
export class BacklogMetrics {
  readonly #options: BacklogOptions
  readonly #running = new SingleFlight<string, void>()

  constructor(options: BacklogOptions) {
    this.#options = options
  }

  /** Sets the gauges. Never rejects; takes no longer than the time-out. */
  async refresh(): Promise<void> {
    const { rates, metrics } = this.#options
    const { streamLength, streamPending, streamLag, partitionUp, dueRows, oldestDue, deadLetters } = metrics.backlog
    await Promise.all([
      this.#attempt('redis', () => this.#lookAtStreams(), [streamLength, streamPending, streamLag, partitionUp]),
      this.#attempt('mongodb', () => this.#lookAtLedger(), [dueRows, oldestDue, deadLetters]),
      this.#attempt('rates', () => rates.measure(), rates.gauges),
    ])
  }

  async #attempt(source: string, look: () => Promise<void>, gauges: readonly { reset(): void }[]): Promise<void> {
    const { metrics, log, timeoutMs = 2_000 } = this.#options
    // Waits for a running measurement instead of starting another, so that they do not pile up at a slow server.
    try {
      await withTimeout(timeoutMs, this.#running.run(source, look))
    } catch (error) {
      for (const gauge of gauges) gauge.reset()
      metrics.backlog.failures.inc({ source })
      log.debug({ source, err: messageOf(error) }, 'the backlog could not be measured')
    }
  }

  /** In a cluster, some partitions can be away while others answer. */
  async #lookAtStreams(): Promise<void> {
    const { metrics, redis, conveyor, streams } = this.#options
    const { streamLength, streamPending, streamLag, partitionUp, failures } = metrics.backlog
    const answers = await conveyor.answers()
    for (const [partition, isUp] of answers.entries()) partitionUp.set({ partition: String(partition) }, Number(isUp))
    const standings = await inspectStreams(
      redis,
      streams.filter(({ partition }) => answers[partition]),
    )
    for (const gauge of [streamLength, streamPending, streamLag]) gauge.reset()
    for (const { topic, lane, partition, length, pending, waiting } of standings) {
      const labels = { topic, lane, partition: String(partition) }
      streamLength.set(labels, length)
      streamPending.set(labels, pending)
      streamLag.set(labels, waiting)
    }
    if (answers.includes(false)) failures.inc({ source: 'redis' })
  }

  async #lookAtLedger(): Promise<void> {
    const { metrics, models, work } = this.#options
    const { dueRows, oldestDue, deadLetters } = metrics.backlog
    await Promise.all(
      WORK_KINDS.map(async (kind) => {
        const [due, oldestMs, dead] = await Promise.all([
          work[kind].backlog.countDue(MAX_COUNT),
          work[kind].backlog.oldestDueMs(),
          models.deadLetters.collection.countDocuments({ kind }),
        ])
        dueRows.set({ kind }, due)
        oldestDue.set({ kind }, oldestMs / 1_000)
        deadLetters.set({ kind }, dead)
      }),
    )
  }
}
