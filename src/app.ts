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

/** What a process cannot make by itself, or what a test replaces. */
export interface AppPorts {
  log: Logger
  clock?: Clock
  /** Instead of the one that the settings name. */
  provider?: MailProvider
  /** Instead of those of that provider. */
  identities?: DomainIdentities
  /** Instead of SNS itself: where the certificates of callbacks are, and subscriptions are confirmed. */
  sns?: SnsHttp
  /** Holds every answer against its schema; a mismatch is a 500. */
  checkOutputs?: boolean
  /** Times and sizes of streams, for tests that do not wait a minute. */
  streams?: StreamGuardOptions & { terminalIdleMs?: number }
}

/** The settings of a process whose servers are known. */
export type AppConfig = Config & { mongodbUri: string; redisUrl: string }

/** Time that requests and work in hand have to finish at shutdown, in ms. */
const DRAIN_MS = 17_000
/** Time for each thing that is let go of after that, in ms: what hangs ends with the process. */
const LETTING_GO_MS = 1_000
const CLOSE_IDLE_EVERY_MS = 50
const DNS_TIMEOUT_MS = 3_000
/** Time that MongoDB and Redis have to answer before the process counts as not ready, in ms. */
const READY_MS = 2_000

/** One process of the service, whatever its roles. */
export type App = Awaited<ReturnType<typeof buildApp>>

/**
 * Puts a process together from its settings: the ledger, the conveyor, the services, and the parts of its
 * roles. The same for production and for tests.
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

  /** In words of its own: whoever asks has no key, and the errors of the drivers name addresses. */
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

  /** Starts the roles. Answers the address of the API, when it is one of them. */
  async function start(): Promise<string | null> {
    await metricsServer.start()
    for (const worker of workers) worker.start()
    scheduler?.start()
    return has('api') ? listen(server, config) : null
  }

  let closing: Promise<void> | null = null

  /** Stops taking work, finishes what is in hand, and lets go of everything, in less than 25 s. Idempotent. */
  function close(): Promise<void> {
    closing ??= shutDown(log, [
      // Streams first: the server waits for its open requests, and they would never end.
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

/** What doors and workers stand on: the ledger, the conveyor and the services, with nothing started. */
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
  // Apart from other questions: what is silent here would put a name server behind the others for them too.
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
    throw new StartError(`The mail provider ${config.mailProvider} cannot be used: ${(error as Error).message}`)
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
    if (code === 'EADDRINUSE') throw new StartError(`Port ${port} of ${host} is taken. Set PORT to a free one.`)
    if (code === 'EACCES')
      throw new StartError(`Port ${port} needs more rights than this user has. Set PORT to one above 1023.`)
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') throw new StartError(`HOST names no address: ${host}.`)
    if (code === 'EADDRNOTAVAIL') throw new StartError(`This machine has no address ${host}. Set HOST to one it has.`)
    throw error
  }
}

/** Why a process cannot start, in words for whoever starts it. */
export class StartError extends Error {
  override name = 'StartError'
}

/**
 * Finishes the requests in hand; those that are not done in time are cut. A connection that its client would keep
 * is ended as soon as it has its answer: nothing may come over it any more.
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

/** Runs every step whatever becomes of the others, none longer than its limit; then throws the first failure. */
async function shutDown(log: Logger, steps: Step[]): Promise<void> {
  const failures: unknown[] = []
  for (const [limitMs, step] of steps) {
    try {
      await withTimeout(limitMs, Promise.resolve(step()))
    } catch (error) {
      if (error instanceof TimeoutError) log.warn({ err: error.message }, 'a part did not end in time and is left')
      else failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
