import type { SESv2, SESv2ClientConfig } from '@aws-sdk/client-sesv2'
import type { Logger } from 'pino'

/** Where SES is, and the limits on its use. */
export interface SesOptions {
  region: string
  log: Logger
  /** Overrides the endpoint of the region. */
  endpoint?: string
  /** Overrides what the AWS SDK finds: environment, profile, container or instance role. */
  credentials?: SESv2ClientConfig['credentials']
  /** Most open connections. */
  maxSockets?: number
  /** Longest time for one request, in ms. */
  timeoutMs?: number
}

/** SES gave a response that its documentation does not allow. */
export class SesAnswerError extends Error {
  override name = 'SesAnswerError'
}

/**
 * The API of Amazon SES (v2), over connections that are kept open.
 *
 * The SDK costs a tenth of a second and 20 MB, so the first call loads it. The SDK never retries: if a response was
 * lost, the mail may have left, and only the caller knows how much time remains.
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

  /** Closes all connections, including those in use. Idempotent. */
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
    // A logger of the client would get whole requests, with recipients and contents; this one only gets messages about
    // sockets.
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
