import type { Logger } from 'pino'
import { type Clock, systemClock } from './clock.js'
import { type Config, readsSecrets } from './config.js'
import { EventStreams } from './event-streams/event-streams.js'
import { StreamSlots } from './event-streams/stream-slots.js'
import { type LedgerOptions, openLedger } from './ledger.js'
import { shutDown } from './lib/concurrency/shut-down.js'
import { GuardedHttp } from './lib/http/guarded-http.js'
import { createResolver, toResolve } from './lib/network/dns-resolver.js'
import { createMetrics } from './metrics/metrics.js'
import type { Models } from './models/index.js'
import { capabilitiesOf } from './providers/capabilities.js'
import { DeliverableDomains } from './providers/dns/deliverable-domains.js'
import type { DomainIdentities } from './providers/identities/domain-identities.js'
import { createCallbackSources, createProvider, type SnsHttp } from './providers/index.js'
import type { StripeApi } from './providers/stripe/stripe-api.js'
import { redisTls } from './redis-tls.js'
import type { AuditLogDeps } from './services/accounts/audit/audit-log.js'
import { createCollaborators, createOperatorCollaborators } from './services/collaborators.js'
import { createOperatorServices, createServices } from './services/index.js'
import { ReaderThreads } from './services/reading/reader-threads.js'
import { TemplateRenderer } from './services/sending/templates/template-renderer.js'
import { LedgerError, StartError } from './start-errors.js'
import { Conveyor } from './streams/engine/conveyor.js'
import { type RedisConnectionMode, RedisConnections } from './streams/engine/redis-connections.js'
import { createCatalog } from './streams/topics.js'
import type { Tracing } from './tracing/tracing.js'

/** The settings of a process with known servers. */
export type AppConfig = Config & { mongodbUri: string; redisUrl: string }

/** The dependencies of everything that leaves the process. */
type NetworkClientDeps = Required<Pick<Ports, 'log' | 'clock'>> & {
  config: AppConfig
  models: Models
  readerThreads: ReaderThreads
}

/** What a process gets from outside, and what tests replace. */
export interface Ports extends StreamTimes {
  log: Logger
  clock?: Clock
  /** Replaces the identities of the provider of the settings. */
  identities?: DomainIdentities
  /** Replaces SNS, which serves certificates of callbacks and confirms subscriptions. */
  sns?: SnsHttp
  /** Replaces the threads that read texts and render templates, for tests that share them: they stay open. */
  threads?: Threads
  /** Whether hints wait for Redis or fail at once, as requests need it. A test without a scheduler loses no hint. */
  hintConnectionMode?: RedisConnectionMode
  /** Calls the start off, as long as it migrates the ledger or waits for that. */
  signal?: AbortSignal
}

/** What works through texts from outside, in threads. */
export interface Threads {
  readerThreads: ReaderThreads
  renderer: TemplateRenderer
}

/** Times of event streams, for faster tests. */
export interface StreamTimes {
  /** How long a timeline stays open after its terminal event, in ms. */
  terminalIdleMs?: number | undefined
  /** How long the slots of a process that does not renew them stay taken, in ms. */
  streamLeaseMs?: number | undefined
}

/** All parts of a process, with nothing started: what doors, workers and the scheduler are built from. */
export type Composition = Awaited<ReturnType<typeof compose>>

/** Time for each part to close, in ms. A part that hangs ends with the process. */
export const CLOSE_TIMEOUT_MS = 1_000
const DNS_TIMEOUT_MS = 3_000

/**
 * Opens the ledger, the conveyor and the ways out, and builds the services and their collaborators, each once. The same
 * for production, tests and benchmarks.
 */
