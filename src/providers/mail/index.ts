import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import type { Clock } from '../../clock.js'
import { createCaptureProvider } from './capture.js'
import type { MailProvider } from './mail-provider.js'
import { createSmtpProvider } from './smtp.js'

export interface MailProviderOptions {
  kind: MailProvider['name']
  /** Where the outbox of `capture` is. */
  connection: Connection
  log: Logger
  /** Needed by `smtp`. */
  smtpUrl?: string
  clock?: Clock
  /** Time the caller gives a send, in ms. */
  deadlineMs?: number
}

/** Makes the provider that the settings name. */
export function createMailProvider(options: MailProviderOptions): MailProvider {
  const { kind, connection, log, smtpUrl, clock, deadlineMs } = options
  switch (kind) {
    case 'capture':
      return createCaptureProvider({ connection, log, clock })
    case 'smtp':
      if (!smtpUrl) throw new Error('SMTP_URL must be set when MAIL_PROVIDER is smtp')
      return createSmtpProvider({ url: smtpUrl, log, deadlineMs })
    case 'ses':
      throw new Error('the provider ses is not built yet')
  }
}

export type { MailProvider, OutgoingMail, SendResult } from './mail-provider.js'
