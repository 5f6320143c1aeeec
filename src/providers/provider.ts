import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import type { Clock } from '../clock.js'
import type { Config } from '../config.js'
import type { ProviderName } from './capabilities.js'
import type { DomainIdentities } from './identities/domain-identities.js'
import type { MailProvider } from './mail/mail-provider.js'

/** What hands mail over to the world, and what it keeps of sending domains. `capabilities.ts` says what it can do. */
export interface Provider {
  readonly name: ProviderName
  /** The setting that this process lacks to hand mail over; null if there is none. */
  readonly lacks: string | null
  readonly identities: DomainIdentities
  /**
   * Opens the way for mail to leave, which only workers need. Whoever opens it closes it.
   * @param timeoutMs time that the caller gives a send.
   * @throws Error that tells an operator what is wrong with the settings.
   */
  openMail(timeoutMs: number): MailProvider
  /** Ends the connections of `identities`. Idempotent. */
  close(): Promise<void>
}

/** What providers are made of. */
export interface ProviderDeps {
  config: Config
  /** Where the outbox is. */
  connection: Connection
  clock: Clock
  log: Logger
}
