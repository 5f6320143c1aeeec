import type { Logger } from 'pino'
import type { WorkKind } from '../models/dead-letter.js'
import type { ServiceDeps } from '../services/deps.js'
import type { Hint } from './catalog.js'
import { Consumer } from './consumer.js'
import type { Conveyor } from './conveyor.js'
import type { RedisConnections } from './redis.js'

/** What the workers of all topics are made of. */
export interface WorkerDeps extends ServiceDeps {
  connections: RedisConnections
  /** Name of this run of this process: in consumer groups and in leases. */
  name: string
}

export interface WorkerOptions {
  topic: WorkKind
  conveyor: Conveyor
  connections: RedisConnections
  /** Name of this run of this process within the consumer groups. */
  name: string
  /** Entries in hand at most, for each lane of the topic, over all partitions. */
  slotsByLane: Readonly<Record<string, number>>
  /** Handles one entry to its end. Resolves when the ledger holds the outcome. */
  handle: (hint: Hint, lane: string) => Promise<void>
  log: Logger
}

/** All readers of one topic in this process: one for each lane and partition. */
export class Worker {
  readonly #consumers: Consumer[]

  constructor({ topic, conveyor, connections, name, slotsByLane, handle, log }: WorkerOptions) {
    const { lanes } = conveyor.catalog[topic]
    const partitions = Array.from({ length: conveyor.partitions }, (_none, partition) => partition)
    this.#consumers = lanes.flatMap((lane) =>
      partitions.map(
        (partition) =>
          new Consumer({
            key: conveyor.key(topic, lane, partition),
            topic: conveyor.catalog[topic],
            name,
            slots: Math.max(1, Math.ceil((slotsByLane[lane] ?? 0) / conveyor.partitions)),
            connections,
            handle: (hint) => handle(hint, lane),
            log,
          }),
      ),
    )
  }

  /** Entries whose handler has not finished. */
  get inHand(): number {
    return this.#consumers.reduce((sum, consumer) => sum + consumer.inHand, 0)
  }

  start(): void {
    for (const consumer of this.#consumers) consumer.start()
  }

  /** Stops reading and waits for what is in hand, at most `timeoutMs`. */
  async close(timeoutMs: number): Promise<void> {
    await Promise.all(this.#consumers.map((consumer) => consumer.close(timeoutMs)))
  }
}
