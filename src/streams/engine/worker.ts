import type { Logger } from 'pino'
import { noteWorkStart } from '../../lib/concurrency/event-loop-monitor.js'
import { Consumer } from './consumer.js'
import type { Conveyor } from './conveyor.js'
import type { Hint } from './hint.js'
import type { RedisConnections } from './redis-connections.js'

export interface WorkerOptions<Name extends string> {
  topic: Name
  conveyor: Conveyor<Name>
  connections: RedisConnections
  /** The name of this process's current run in the consumer groups. */
  name: string
  /** Most entries in progress for each lane of the topic, over all partitions. */
  slotsByLane: Readonly<Record<string, number>>
  /** Handles one entry. Resolves when the outcome is in the ledger. */
  handle: (hint: Hint, lane: string) => Promise<void>
  log: Logger
}

/** All readers of one topic in this process: one for each lane and partition. */
export class Worker<Name extends string> {
  readonly #consumers: Consumer[]

  constructor({ topic, conveyor, connections, name, slotsByLane, handle, log }: WorkerOptions<Name>) {
    const { lanes } = conveyor.catalog[topic]
    this.#consumers = lanes.flatMap((lane) =>
      conveyor.keys(topic, [lane]).map(
        (key) =>
          new Consumer({
            key,
            topic: conveyor.catalog[topic],
            name,
            slots: Math.max(1, Math.ceil((slotsByLane[lane] ?? 0) / conveyor.partitions)),
            connections,
            handle: (hint) => {
              noteWorkStart(topic, hint.id)
              return handle(hint, lane)
            },
            log,
          }),
      ),
    )
  }

  /** Number of entries whose handler has not finished. */
  get inProgress(): number {
    return this.#consumers.reduce((sum, consumer) => sum + consumer.inProgress, 0)
  }

  start(): void {
    for (const consumer of this.#consumers) consumer.start()
  }

  /** Stops reading and waits for the entries in progress, at most `timeoutMs`. */
  async close(timeoutMs: number): Promise<void> {
    await Promise.all(this.#consumers.map((consumer) => consumer.close(timeoutMs)))
  }
}
