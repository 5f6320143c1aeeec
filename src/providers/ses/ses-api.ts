import type { SESv2, SESv2ClientConfig } from '@aws-sdk/client-sesv2'
import type { Logger } from 'pino'

/** Where SES is, and how much of it is used at a time. */
export interface SesOptions {
  region: string
  log: Logger
  /** Instead of the endpoint of the region. */
  endpoint?: string
  /** Instead of what the AWS tools find: environment, profile, container or instance role. */
  credentials?: SESv2ClientConfig['credentials']
  /** Connections kept at most. */
  maxSockets?: number
  /** Longest time for one request, in ms. */
  timeoutMs?: number
}

/** SES gave an answer that its own rules do not allow. */
export class SesAnswerError extends Error {
  override name = 'SesAnswerError'
}

/**
 * The API of Amazon SES (v2), over connections that are kept and used again.
 *
 * The SDK costs a tenth of a second and 20 MB, so it is loaded by the first call. It never tries again by itself: an
 * answer that was lost on its way may mean that the mail has left, and whoever calls knows how much time there is.
 */
export class SesApi {
  readonly #options: SesOptions
  #opening: Promise<SESv2> | null = null

  constructor(options: SesOptions) {
    this.#options = options
  }

  /** The client, loaded and configured once. */
  client(): Promise<SESv2> {
    this.#opening ??= openClient(this.#options)
    return this.#opening
  }

  /** Ends all connections, also those in use. Idempotent. */
  async close(): Promise<void> {
    const client = await this.#opening?.catch(() => null)
    client?.destroy()
  }
}

async function openClient(options: SesOptions): Promise<SESv2> {
  const { region, endpoint, credentials, log, maxSockets = 8, timeoutMs = 10_000 } = options
  const { SESv2: Client } = await import('@aws-sdk/client-sesv2')
  const agent = { keepAlive: true, maxSockets }
  return new Client({
    region,
    maxAttempts: 1,
    // A logger of the client would be given whole requests, with recipients and contents; this one tells of sockets.
    requestHandler: {
      httpAgent: agent,
      httpsAgent: agent,
      connectionTimeout: timeoutMs / 3,
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
      logger: log,
    },
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
  })
}
