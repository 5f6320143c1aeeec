import { randomBytes } from 'node:crypto'
import type { Clock } from '../../src/clock.js'
import { type AppConfig, type Composition, compose } from '../../src/compose.js'
import { readConfig } from '../../src/config.js'
import type { EventDoc } from '../../src/models/event.js'
import type { WebhookDeliveryDoc } from '../../src/models/webhook.js'
import { Scheduler } from '../../src/streams/engine/scheduler.js'
import { isPauseOver } from '../../src/streams/pauses.js'
import { giveBackDatabase, useDatabase } from './databases.js'
import { withMongoose } from './mongoose-models.js'
import { recordEventRows } from './record-events.js'
import { serviceLog } from './service-log.js'
import { sharedThreads } from './shared-threads.js'
import { eventually, type Settings, testSettings } from './start-app.js'

/** The machine's clock, moved ahead by the test. */
export interface TestClock extends Clock {
  advance(ms: number): void
}

/** The parts that services and workers need, without an API: the test's own ledger and conveyor. */
export type Ledger = Awaited<ReturnType<typeof openTestLedger>>

/** The dependencies of a worker, except those from the test. */
type WorkerParts = Composition & Composition['services'] & { name: string }

/** Opens a new database and key prefix. */
export async function openTestLedger(settings: Settings = {}) {
  const config = readConfig(testSettings(settings)) as AppConfig
  useDatabase(config.mongodbUri)
  const log = serviceLog(config.logLevel)
  const clock = createTestClock()
  const sns = { get: () => Promise.reject(new Error('SNS is not there')) }
  const parts = withMongoose(
    await compose(config, { log, clock, sns, hintConnectionMode: 'wait', threads: sharedThreads }),
  )
  const { newId, models } = parts
  const redis = parts.connections.connect('test', 'wait')
  const scheduler = new Scheduler({
    ...parts,
    redis,
    prefix: config.redisPrefix,
    isPauseOver: (pausedBy) => isPauseOver(models, pausedBy),
  })
  const accountId = newId('account')
  const started: { close(timeoutMs: number): Promise<void> }[] = []

  return {
    ...parts,
    clock,
    redis,
    scheduler,
    accountId,

    /** Makes a worker with a unique name and starts it. */
    startWorker<W extends { start(): void; close(timeoutMs: number): Promise<void> }, O extends object = object>(
      Part: new (deps: WorkerParts & O) => W,
      options?: O,
    ): W {
      const name = `test:${randomBytes(4).toString('hex')}`
      const worker = new Part({ ...parts, ...parts.services, name, ...options } as WorkerParts & O)
      worker.start()
      started.push(worker)
      return worker
    },

    recordEvents: (events: Partial<EventDoc>[]): Promise<EventDoc[]> => recordEventRows(parts, accountId, events),

    async recordEvent(event: Partial<EventDoc> = {}): Promise<EventDoc> {
      return (await this.recordEvents([event]))[0]!
    },

    delivery: async (filter: object): Promise<WebhookDeliveryDoc | null> =>
      models.deliveries.findOne(filter).lean<WebhookDeliveryDoc>(),

    /** Sweeps like the scheduler until a condition holds. */
    sweepUntil<T>(what: string, probe: () => Promise<T> | T, timeoutMs?: number): Promise<NonNullable<T>> {
      const probeAndSweep = async () => {
        const value = await probe()
        if (!value) await scheduler.sweep()
        return value
      }
      return eventually(what, probeAndSweep, timeoutMs)
    },

    async close(): Promise<void> {
      await Promise.all(started.map((worker) => worker.close(5_000)))
      await parts.eventStreams.close()
      await parts.close()
      await giveBackDatabase(config.mongodbUri)
    },
  }
}

export function createTestClock(): TestClock {
  let aheadMs = 0
  return {
    now: () => new Date(Date.now() + aheadMs),
    random: Math.random,
    advance: (ms) => {
      aheadMs += ms
    },
  }
}
