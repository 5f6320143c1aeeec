import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { type Clock, systemClock } from './clock.js'
import type { Config } from './config.js'
import { mountGraphql } from './graphql/mount-graphql.js'
import { mountEngagement } from './http/engagement.js'
import { measureRequests } from './http/measure-requests.js'
import { mountVerifyPage } from './http/pages/verify-page.js'
import { createServer, type DoorDeps } from './http/server.js'
import { mountSession } from './http/session.js'
import { StreamGuard, type StreamGuardOptions } from './http/stream-guard.js'
import { openLedger } from './ledger.js'
import { createResolver, toResolve } from './lib/dns-resolver.js'
import { GuardedHttp } from './lib/guarded-http.js'
import { TimeoutError, withTimeout } from './lib/time-limit.js'
import { LiveEvents } from './live/live-events.js'
import { Backlog } from './metrics/backlog.js'
import { createMetrics } from './metrics/metrics.js'
import { MetricsServer } from './metrics/metrics-server.js'
import { DeliverableDomains } from './providers/dns/deliverable-domains.js'
import { createIdentities, type DomainIdentities } from './providers/identities/index.js'
import { createMailProvider, type MailProvider, providerSettings } from './providers/mail/index.js'
import { mountRest } from './rest/mount-rest.js'
import type { SnsHttp } from './services/callbacks/sns-certificates.js'
import { createSnsHttp } from './services/callbacks/sns-http.js'
import { isHoldOver } from './services/holds.js'
import { createServices } from './services/index.js'
import { RateLimiter } from './services/rate-limit/rate-limiter.js'
import { TemplateRenderer } from './services/templates/template-renderer.js'
import { createCatalog } from './streams/catalog.js'
import { Conveyor } from './streams/conveyor.js'
import { DeliveryWorker } from './streams/delivery-worker.js'
import { DispatchWorker } from './streams/dispatch/dispatch-worker.js'
import { FanOutWorker } from './streams/fan-out-worker.js'
import { IngestWorker } from './streams/ingest/ingest-worker.js'
import { listStreams } from './streams/inspect-streams.js'
import { RedisConnections } from './streams/redis.js'
import { Scheduler } from './streams/scheduler.js'
import { mountTrpc } from './trpc/mount-trpc.js'

/** What a process gets from outside, and what tests replace. */
export interface AppPorts {
  log: Logger
  clock?: Clock
  /** Replaces the provider of the settings. */
  provider?: MailProvider
  /** Replaces the identities of that provider. */
  identities?: DomainIdentities
  /** Replaces SNS, which serves certificates of callbacks and confirms subscriptions. */
  sns?: SnsHttp
  /** Checks every response against its schema; a mismatch is a 500. */
  checkOutputs?: boolean
  /** Times and sizes of live streams, for faster tests. */
  streams?: StreamGuardOptions & { terminalIdleMs?: number }
}

/** The settings of a process with known servers. */
export type AppConfig = Config & { mongodbUri: string; redisUrl: string }

/** Time that open requests and started work have to finish at shutdown, in ms. */
const DRAIN_MS = 17_000
/** Time for each part to close after that, in ms. A part that hangs ends with the process. */
const LETTING_GO_MS = 1_000
const CLOSE_IDLE_EVERY_MS = 50
const DNS_TIMEOUT_MS = 3_000
/** If MongoDB or Redis takes longer to answer, in ms, the process is not ready. */
const READY_MS = 2_000

/** One process of the service, whatever its roles. */
export type App = Awaited<ReturnType<typeof buildApp>>

/**
 * Assembles a process from its settings: the ledger, the conveyor, the services, and the parts of its roles. Production
 * and tests use the same.
 */
export async function buildApp(config: AppConfig, ports: AppPorts) {
  const { log, checkOutputs = false } = ports
  const base = await openServices(config, ports)
  const { producer, services, models, metrics } = base

  const limiter = new RateLimiter(producer, config, log, metrics)
  const streams = new StreamGuard(ports.streams)
  const doors: DoorDeps = { config, services, limiter, streams, log, checkReady, checkOutputs }
  const server = createServer(doors)
  measureRequests(server, metrics)
  mountSession(server, doors)
  mountRest(server, doors)
  mountGraphql(server, doors)
  mountTrpc(server, doors)
  mountVerifyPage(server, doors)
  mountEngagement(server, doors)

  /** Errors of the drivers name addresses, and callers have no key, so the messages are our own. */
  async function checkReady(): Promise<void> {
    const answers = async (name: string, ping: Promise<unknown>) => {
      await withTimeout(READY_MS, ping).catch(() => {
        throw new Error(`${name} does not answer`)
      })
    }
    const database = models.connection.db!.command({ ping: 1 }, { timeoutMS: READY_MS })
    await Promise.all([answers('MongoDB', database), answers('Redis', producer.ping())])
  }

  const has = (role: Config['roles'][number]) => config.roles.includes(role)
  const provider = has('worker') ? (ports.provider ?? openProvider(base)) : null
  const workers = provider ? createWorkers(base, provider) : []
  const scheduler = has('scheduler') ? createScheduler(base) : null
  const metricsServer = createMetricsServer(base)

  /** Starts the roles. Returns the address of the API, if it is one of them. */
  async function start(): Promise<string | null> {
    await metricsServer.start()
    for (const worker of workers) worker.start()
    scheduler?.start()
    return has('api') ? listen(server, config) : null
  }

  let closing: Promise<void> | null = null

  /** Accepts no more work, finishes what has started, and closes everything, in less than 25 s. Idempotent. */
  function close(): Promise<void> {
    closing ??= shutDown(log, [
      // Live streams first: the server waits for open requests, and these would never end.
      [LETTING_GO_MS, () => services.live.close()],
      [
        DRAIN_MS + 2 * LETTING_GO_MS,
        () =>
          Promise.all([
            streams.close(),
            closeServer(server),
            scheduler?.close(),
            ...workers.map((worker) => worker.close(DRAIN_MS)),
          ]),
      ],
      [LETTING_GO_MS, () => Promise.all([provider?.close(), metricsServer.close(), services.engagement.close()])],
      [2 * LETTING_GO_MS, () => base.close()],
    ])
    return closing
  }

  return { config, log, models, conveyor: base.conveyor, services, server, scheduler, start, close }
}

