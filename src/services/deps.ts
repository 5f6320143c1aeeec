import type { Logger } from 'pino'
import type { Clock } from '../clock.js'
import type { Config } from '../config.js'
import type { EventStreams } from '../event-streams/event-streams.js'
import type { NewId } from '../ids.js'
import type { GuardedHttp } from '../lib/http/guarded-http.js'
import type { DnsResolver } from '../lib/network/dns-resolver.js'
import type { RedisClient } from '../lib/redis/redis-client.js'
import type { Metrics } from '../metrics/metrics.js'
import type { Models } from '../models/index.js'
import type { Capabilities } from '../providers/capabilities.js'
import type { DeliverableDomains } from '../providers/dns/deliverable-domains.js'
import type { DomainIdentities } from '../providers/identities/domain-identities.js'
import type { CallbackSources } from '../providers/index.js'
import type { StripeApi } from '../providers/stripe/stripe-api.js'
import type { Work, WorkConveyor } from '../streams/topics.js'
import type { Tracing } from '../tracing/tracing.js'
import type { Sealer } from './platform/encryption/sealer.js'
import type { ReaderThreads } from './reading/reader-threads.js'
import type { TemplateRenderer } from './sending/templates/template-renderer.js'

/** The dependencies of services; none of them is global. */
export interface ServiceDeps {
  config: Config
  clock: Clock
  newId: NewId
  log: Logger
  metrics: Metrics
  models: Models
  /** The rows of the ledger that have work to do. */
  work: Work
  /** Encrypts the secrets in the ledger. */
  sealer: Sealer
  conveyor: WorkConveyor
  /** Redis, for what may be lost. Commands fail at once while it does not answer. */
  redis: RedisClient
  /** HTTP access to customers' endpoints. */
  http: GuardedHttp
  /** What the configured provider does differently. */
  capabilities: Capabilities
  /** Readers of provider callbacks. */
  callbackSources: CallbackSources
  /** Stripe, which bills the plans; null if billing is not set up. */
  stripe: StripeApi | null
  /** DNS look-ups. */
  resolver: DnsResolver
  /** The sending domains registered with the provider. */
  identities: DomainIdentities
  /** Whether a domain accepts mail. */
  deliverability: Pick<DeliverableDomains, 'forRequest'>
  /** Live event streams. */
  eventStreams: EventStreams
  /** Traces of messages; null while they are off. */
  tracing: Tracing | null
  /** The threads that read what strangers send. */
  readerThreads: ReaderThreads
  /** The template threads. */
  renderer: TemplateRenderer
}

/** The dependencies of the services for operators: the ledger, without the conveyor. */
export type OperatorDeps = Pick<ServiceDeps, 'config' | 'clock' | 'newId' | 'models' | 'work' | 'sealer'>
