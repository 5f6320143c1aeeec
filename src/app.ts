import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { ClockWatch } from './clock-watch.js'
import { type AppConfig, CLOSE_TIMEOUT_MS, type Composition, compose, type Ports, type StreamTimes } from './compose.js'
import type { Config } from './config.js'
import type { Doors } from './doors.js'
import type { ConnectionTimes, Readiness } from './http/server.js'
import type { StreamGuardOptions } from './http/stream-guard.js'
import { EventLoopMonitor } from './lib/concurrency/event-loop-monitor.js'
import type { LoadLimit } from './lib/concurrency/load-limit.js'
import { shutDown } from './lib/concurrency/shut-down.js'
import { withTimeout } from './lib/concurrency/time-limit.js'
import { messageOf } from './lib/errors/unknown-error.js'
import { BacklogMetrics } from './metrics/backlog.js'
import { FeedbackRates } from './metrics/feedback-rates.js'
import { MetricsServer } from './metrics/metrics-server.js'
import type { SchemaMismatch } from './migrations/schema-compatibility.js'
import { SchemaWatch } from './migrations/schema-watch.js'
import type { LocalDelivery, MailTransport } from './providers/mail/mail-transport.js'
import { HoldWatch } from './services/platform/backup/hold-watch.js'
import { RateLimiter } from './services/platform/rate-limit/rate-limiter.js'
import type { SmtpListener, SmtpTimes } from './smtp/smtp-listener.js'
import { listenError, StartError } from './start-errors.js'
import { BroadcastWorker } from './streams/broadcasts/broadcast-worker.js'
import { DeliveryWorker } from './streams/deliveries/delivery-worker.js'
import { DispatchWorker } from './streams/dispatch/dispatch-worker.js'
import { listStreams } from './streams/engine/inspect-streams.js'
import { Scheduler } from './streams/engine/scheduler.js'
import { FanOutWorker } from './streams/fan-out/fan-out-worker.js'
import { ImportWorker } from './streams/imports/import-worker.js'
import { InboundWorker } from './streams/inbound/inbound-worker.js'
import { IngestWorker } from './streams/ingest/ingest-worker.js'
import { isPauseOver } from './streams/pauses.js'
import type { WorkKind } from './streams/topics.js'

/** What a process gets from outside, and what tests replace. */
export interface AppPorts extends Omit<Ports, keyof StreamTimes> {
  /** Replaces the transport of the provider of the settings. */
  transport?: MailTransport
  /** Checks every response against its schema; a mismatch is a 500. */
  checkOutputs?: boolean
  /** Limits of connections, for faster tests. */
  connections?: ConnectionTimes
  /** Times and sizes of event streams, for faster tests. */
  streams?: StreamGuardOptions & StreamTimes
  /** Replaces the limit of the requests in progress, for tests that fill it. */
  requestLimit?: LoadLimit
  /** Folder of the built console, for tests that build it themselves. */
  consoleFolder?: string
  /** Times of the SMTP listener, for faster tests. */
  smtp?: SmtpTimes
  /** Time between two sweeps, in ms, for faster tests. */
  sweepEveryMs?: number
  /** Called when this build can no longer work with the ledger. The process has to end. */
  onMismatch?: (mismatch: SchemaMismatch) => void
  /** Time between two looks whether a restored deployment is resumed, in ms, for faster tests. */
  holdEveryMs?: number
}

/** Time that open requests and started work have to finish at shutdown, in ms. */
const DRAIN_MS = 17_000
const CLOSE_IDLE_EVERY_MS = 50
/** If MongoDB or Redis takes longer to answer, in ms, the process is not ready. */
const READY_MS = 2_000

/** Of mail that did not leave the machine. */
const UNCHECKED = { spf: 'NONE', dkim: 'NONE', dmarc: 'NONE' } as const

const loadDoors = () => import('./doors.js')
const loadSmtp = () => import('./smtp/smtp-listener.js')

/** Loads what `buildApp` will need, for a process that does not have all settings yet. */
export async function loadRoles(roles: readonly string[]): Promise<void> {
  await Promise.all([roles.includes('api') && loadDoors(), roles.includes('smtp') && loadSmtp()])
}

/** One process of the service, whatever its roles. */
export type App = Awaited<ReturnType<typeof buildApp>>

/**
 * Assembles a process from its settings: what `compose` builds, and the parts of its roles. Production and tests use
 * the same.
 */