/** Builds what doors and workers need: the ledger, the conveyor and the services. Starts nothing. */
async function openServices(
  config: AppConfig,
  { log, clock = systemClock, streams, sns: ownSns, identities: ownIdentities }: AppPorts,
) {
  const ledger = await openLedger(config, { clock })
  const metrics = createMetrics()
  const connections = new RedisConnections(config.redisUrl, log)
  const producer = connections.connect('producer', 'none')
  const conveyor = new Conveyor({
    redis: producer,
    catalog: createCatalog(config),
    prefix: config.redisPrefix,
    partitions: config.streamPartitions,
    log,
  })
  const resolver = createResolver({ servers: config.dnsServers, timeoutMs: DNS_TIMEOUT_MS })
  const http = new GuardedHttp({
    allowHttp: config.webhookAllowHttp,
    allowCidrs: config.webhookAllowCidrs,
    resolve: toResolve(resolver),
  })
  const sns = createSnsHttp()
  // A resolver of its own: unanswered look-ups lower the rank of a name server for all later look-ups.
  const mailDns = createResolver({ servers: config.dnsServers, timeoutMs: DNS_TIMEOUT_MS })
  const deliverability = new DeliverableDomains({ resolver: mailDns, now: () => clock.now().getTime() })
  const identities = createIdentities(config, { log, clock })
  const renderer = new TemplateRenderer()
  const live = new LiveEvents({
    models: ledger.models,
    connections,
    keys: conveyor.liveKeys,
    clock,
    log,
    terminalIdleMs: streams?.terminalIdleMs,
  })
  const deps = {
    config,
    clock,
    newId: ledger.newId,
    log,
    metrics,
    models: ledger.models,
    conveyor,
    http,
    sns: ownSns ?? sns,
    resolver,
    identities: ownIdentities ?? identities,
    deliverability,
    live,
    renderer,
  }
  return {
    ...deps,
    deps,
    services: createServices(deps),
    connections,
    producer,
    close: () =>
      shutDown(log, [
        [LETTING_GO_MS, () => Promise.all([http.close(0), sns.close(), identities.close(), renderer.close()])],
        [LETTING_GO_MS, () => connections.close()],
        [LETTING_GO_MS, () => ledger.close()],
      ]),
  }
}

type Base = Awaited<ReturnType<typeof openServices>>

function openProvider({ config, models, log, clock }: Base): MailProvider {
  try {
    return createMailProvider({
      ...providerSettings(config),
      connection: models.connection,
      log,
      clock,
      timeoutMs: config.dispatchTimeoutMs,
    })
  } catch (error) {
    throw new StartError(`The mail provider ${config.mailProvider} does not work: ${(error as Error).message}`)
  }
}

function createWorkers({ deps, connections, services }: Base, provider: MailProvider) {
  const name = `${hostname()}:${process.pid}:${randomBytes(4).toString('hex')}`
  const workerDeps = { ...deps, connections, name }
  return [
    new DispatchWorker({ ...workerDeps, provider, spending: services.spending }),
    new IngestWorker(workerDeps),
    new FanOutWorker(workerDeps),
    new DeliveryWorker(workerDeps),
  ]
}

function createMetricsServer({ config, metrics, models, producer, conveyor, log }: Base): MetricsServer {
  const streams = listStreams(conveyor.catalog, config.redisPrefix, config.streamPartitions)
  const backlog = new Backlog({ metrics, models, redis: producer, streams, log })
  return new MetricsServer({ port: config.metricsPort, metrics, backlog, log })
}

function createScheduler({ config, models, conveyor, connections, services, clock, log }: Base): Scheduler {
  return new Scheduler({
    models,
    conveyor,
    redis: connections.connect('scheduler', 'endless'),
    prefix: config.redisPrefix,
    clock,
    log,
    mayGoOn: (holder) => isHoldOver(models, holder),
    chores: [() => services.spending.sweep(), () => services.domains.finishDeletions()],
  })
}

async function listen(server: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await server.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new StartError(`Port ${port} on ${host} is in use. Set PORT to a free port.`)
    if (code === 'EACCES') throw new StartError(`This user may not use port ${port}. Set PORT to a port above 1023.`)
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw new StartError(`HOST ${host} cannot be resolved. Set HOST to an address of this machine.`)
    if (code === 'EADDRNOTAVAIL')
      throw new StartError(`This machine has no address ${host}. Set HOST to an address it has.`)
    throw error
  }
}

/** A process cannot start, for a reason that the operator can fix. */
export class StartError extends Error {
  override name = 'StartError'
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

type Step = [limitMs: number, step: () => unknown]

/** Runs every step, even if others fail, and none longer than its limit; then throws the first failure. */
async function shutDown(log: Logger, steps: Step[]): Promise<void> {
  const failures: unknown[] = []
  for (const [limitMs, step] of steps) {
    try {
      await withTimeout(limitMs, Promise.resolve(step()))
    } catch (error) {
      if (error instanceof TimeoutError)
        log.warn({ err: error.message }, 'a part did not close in time and was abandoned')
      else failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
