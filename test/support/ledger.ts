import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import type { Clock } from '../../src/clock.js'
import { readConfig } from '../../src/config.js'
import { createIds } from '../../src/ids.js'
import { createResolver, toResolve } from '../../src/lib/dns-resolver.js'
import { GuardedHttp } from '../../src/lib/guarded-http.js'
import { LiveEvents } from '../../src/live/live-events.js'
import { createMetrics } from '../../src/metrics/metrics.js'
import type { EventDoc } from '../../src/models/event.js'
import { connectLedger, createModels, ensureIndexes } from '../../src/models/index.js'
import type { WebhookDeliveryDoc } from '../../src/models/webhook.js'
import { DeliverableDomains } from '../../src/providers/dns/deliverable-domains.js'
import { createOwnIdentities } from '../../src/providers/identities/own-identities.js'
import { isHoldOver } from '../../src/services/holds.js'
import { createSpend } from '../../src/services/spend/create-spend.js'
import { SystemMail } from '../../src/services/system-mail/system-mail.js'
import { TemplateRenderer } from '../../src/services/templates/template-renderer.js'
import { createCatalog } from '../../src/streams/catalog.js'
import { Conveyor } from '../../src/streams/conveyor.js'
import { RedisConnections } from '../../src/streams/redis.js'
import { Scheduler } from '../../src/streams/scheduler.js'
import type { WorkerDeps } from '../../src/streams/worker.js'
import { type Settings, testSettings } from './start-app.js'

/** The machine's clock, moved ahead by as much as a test says. */
export interface TestClock extends Clock {
  advance(ms: number): void
}

/** The ground that services and workers stand on, without an API: a ledger and a conveyor of the test's own. */
export type Ledger = Awaited<ReturnType<typeof openLedger>>

/** Opens a fresh database and key prefix. */
export async function openLedger(settings: Settings = {}) {
  const config = readConfig(testSettings(settings))
  const log = pino({ level: config.logLevel }, pino.destination(2))
  const clock = createTestClock()
  const newId = createIds(clock)
  const connection = await connectLedger(config.mongodbUri!)
  const models = createModels(connection, clock)
  await ensureIndexes(connection)

  const connections = new RedisConnections(config.redisUrl!, log)
  const redis = connections.connect('test', 'endless')
  const conveyor = new Conveyor({
    redis,
    catalog: createCatalog(config),
    prefix: config.redisPrefix,
    partitions: config.streamPartitions,
    log,
  })
  const resolver = createResolver({ servers: config.dnsServers, timeoutMs: 1_000 })
  const http = new GuardedHttp({
    allowHttp: config.webhookAllowHttp,
    allowCidrs: config.webhookAllowCidrs,
    resolve: toResolve(resolver),
  })
  const deliverability = new DeliverableDomains({ resolver, now: () => clock.now().getTime() })
  const live = new LiveEvents({ models, connections, keys: conveyor.liveKeys, clock, log })
  const metrics = createMetrics()
  const sns = { get: () => Promise.reject(new Error('SNS is not there')) }
  const renderer = new TemplateRenderer()
  const identities = createOwnIdentities(config)
  const ports = { http, sns, resolver, identities, deliverability, live, renderer }
  const deps = { config, clock, newId, log, metrics, models, conveyor, ...ports }
  const scheduler = new Scheduler({
    models,
    conveyor,
    redis,
    prefix: config.redisPrefix,
    clock,
    log,
    mayGoOn: (holder) => isHoldOver(models, holder),
  })
  const spending = createSpend(deps, new SystemMail(deps))
  const accountId = newId('account')
  const started: { close(timeoutMs: number): Promise<void> }[] = []

  return {
    config,
    clock,
    newId,
    models,
    conveyor,
    redis,
    scheduler,
    deps,
    accountId,

    /** Makes a worker with a name of its own and starts it. */
    startWorker<W extends { start(): void; close(timeoutMs: number): Promise<void> }, O extends object = object>(
      Part: new (deps: WorkerDeps & O) => W,
      options?: O,
    ): W {
      const name = `test:${randomBytes(4).toString('hex')}`
      const worker = new Part({ ...deps, spending, connections, name, ...options } as unknown as WorkerDeps & O)
      worker.start()
      started.push(worker)
      return worker
    },

    /** Records events as the dispatch does, each with its hint. */
    async recordEvents(events: Partial<EventDoc>[]): Promise<EventDoc[]> {
      const rows = events.map((event) => newEvent(newId, event.account_id ?? accountId, clock.now(), event))
      await models.events.collection.insertMany(rows as never)
      conveyor.hint(
        'events',
        rows.map((row) => ({ id: row._id, accountId: row.account_id })),
      )
      return rows
    },

    async recordEvent(event: Partial<EventDoc> = {}): Promise<EventDoc> {
      return (await this.recordEvents([event]))[0]!
    },

    delivery: async (filter: object): Promise<WebhookDeliveryDoc | null> =>
      models.deliveries.findOne(filter).lean<WebhookDeliveryDoc>(),

    /** Sweeps, as the scheduler does each second, until a condition holds. */
    async sweepUntil<T>(what: string, probe: () => Promise<T> | T, timeoutMs = 20_000): Promise<NonNullable<T>> {
      const deadline = Date.now() + timeoutMs
      for (;;) {
        const value = await probe()
        if (value) return value
        if (Date.now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${what}`)
        await scheduler.sweep()
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },

    async close(): Promise<void> {
      await Promise.all(started.map((worker) => worker.close(5_000)))
      await live.close()
      await renderer.close()
      await http.close(0)
      await connections.close()
      await connection.dropDatabase()
      await connection.close()
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

function newEvent(
  newId: ReturnType<typeof createIds>,
  accountId: string,
  now: Date,
  event: Partial<EventDoc>,
): EventDoc {
  const id = newId('event')
  return {
    _id: id,
    account_id: accountId,
    message_id: newId('message'),
    type: 'delivered',
    source: 'worker',
    provider_event_id: `wkr_${id}`,
    payload: { detail: 'Taken.' },
    occurred_at: now,
    created_at: now,
    fanout_at: now,
    crashes: 0,
    ...event,
  }
}