export async function compose(config: AppConfig, ports: Ports) {
  const { log, clock = systemClock, hintConnectionMode = 'fail-fast', signal } = ports
  const onMigration = (text: string) => log.info({ migration: text }, 'the ledger is being migrated')
  const ledger = await openLedger(config, { clock, onMigration, signal }).catch((error: Error) => {
    if (error instanceof StartError || error instanceof LedgerError || signal?.aborted) throw error
    const text = `MongoDB (MONGODB_URI) cannot be used: ${error.message}`
    // A URI that the driver cannot read stays wrong; everything else may be right at the next start.
    const isWrong = error.name === 'MongoParseError' || error.message.startsWith('Unable to parse')
    throw isWrong ? new StartError(text) : new LedgerError(text, { cause: error })
  })
  const { models, work, newId, sealer } = ledger
  if (ledger.refusal !== null && readsSecrets(config)) {
    await ledger.close()
    throw new StartError(ledger.refusal)
  }
  const { conveyor, connections, producer } = openConveyor(config, log, hintConnectionMode)
  const { readerThreads, renderer } = ports.threads ?? openThreads()
  const { close: closeNetworkClients, ...networkClients } = openNetworkClients(
    { config, models, log, clock, readerThreads },
    ports,
  )
  const tracing = await loadTracing(config, log)
  const stripe = await loadStripe(config, log)
  const deps = {
    ...{
      config,
      clock,
      newId,
      log,
      metrics: createMetrics(),
      models,
      work,
      sealer,
      conveyor,
      redis: producer,
      readerThreads,
      renderer,
    },
    tracing,
    stripe,
    ...networkClients,
    capabilities: capabilitiesOf(config),
    onUnrecorded: ((action, error) =>
      log.error(
        { ...action, err: error },
        'an audit log entry could not be written',
      )) satisfies AuditLogDeps['onUnrecorded'],
  }
  const collaborators = createCollaborators(deps)
  const eventStreams = new EventStreams({
    ...{ models, connections, clock, log, readBarrier: collaborators.readBarrier },
    newsStreams: conveyor.newsStreams,
    slots: new StreamSlots({ redis: producer, redisPrefix: config.redisPrefix, log, leaseMs: ports.streamLeaseMs }),
    terminalIdleMs: ports.terminalIdleMs,
  })
  const services = createServices({ ...deps, ...collaborators, eventStreams })
  return {
    ...deps,
    ...collaborators,
    eventStreams,
    services,
    connections,
    producer,
    close: () =>
      shutDown(log, [
        [
          CLOSE_TIMEOUT_MS,
          () =>
            Promise.all([
              closeNetworkClients(),
              stripe?.close(),
              ports.threads || closeThreads({ readerThreads, renderer }),
              collaborators.keyUses.close(),
            ]),
        ],
        [CLOSE_TIMEOUT_MS, () => services.sendingBrakes.close()],
        [CLOSE_TIMEOUT_MS, () => tracing?.close()],
        [CLOSE_TIMEOUT_MS, () => connections.close()],
        [CLOSE_TIMEOUT_MS, () => ledger.close()],
      ]),
  }
}

const openThreads = (): Threads => ({ readerThreads: new ReaderThreads(), renderer: new TemplateRenderer() })

const closeThreads = ({ readerThreads, renderer }: Threads) => Promise.all([readerThreads.close(), renderer.close()])

/** Null while tracing is off. Its libraries are loaded only for this. */
async function loadTracing({ otelExporterOtlpEndpoint: endpoint }: AppConfig, log: Logger): Promise<Tracing | null> {
  if (endpoint === null) return null
  const { openTracing } = await import('./tracing/open-tracing.js')
  return openTracing(endpoint, log)
}

/** Null while billing is not set up. Its library is loaded only for this. */
async function loadStripe(config: AppConfig, log: Logger): Promise<StripeApi | null> {
  const { stripeSecretKey, stripeWebhookSecret, stripePrices } = config
  if (stripeSecretKey === null || stripeWebhookSecret === null || stripePrices === null) return null
  const { StripeApi } = await import('./providers/stripe/stripe-api.js')
  return new StripeApi({ ...config, stripeSecretKey, stripeWebhookSecret }, { log })
}

/** Opens the ledger alone, with the services of an operator. */
export async function composeForOperator(
  config: Config & { mongodbUri: string },
  { onUnrecorded, ...options }: LedgerOptions & Pick<AuditLogDeps, 'onUnrecorded'>,
) {
  const ledger = await openLedger(config, { ...options, isOperator: true })
  const deps = { ...ledger, onUnrecorded }
  return { services: createOperatorServices({ ...deps, ...createOperatorCollaborators(deps) }), close: ledger.close }
}

function openConveyor(config: AppConfig, log: Logger, mode: RedisConnectionMode) {
  const connections = new RedisConnections(config.redisUrl, log, redisTls(config))
  const producer = connections.connect('producer', mode)
  const conveyor = new Conveyor({
    redis: producer,
    catalog: createCatalog(config),
    prefix: config.redisPrefix,
    partitions: config.streamPartitions,
    log,
  })
  return { connections, producer, conveyor }
}

/** The ways to DNS, to customers' endpoints and to the provider. */
function openNetworkClients({ config, models, log, clock, readerThreads }: NetworkClientDeps, ports: Ports) {
  const dns = { servers: config.dnsServers, timeoutMs: DNS_TIMEOUT_MS }
  const resolver = createResolver(dns)
  // A separate resolver: unanswered look-ups lower the rank of a name server for all later look-ups.
  const deliverability = new DeliverableDomains({ resolver: createResolver(dns), now: () => clock.now().getTime() })
  const http = new GuardedHttp({
    allowHttp: config.webhookAllowHttp,
    allowCidrs: config.webhookAllowCidrs,
    resolve: toResolve(resolver),
  })
  const provider = createProvider({ config, connection: models.connection, clock, log })
  const readStoredReport = async (body: string) => {
    // Whose message it is, is not known yet. The body begins with the id of the message.
    const job = { accountId: body.slice(0, 50), bytes: body.length }
    return (await readerThreads.run('report', job, { body })).stored
  }
  const callbackSources = createCallbackSources({ config, clock, log, readStoredReport, sns: ports.sns })
  const identities = ports.identities ?? provider.identities
  const sources = Object.values(callbackSources)
  const close = () => Promise.all([http.close(0), provider.close(), ...sources.map((source) => source.close())])
  return { resolver, deliverability, http, provider, callbackSources, identities, close }
}