export async function buildApp(config: AppConfig, ports: AppPorts) {
  const { log, checkOutputs = false } = ports
  const base = await compose(config, { ...ports, ...ports.streams })
  const { producer, services, models, metrics, clock } = base

  const limiter = new RateLimiter(producer, config, log, metrics)
  /** Errors of the drivers name addresses, and callers have no key, so the messages are our own. */
  async function checkReady(): Promise<Readiness> {
    if (schemaWatch.mismatch) throw new Error(schemaWatch.mismatch.reason)
    if (closing !== null) throw new Error('the process is shutting down')
    const answers = async (name: string, ping: Promise<unknown>) => {
      await withTimeout(READY_MS, ping).catch(() => {
        throw new Error(`${name} does not answer`)
      })
    }
    const database = models.connection.db!.command({ ping: 1 })
    const eachPartition = async () => {
      if ((await base.conveyor.answers()).includes(false)) throw new Error('a partition is away')
    }
    const account = services.accounts.isBootstrapped()
    await Promise.all([answers('MongoDB', Promise.all([database, account])), answers('Redis', eachPartition())])
    // The server listens first: a port that is taken ends the start before a key is made, which is shown only once.
    if (!(await account)) throw new Error('the first account does not exist yet')
    return { held: holdWatch.isHeld }
  }

  const has = (role: Config['roles'][number]) => config.roles.includes(role)
  const doors = has('api') ? await openDoors() : null
  const smtp = has('smtp') ? await openSmtp() : null
  const transport = has('worker') ? (ports.transport ?? openTransport(base)) : null
  const workers = transport ? createWorkers(base, transport) : []
  const scheduler = has('scheduler') ? createScheduler(base, ports.sweepEveryMs) : null
  const metricsServer = createMetricsServer(base, checkReady)
  const holdWatch = new HoldWatch({ models, metrics, log, everyMs: ports.holdEveryMs })
  const loopWatch = new EventLoopMonitor((turn) => {
    metrics.loopBlocked(turn.heldMs / 1_000)
    log.warn({ ...turn }, 'the event loop was blocked')
  })
  const clockWatch = new ClockWatch({ connection: models.connection, metrics, log })
  const schemaWatch = new SchemaWatch({ models, log, onMismatch: (mismatch) => ports.onMismatch?.(mismatch) })
  let smtpAddresses: string[] = []
  let closing: Promise<void> | null = null

  /** Loaded for the API alone: the libraries of the doors make up half of the time and memory of a start. */
  async function openDoors(): Promise<Doors> {
    const { openDoors: open } = await loadDoors()
    const { streams, connections, consoleFolder, requestLimit } = ports
    const shared = { config, services, limiter, clock, log, metrics, checkReady, checkOutputs }
    return open({ ...shared, streams, connections, consoleFolder, requestLimit })
  }

  /** Loaded only where it listens, for the same reason. */
  async function openSmtp(): Promise<SmtpListener> {
    const { SmtpListener: Listener } = await loadSmtp()
    return new Listener({ config, services, limiter, log, metrics, times: ports.smtp })
  }

  /** Starts the roles. Returns the address of the API, if it is one of them. */
  async function start(): Promise<string | null> {
    await metricsServer.start()
    loopWatch.start()
    schemaWatch.start()
    clockWatch.start()
    await holdWatch.start(() => {
      for (const worker of workers) worker.start()
      scheduler?.start()
    })
    smtpAddresses = (await smtp?.start()) ?? []
    return doors && listen(doors.server, config)
  }

  /**
   * Accepts no more work, finishes what has started, and closes everything, in less than 25 s after DRAIN_SECONDS. Idempotent.
   */
  function close(): Promise<void> {
    closing ??= letLoadBalancersGo().then(closeAll)
    return closing
  }

  /** The API serves on for a while, not ready any more, so that no request is sent to a port that is closed. */
  async function letLoadBalancersGo(): Promise<void> {
    if (doors?.server.server.listening && config.drainSeconds > 0) await delay(config.drainSeconds * 1_000)
  }

  function closeAll(): Promise<void> {
    holdWatch.close()
    return shutDown(log, [
      // Event streams first: the server waits for open requests, and these would never end.
      [CLOSE_TIMEOUT_MS, () => services.eventStreams.close()],
      [
        DRAIN_MS + 2 * CLOSE_TIMEOUT_MS,
        () =>
          Promise.all([
            doors?.streams.close(),
            doors && closeServer(doors.server),
            smtp?.close(DRAIN_MS),
            scheduler?.close(),
            ...workers.map((worker) => worker.close(DRAIN_MS)),
          ]),
      ],
      [
        CLOSE_TIMEOUT_MS,
        () =>
          Promise.all([
            transport?.close(),
            metricsServer.close(),
            services.engagement.close(),
            loopWatch.close(),
            schemaWatch.close(),
            clockWatch.close(),
          ]),
      ],
      [2 * CLOSE_TIMEOUT_MS, () => base.close()],
    ])
  }

  return { ...base, doors, scheduler, smtpAddresses: () => smtpAddresses, start, close }
}

