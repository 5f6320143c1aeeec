import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import type { Clock } from '../../clock.js'
import type { Config } from '../../config.js'
import { createCaptureProvider } from './capture.js'
import type { MailProvider } from './mail-provider.js'
import { createSesProvider, type SesProviderOptions } from './ses.js'
import { createSmtpProvider } from './smtp.js'

export interface MailProviderOptions {
  kind: MailProvider['name']
  /** Where the outbox of `capture` is. */
  connection: Connection
  log: Logger
  /** Needed by `smtp`. */
  smtpUrl?: string
  /** Needed by `ses`. */
  ses?: Pick<SesProviderOptions, 'region' | 'endpoint' | 'configurationSet' | 'credentials'>
  clock?: Clock
  /** Time the caller gives a send, in ms. */
  timeoutMs?: number
}

/** What the settings say about the provider. */
export function providerSettings(config: Config): Pick<MailProviderOptions, 'kind' | 'smtpUrl' | 'ses'> {
  return {
    kind: config.mailProvider,
    ...(config.smtpUrl && { smtpUrl: config.smtpUrl }),
    ...(config.awsRegion && {
      ses: {
        region: config.awsRegion,
        ...(config.sesEndpoint && { endpoint: config.sesEndpoint }),
        ...(config.sesConfigurationSet && { configurationSet: config.sesConfigurationSet }),
      },
    }),
  }
}

/** Makes the provider that the settings name. */
export function createMailProvider(options: MailProviderOptions): MailProvider {
  const { kind, connection, log, smtpUrl, ses, clock, timeoutMs } = options
  switch (kind) {
    case 'capture':
      return createCaptureProvider({ connection, log, clock })
    case 'smtp':
      if (!smtpUrl) throw new Error('SMTP_URL must be set when MAIL_PROVIDER is smtp')
      return createSmtpProvider({ url: smtpUrl, log, timeoutMs })
    case 'ses':
      if (!ses) throw new Error('AWS_REGION must be set when MAIL_PROVIDER is ses')
      return createSesProvider({ ...ses, log, clock, timeoutMs })
  }
}

export type { MailProvider, OutgoingMail, SendResult } from './mail-provider.js'
