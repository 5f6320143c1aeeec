import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import type { Clock } from '../clock.js'
import type { Config } from '../config.js'
import type { ProviderName } from './capabilities.js'
import type { DomainIdentities } from './identities/domain-identities.js'
import type { LocalDelivery, MailTransport } from './mail/mail-transport.js'

/** A mail provider: takes mail over a transport, and keeps identities of sending domains. `capabilities.ts` says what it can do. */
export interface Provider {
  readonly name: ProviderName
  /** The missing setting without which this process cannot hand mail over; null if none is missing. */
  readonly lacks: string | null
  readonly identities: DomainIdentities
  /**
   * Opens the transport, which only workers need. The caller closes it.
   * @param timeoutMs how long the caller waits for a send.
   * @param deliver where a provider that sends nothing takes mail to recipients of this service. Others do not use it.
   * @throws Error that tells the operator what is wrong with the settings.
   */
  openTransport(timeoutMs: number, deliver?: LocalDelivery): MailTransport
  /** Closes the connections of `identities`. Idempotent. */
  close(): Promise<void>
}

/** What a provider is built from. */
export interface ProviderDeps {
  config: Config
  /** Where the outbox is. */
  connection: Connection
  clock: Clock
  log: Logger
}