function openTransport({ provider, config, services }: Composition): MailTransport {
  try {
    return provider.openTransport(config.dispatchTimeoutMs, config.inboundEnabled ? deliver : undefined)
  } catch (error) {
    throw new StartError(`The mail provider ${provider.name} does not work: ${messageOf(error)}`)
  }

  /** Nobody has handed the mail over who could be checked. */
  function deliver(mail: Parameters<LocalDelivery>[0]): Promise<unknown> {
    return services.inboundReceiver.receive({ ...mail, client: null, givenVerdicts: UNCHECKED })
  }
}

function createWorkers(base: Composition, transport: MailTransport) {
  const name = `${hostname()}:${process.pid}:${randomBytes(4).toString('hex')}`
  const deps = { ...base, ...base.services, name, transport }
  const readyDeliveries = new DeliveryWorker(deps)
  return [
    new DispatchWorker({ ...deps, readyDeliveries }),
    new IngestWorker(deps),
    new FanOutWorker({ ...deps, readyDeliveries }),
    readyDeliveries,
    new InboundWorker(deps),
    new ImportWorker(deps),
    new BroadcastWorker(deps),
  ]
}

function createMetricsServer(base: Composition, checkReady: () => Promise<unknown>): MetricsServer {
  const { config, metrics, models, work, producer, conveyor, clock, log } = base
  const streams = listStreams(conveyor.catalog, config.redisPrefix, config.streamPartitions)
  const rates = new FeedbackRates({ metrics, models, clock })
  const backlog = new BacklogMetrics({ metrics, models, work, redis: producer, conveyor, streams, rates, log })
  return new MetricsServer({ host: config.metricsHost, port: config.metricsPort, metrics, backlog, checkReady, log })
}

/** The scheduler of a process, not started. */
export function createScheduler(base: Composition, everyMs?: number): Scheduler<WorkKind> {
  const { config, models, spendAccounting, spendAlerts, services } = base
  return new Scheduler({
    ...base,
    redis: base.connections.connect('scheduler', 'wait'),
    prefix: config.redisPrefix,
    isPauseOver: (pausedBy) => isPauseOver(models, pausedBy),
    everyMs,
    periodicTasks: [
      { name: 'spend ledger', run: () => spendAccounting.settleStale() },
      { name: 'spend alerts', run: () => spendAlerts.notifyPending() },
      { name: 'sending brakes', run: (signal) => services.sendingBrakes.evaluateAll(signal), everyMs: 60_000 },
      { name: 'accepted messages', run: (signal) => services.acceptedCounter.countAll(signal), everyMs: 60_000 },
      { name: 'retention', run: (signal) => services.retention.run(signal), everyMs: 15_000 },
      { name: 'sending news', run: () => services.brakeNotices.notifyPending() },
      { name: 'domains', run: () => services.domains.finishDeletions() },
      { name: 'blobs', run: () => base.blobStore.settleLeft() },
      { name: 'inboxes', run: () => services.inboxes.finishDeletions() },
      { name: 'labels', run: () => services.labels.finishDeletions() },
      // A portion of the members each time, so a long list takes many runs.
      { name: 'contact lists', run: () => services.contactLists.finishDeletions(), everyMs: 5_000 },
      { name: 'sent mail', run: () => services.outboundFiling.fileLeft() },
      { name: 'sent drafts', run: (signal) => services.sentDrafts.emptyLeft(signal) },
      { name: 'snoozed threads', run: (signal) => services.threads.wakeSnoozed(signal) },
    ],
  })
}

async function listen(server: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await server.listen({ host, port })
  } catch (error) {
    throw listenError(error, { host, port, hostSetting: 'HOST', portSetting: 'PORT' })
  }
}

/**
 * Finishes open requests and cuts off those that take too long. A keep-alive connection is closed as soon as it has its
 * response, so that no further request comes over it.
 */
async function closeServer(server: FastifyInstance): Promise<void> {
  const idle = setInterval(() => server.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
  const timer = setTimeout(() => server.server.closeAllConnections(), DRAIN_MS)
  await server.close().finally(() => {
    clearInterval(idle)
    clearTimeout(timer)
  })
}
