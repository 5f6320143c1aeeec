import type { Logger } from 'pino'
import type { Clock } from '../clock.js'
import type { Config } from '../config.js'
import type { NewId } from '../ids.js'
import type { DnsResolver } from '../lib/dns-resolver.js'
import type { GuardedHttp } from '../lib/guarded-http.js'
import type { LiveEvents } from '../live/live-events.js'
import type { Metrics } from '../metrics/metrics.js'
import type { Models } from '../models/index.js'
import type { DeliverableDomains } from '../providers/dns/deliverable-domains.js'
import type { DomainIdentities } from '../providers/identities/index.js'
import type { Work, WorkConveyor } from '../streams/topics.js'
import type { SnsHttp } from './callbacks/sns-certificates.js'
import type { TemplateRenderer } from './templates/template-renderer.js'

/** What services are made of: every dependency, none of them global. */
export interface ServiceDeps {
  config: Config
  clock: Clock
  newId: NewId
  log: Logger
  metrics: Metrics
  models: Models
  /** The rows of the ledger that have work to do. */
  work: Work
  conveyor: WorkConveyor
  /** The way to customers' endpoints. */
  http: GuardedHttp
  /** The way to SNS, for certificates and confirmations. */
  sns: SnsHttp
  /** What is published in DNS. */
  resolver: DnsResolver
  /** What the provider keeps of sending domains. */
  identities: DomainIdentities
  /** Whether mail to a domain can arrive at all. */
  deliverability: Pick<DeliverableDomains, 'forRequest'>
  /** The streams of events as they are recorded. */
  live: LiveEvents
  /** The threads that render templates. */
  renderer: TemplateRenderer
}

/** What the services need that an operator uses: the ledger, and nothing of the conveyor. */
export type OperatorDeps = Pick<ServiceDeps, 'config' | 'clock' | 'newId' | 'models' | 'work'>
